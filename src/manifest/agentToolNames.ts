/** Id of the provider of our MCP server. */
export const serverProviderId = 'stateroom.server';

/** The input by which a call names the repository it means, where the window has several. */
export const folderInput = 'folder';
