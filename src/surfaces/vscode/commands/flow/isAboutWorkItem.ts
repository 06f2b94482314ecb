import type { z } from 'zod';
import type { AnyOperation } from '../../../../operations/operation.js';

/** True for operations that need the id of a work item; `queue.add`, whose id is a free choice, is none. */
export function isAboutWorkItem(operation: AnyOperation): boolean {
  const id = operation.input.shape.id as z.ZodType | undefined;
  return id !== undefined && !id.safeParse(undefined).success;
}
