import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import { place } from '../../build/place.mjs';

/** Checks against a schema of the last build, with the JSON Schema validator (Ajv) of the MCP client. */
export function schemaProblem(name: 'answer' | 'config' | 'task'): (value: unknown) => string | undefined {
  const schema = JSON.parse(readFileSync(join(place.dist, 'schemas', `${name}.json`), 'utf8'));
  const check = new AjvJsonSchemaValidator().getValidator(schema);
  return value => check(value).errorMessage;
}
