import type { BigIntStats } from 'node:fs';

/**
 * When a folder was made, ns; 0 where that is unknown. A number is given again once its folder is gone, and this tells the two
 * apart. Systems that do not know it answer when the folder was last changed.
 */
export function folderBirth({ birthtimeNs, ctimeNs }: Pick<BigIntStats, 'birthtimeNs' | 'ctimeNs'>): bigint {
  return birthtimeNs === ctimeNs ? 0n : birthtimeNs;
}
