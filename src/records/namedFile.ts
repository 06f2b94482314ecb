import * as z from 'zod';
import { message } from '../messages/message.js';
import { problem } from '../messages/schemaProblem.js';
import type { Context } from './context.js';

export const fileField = z
  .string()
  .min(1)
  .max(4096)
  .refine(file => !file.includes('\0'), problem(message('schema.hasNul')));

/** Resolves a path from the caller's place in the repository, since an editor's process runs elsewhere. */
export async function placeOf({ workTree }: Context, file: string): Promise<string> {
  return workTree === undefined ? file : workTree.locate(file);
}
