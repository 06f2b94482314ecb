import * as z from 'zod';
import { type Message, message } from '../../messages/message.js';

/** Cause of a program's end: its own exit, a signal, its supervisor, a failed start, or unknown (`lost`). */
const runEnds = ['exit', 'signal', 'cancelled', 'not-found', 'lost'] as const;

/** A run of a program as a lane's worker, stored in a file next to the store. */
const workerRunSchema = z.object({
  version: z.literal(1),
  /** As typed, secrets redacted; empty for a program that something else started. */
  command: z.string(),
  /** Identities of the program's process, once started, and of its watcher. */
  program: z.string().nullable(),
  watcher: z.string(),
  /** Pid of the program, or of its watcher without one. */
  pid: z.number().int(),
  /** ULID of the session of an agent that Stateroom runs, whose output is its transcript. */
  session: z.string().optional(),
  /** ms UTC. */
  startedAt: z.number().int(),
  end: z
    .object({
      at: z.number().int(),
      by: z.enum(runEnds),
      exitCode: z.number().int().nullable(),
      signal: z.string().nullable(),
    })
    .nullable(),
});
export type WorkerRun = z.output<typeof workerRunSchema>;

/** False for a program that something else started, and for one with a transcript. */
export function isLogged({ command, session }: WorkerRun): boolean {
  return command !== '' && session === undefined;
}

/** True for an agent that a person stopped, or whose work went to someone else: its end is no trouble. */
export function isStopped({ session, end }: WorkerRun): boolean {
  return session !== undefined && end?.by === 'cancelled';
}

/** Undefined if this version cannot read it. */
export function readRun(text: string): WorkerRun | undefined {
  try {
    return workerRunSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Describes the end of a program: `ended with exit code 1`. */
export function endOfRun({ by, exitCode, signal }: NonNullable<WorkerRun['end']>): Message {
  switch (by) {
    case 'exit':
      return message('workers.endExit', { exitCode: exitCode ?? 0 });
    case 'signal':
      return message('workers.endSignal', { signal: signal ?? message('workers.aSignal') });
    case 'cancelled':
      return message('workers.endCancelled');
    case 'not-found':
      return message('workers.endNotFound');
    case 'lost':
      return message('workers.endLost');
  }
}
