import * as z from 'zod';
import { message } from '../../messages/message.js';
import { problem } from '../../messages/schemaProblem.js';
import { isJson } from './writtenJson.js';

/** Any JSON. Unlike `z.json`, accepts numbers as kept by `parseJson`. */
export const jsonSchema = z.unknown().refine(isJson, {
  ...problem(message('schema.notAllowed')),
  abort: true,
}) as unknown as z.ZodType<z.core.util.JSONType>;
