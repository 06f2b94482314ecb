import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';

export interface TarEntry {
  readonly name: string;
  /** Permission bits. */
  readonly mode: number;
  readonly content: Buffer;
}

/** The files of a gzipped tar archive with names of at most 100 bytes, sorted by name. */
export async function tarEntries(path: string): Promise<TarEntry[]> {
  const data = gunzipSync(await readFile(path));
  const entries: TarEntry[] = [];
  const text = (at: number, length: number): string => data.toString('utf8', at, at + length).replace(/\0.*$/s, '');
  for (let at = 0; data[at] !== 0; ) {
    const size = Number.parseInt(text(at + 124, 12), 8);
    const type = text(at + 156, 1);
    if (type !== '0') throw new Error(`${text(at, 100)} in ${path} is of type ${type}, not a file`);
    const content = data.subarray(at + 512, at + 512 + size);
    entries.push({ name: text(at, 100), mode: Number.parseInt(text(at + 100, 8), 8), content });
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
}
