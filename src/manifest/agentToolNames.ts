/** Id of the provider of our MCP server. */
export const serverProviderId = 'stateroom.server';
