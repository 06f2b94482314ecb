import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const headLength = 12;
/** Of an entry, up to the file's name: ten numbers, the object's name, and flags with the length of the file's name. */
const entryLength = 62;
const hashLength = 20;

/**
 * Has a repository's index know its files by the inodes and times that they have now, as `git update-index --refresh` does, without
 * a start of git. For files whose content is that of the index.
 *
 * @throws where the index has another form than git's usual one
 */
export function knowFiles(workTree: string): void {
  const path = join(workTree, '.git', 'index');
  const index = readFileSync(path);
  if (index.toString('latin1', 0, 4) !== 'DIRC' || index.readUInt32BE(4) !== 2) throw new Error(`${path} is no index.`);
  let at = headLength;
  for (let left = index.readUInt32BE(8); left > 0; left -= 1) {
    const nameLength = index.readUInt16BE(at + entryLength - 2) & 0xfff;
    const name = index.toString('utf8', at + entryLength, at + entryLength + nameLength);
    const { ctimeNs, mtimeNs, dev, ino, uid, gid, size } = lstatSync(join(workTree, name), { bigint: true });
    const second = 1_000_000_000n;
    const numbers = [ctimeNs / second, ctimeNs % second, mtimeNs / second, mtimeNs % second, dev, ino];
    for (const [place, value] of numbers.entries()) index.writeUInt32BE(Number(value & 0xffff_ffffn), at + 4 * place);
    for (const [place, value] of [uid, gid, size].entries()) index.writeUInt32BE(Number(value), at + 28 + 4 * place);
    // A name ends with one to eight bytes of 0.
    at += (entryLength + nameLength + 8) & ~7;
  }
  const end = index.length - hashLength;
  createHash('sha1').update(index.subarray(0, end)).digest().copy(index, end);
  writeFileSync(path, index);
}
