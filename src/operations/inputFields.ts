import * as z from 'zod';
import type { AnyOperation } from './operation.js';

/** What a JSON Schema says of an object. */
export interface ObjectSchema {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
}

/** The JSON Schema of an operation's input. */
export function schemaOf(operation: AnyOperation): ObjectSchema {
  const { properties = {}, required = [] } = z.toJSONSchema(operation.input, { io: 'input' });
  return { properties, required };
}

/** Names of the inputs of an operation, the required ones first. */
export function fieldsOf(operation: AnyOperation): { required: readonly string[]; optional: readonly string[] } {
  const { properties, required } = schemaOf(operation);
  return {
    required: Object.keys(properties).filter(field => required.includes(field)),
    optional: Object.keys(properties).filter(field => !required.includes(field)),
  };
}
