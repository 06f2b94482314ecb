import * as z from 'zod';
import { message } from '../../messages/message.js';
import { problem } from '../../messages/schemaProblem.js';
import { evidenceLimits } from './evidenceRow.js';

const hash = z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/, problem(message('schema.notHash')));

/** A CI job's signed statement on a command it ran. */
export const receiptFactsSchema = z.strictObject({
  version: z.literal(1),
  command: z.string().min(1).max(evidenceLimits.command),
  directory: z.string().max(1000),
  exitCode: z.int(),
  treeHash: hash,
  commit: hash,
  startedAt: z.iso.datetime(),
  durationMs: z.int().min(0),
  logHash: z.string().regex(/^[0-9a-f]{64}$/, problem(message('schema.notHash'))),
  logBytes: z.int().min(0),
  result: z.string().max(evidenceLimits.result),
});
export type ReceiptFacts = z.infer<typeof receiptFactsSchema>;

export const receiptSchema = z.strictObject({
  ...receiptFactsSchema.shape,
  /** Ed25519 signature in base64 over `receiptBytes`. */
  signature: z.string().min(1).max(200),
});
export type Receipt = z.infer<typeof receiptSchema>;

/** Returns the signed bytes: the facts as JSON, with fields in fixed order and no spaces. */
export function receiptBytes(facts: ReceiptFacts): Uint8Array {
  const fields = Object.keys(receiptFactsSchema.shape) as (keyof ReceiptFacts)[];
  return new TextEncoder().encode(JSON.stringify(fields.map(field => [field, facts[field]])));
}
