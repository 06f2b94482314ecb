import * as z from 'zod';

const liveFactsSchema = z.object({
  line: z.string().optional(),
  outputAt: z.number().optional(),
  progressAt: z.number().optional(),
  lane: z.string().optional(),
  /** True once its session has ended. */
  isOver: z.boolean().optional(),
  /** Set while it is silent. */
  silentSince: z.number().optional(),
  /** Time of that note. */
  at: z.number().optional(),
});
/** The act of an agent at this moment, in one line; times in ms UTC. */
export type LiveFacts = z.output<typeof liveFactsSchema>;

/** Undefined for a text of another form. */
export function readLiveFacts(text: string): LiveFacts | undefined {
  try {
    return liveFactsSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
