import * as z from 'zod';
import type { AnyOperation } from './operation.js';

export interface ObjectSchema {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
}

export function schemaOf(operation: AnyOperation): ObjectSchema {
  const { properties = {}, required = [] } = z.toJSONSchema(operation.input, { io: 'input' });
  return { properties, required };
}

export function fieldsOf(operation: AnyOperation): { required: readonly string[]; optional: readonly string[] } {
  const { properties, required } = schemaOf(operation);
  return {
    required: Object.keys(properties).filter(field => required.includes(field)),
    optional: Object.keys(properties).filter(field => !required.includes(field)),
  };
}
