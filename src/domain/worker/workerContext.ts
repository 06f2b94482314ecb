import * as z from 'zod';

/** File in the root of a lane's worktree by which programs detect the lane. */
export const workerContextFile = '.worker-ctx.json';

/** Call with which an agent begins, over MCP or in a terminal. */
export const firstCall = 'Call load_session, or run stateroom context.';

export const workerContextSchema = z.object({
  /** The lane's name. */
  taskId: z.string(),
  branch: z.string(),
  worktree: z.string(),
  /** ms UTC. */
  createdAt: z.number().int(),
  description: z.string().nullable(),
  /** Globs; if empty, the whole repository. Absent in files of earlier versions. */
  ownedPaths: z.array(z.string()).readonly().optional(),
  /** Call for the rest, in a sentence. */
  next: z.string().optional(),
});
export type WorkerContext = z.output<typeof workerContextSchema>;

export function readWorkerContext(text: string): WorkerContext | undefined {
  try {
    return workerContextSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
