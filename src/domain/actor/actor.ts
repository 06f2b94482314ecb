import * as z from 'zod';

/** Roles of actors. Derived from the way a call came in, never claimed by the caller. */
export const roles = ['human', 'agent', 'system'] as const;
export type Role = (typeof roles)[number];

/** Author of an act. The role guards against mistakes, not against processes that can write to the store. */
export const actorSchema = z.object({
  role: z.enum(roles),
  name: z.string().trim().min(1).max(200),
  /** The program that hosts the agent: `claude-code`, `codex`, `copilot`, `gemini`, `opencode`, … */
  harness: z.string().max(100).optional(),
  model: z.string().max(200).optional(),
  /** The model's reasoning level, in the harness's term: `high`. */
  effort: z.string().max(50).optional(),
  session: z.string().max(200).optional(),
  lane: z.string().max(200).optional(),
});
export type Actor = z.infer<typeof actorSchema>;
