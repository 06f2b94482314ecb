import * as z from 'zod';
import { message } from '../messages/message.js';
import { problem } from '../messages/schemaProblem.js';
import type { Context } from './context.js';

/** A file outside the store that the caller names. */
export const fileField = z
  .string()
  .min(1)
  .max(4096)
  .refine(file => !file.includes('\0'), problem(message('schema.hasNul')));

/**
 * Absolute path of a file that is named from where the caller is in the repository: the process itself may be anywhere,
 * as that of an editor does. Outside worktrees it is relative to the current folder of the process.
 */
export async function placeOf({ workTree }: Context, file: string): Promise<string> {
  return workTree === undefined ? file : workTree.locate(file);
}
