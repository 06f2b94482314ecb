import { readFile } from 'node:fs/promises';

/** The names of a zip archive's files, sorted, from its central directory. */
export async function zipEntries(path: string): Promise<string[]> {
  const data = await readFile(path);
  const endOfDirectory = 0x06054b50;
  let end = data.length - 22;
  while (end >= 0 && data.readUInt32LE(end) !== endOfDirectory) end--;
  if (end < 0) throw new Error(`${path} is no zip archive.`);
  const names: string[] = [];
  let at = data.readUInt32LE(end + 16);
  for (let left = data.readUInt16LE(end + 10); left > 0; left--) {
    const nameLength = data.readUInt16LE(at + 28);
    names.push(data.toString('utf8', at + 46, at + 46 + nameLength));
    at += 46 + nameLength + data.readUInt16LE(at + 30) + data.readUInt16LE(at + 32);
  }
  return names.sort();
}
