import * as z from 'zod';
import { message } from '../../messages/message.js';
import { problem } from '../../messages/schemaProblem.js';
import { budgetSchema } from './budget.js';
import { ownSilenceSchema } from './silenceLimits.js';

const variables = z.record(
  z.string().regex(/^[A-Za-z_]\w*$/, problem(message('schema.variableCharacters'))),
  z.string().max(10_000),
);

/** An agent of a person's own that speaks the Agent Client Protocol over stdin and stdout. */
export const ownAgentSchema = z.strictObject({
  command: z.string().trim().min(1).max(4000).describe('Program, on the PATH or with its path.'),
  args: z.array(z.string().max(4000)).max(100).default([]),
  env: variables.default({}).describe('Variables added to its environment.'),
  mode: z.string().min(1).max(200).optional().describe('Mode that asks before it acts.'),
  limits: ownSilenceSchema.optional(),
});

/** `config.json` in a person's own folder; settings that this version does not know are ignored. */
export const personalSettingsSchema = z.object({
  agents: z
    .record(
      z.string().regex(/^(?!program$)[a-z0-9][\w.-]{0,59}$/, problem(message('schema.agentNameCharacters'))),
      ownAgentSchema,
    )
    .default({}),
  budget: budgetSchema.optional(),
  notify: z
    .strictObject({
      command: z
        .array(z.string().min(1).max(4000))
        .min(1)
        .max(100)
        .describe('Program with its arguments that gets each new entry of Needs You, as JSON on stdin.'),
    })
    .optional(),
});
