import * as z from 'zod';

/** Name of the file, in the top folder of a lane's worktree, by which programs know where they are. */
export const workerContextFile = '.worker-ctx.json';

/** `.worker-ctx.json` */
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

/** The context in a text; undefined when it is not valid. */
export function readWorkerContext(text: string): WorkerContext | undefined {
  try {
    return workerContextSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
