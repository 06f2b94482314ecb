import * as z from 'zod';
import { type RefusalCode, refusalExitCodes } from './refusal.js';

const codes = Object.keys(refusalExitCodes) as RefusalCode[];

/** Output of the command line with `--json`; a stream instead prints one event per line. */
export const jsonAnswerSchema = z.discriminatedUnion('ok', [
  z.strictObject({
    ok: z.literal(true),
    data: z.unknown().describe('The answer of the command; docs/operations.md lists them.'),
  }),
  z.strictObject({
    ok: z.literal(false),
    code: z.enum([...codes, 'internal_error']).describe('internal_error is a bug; all others are refusals.'),
    message: z.string().describe('What was refused and why, in one sentence.'),
    hint: z.string().optional().describe('What to do next.'),
    details: z.record(z.string(), z.unknown()).optional().describe('Facts for programs; they depend on the code.'),
  }),
]);
export type JsonAnswer = z.output<typeof jsonAnswerSchema>;
