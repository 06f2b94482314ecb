import { readFile } from 'node:fs/promises';
import { crc32, inflateRawSync } from 'node:zlib';

/**
 * A zip archive's files with their contents, from its central directory.
 *
 * @throws if a checksum or the name before the data differs from what the directory says
 */
export async function zipEntries(path: string): Promise<Map<string, Buffer>> {
  const data = await readFile(path);
  const endOfDirectory = 0x06054b50;
  let end = data.length - 22;
  while (end >= 0 && data.readUInt32LE(end) !== endOfDirectory) end--;
  if (end < 0) throw new Error(`${path} is no zip archive.`);
  const entries = new Map<string, Buffer>();
  let at = data.readUInt32LE(end + 16);
  for (let left = data.readUInt16LE(end + 10); left > 0; left--) {
    const nameLength = data.readUInt16LE(at + 28);
    const name = data.toString('utf8', at + 46, at + 46 + nameLength);
    const header = data.readUInt32LE(at + 42);
    const begin = header + 30 + data.readUInt16LE(header + 26) + data.readUInt16LE(header + 28);
    const content = inflateRawSync(data.subarray(begin, begin + data.readUInt32LE(at + 20)));
    const named = data.toString('utf8', header + 30, header + 30 + nameLength);
    if (named !== name || crc32(content) !== data.readUInt32LE(at + 16))
      throw new Error(`${name} is damaged in ${path}.`);
    entries.set(name, content);
    at += 46 + nameLength + data.readUInt16LE(at + 30) + data.readUInt16LE(at + 32);
  }
  return entries;
}
