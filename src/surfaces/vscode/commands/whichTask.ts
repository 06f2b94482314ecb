import type { Refusal } from '../../../domain/refusal/refusal.js';

/** Returns true if the task is ambiguous and none was named: ambiguous slices and backups are listed as well. */
export function isWhichTask({ code, details }: Refusal, input: Readonly<Record<string, unknown>>): boolean {
  if (code !== 'ambiguous' || input.task !== undefined) return false;
  const candidates: unknown = details?.candidates;
  return Array.isArray(candidates) && candidates.length > 0 && candidates.every(isTask);
}

/** A slice is listed with its own number, a backup by its name alone. */
function isTask(candidate: unknown): boolean {
  return typeof candidate === 'object' && candidate !== null && 'task' in candidate;
}
