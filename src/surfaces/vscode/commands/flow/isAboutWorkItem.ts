import type { z } from 'zod';
import type { AnyOperation } from '../../../../operations/operation.js';

/** True for operations that need the id of a work item; `queue.add`, whose id is a free choice, is none. */
export function isAboutWorkItem(operation: AnyOperation): boolean {
  if (!operation.name.startsWith('queue.')) return false;
  return isNeeded(operation.input.shape.id as z.ZodType | undefined);
}

/** True for operations on findings that exist: `id` of one, or `ids` of several. */
export function isAboutFindings({ name, input }: AnyOperation): boolean {
  return name.startsWith('finding.') && [input.shape.id, input.shape.ids].some(field => isNeeded(field as z.ZodType));
}

function isNeeded(field: z.ZodType | undefined): boolean {
  return field !== undefined && !field.safeParse(undefined).success;
}
