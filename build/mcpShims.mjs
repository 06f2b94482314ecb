/**
 * What the MCP SDK takes from the platform. It validates JSON schemas with one of two libraries: both know what our tools
 * use, and the one it takes on other platforms than Node is a third of the size and loads faster.
 */

export { default as process } from 'node:process';
export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker';
