/**
 * What the MCP SDK takes from the platform. It comes with two libraries that validate JSON schemas, and makes one where a
 * server brings no validator. Ours brings its own, because inputs are checked against the catalogue's shapes, so neither is
 * packed.
 */

export { default as process } from 'node:process';

export class DefaultJsonSchemaValidator {
  constructor() {
    throw new Error('The server has no validator for JSON schemas.');
  }
}
