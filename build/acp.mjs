/** The client of the Agent Client Protocol, which is loaded when an agent is started. */
export { client, PROTOCOL_VERSION, RequestError } from '@agentclientprotocol/sdk';
