import type { BigIntStats } from 'node:fs';

/**
 * Returns the birth time of a folder, ns; 0 if unknown. It distinguishes a folder from a later one with the same inode number. Systems
 * without it return the time of the last change.
 */
export function folderBirth({ birthtimeNs, ctimeNs }: Pick<BigIntStats, 'birthtimeNs' | 'ctimeNs'>): bigint {
  return birthtimeNs === ctimeNs ? 0n : birthtimeNs;
}
