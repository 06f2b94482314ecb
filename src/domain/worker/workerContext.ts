import * as z from 'zod';

/** File in the root of a lane's worktree by which programs detect the lane. */
export const workerContextFile = '.worker-ctx.json';

export const workerContextSchema = z.object({
  /** The lane's name. */
  taskId: z.string(),
  branch: z.string(),
  worktree: z.string(),
  /** ms UTC. */
  createdAt: z.number().int(),
  description: z.string().nullable(),
});
export type WorkerContext = z.output<typeof workerContextSchema>;

export function readWorkerContext(text: string): WorkerContext | undefined {
  try {
    return workerContextSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
