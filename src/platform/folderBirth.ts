import type { BigIntStats } from 'node:fs';

/** Nanoseconds; 0 if unknown, as on systems that return the change time. Distinguishes folders with a reused inode number. */
export function folderBirth({ birthtimeNs, ctimeNs }: Pick<BigIntStats, 'birthtimeNs' | 'ctimeNs'>): bigint {
  return birthtimeNs === ctimeNs ? 0n : birthtimeNs;
}
