import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { place } from './place.mjs';
import { ensureToolPackage } from './toolPackage.mjs';

/** @typedef {(content: Uint8Array, options: { numiterations: number, blocksplitting: boolean }) => Promise<Uint8Array>} Deflate */

const signature = Buffer.from('PK\x03\x04', 'latin1');
/** The bit that says that the sizes come after the data. */
const sizesAfter = 8;
/** Larger files are compressed in blocks, each with a code of its own; small ones, and JSON of any size, gain next to nothing. */
const largeBytes = 20_000;

/**
 * Compresses each file of a zip archive with Zopfli: it takes up to minutes, and the archive gets 4 % smaller for whatever unpacks
 * zip archives. JSON loses its indentation. What it compressed for the archive before it keeps below .cache.
 *
 * @param {string} path an archive without zip64, comments and further fields, as vsce makes it
 * @param {Readonly<Record<string, (text: string) => string>>} [rewrites] how to change files, by their names in the archive
 * @param {boolean} [isSmall] false leaves Zopfli out
 */
export async function compressAgain(path, rewrites = {}, isSmall = true) {
  const zopfli = isSmall ? await openZopfli() : undefined;
  const old = await readFile(path);
  const end = old.subarray(old.length - 22);
  /** @type {Buffer[]} */
  const files = [];
  /** @type {Buffer[]} */
  const directory = [];
  let written = 0;
  let at = end.readUInt32LE(16);
  for (let left = end.readUInt16LE(10); left > 0; left--) {
    const nameEnd = at + 46 + old.readUInt16LE(at + 28);
    const entry = Buffer.from(old.subarray(at, nameEnd));
    at = nameEnd;
    const header = entry.readUInt32LE(42);
    const begin = header + 30 + old.readUInt16LE(header + 26) + old.readUInt16LE(header + 28);
    /** @type {Buffer} */
    let data = old.subarray(begin, begin + entry.readUInt32LE(20));
    const name = entry.toString('utf8', 46);
    const isJson = name.endsWith('.json');
    const rewrite = isJson ? withoutIndentation : rewrites[name];
    if (rewrite !== undefined) {
      const content = Buffer.from(rewrite(inflateRawSync(data).toString('utf8')));
      data = deflateRawSync(content);
      entry.writeUInt32LE(crc32(content), 16);
      entry.writeUInt32LE(content.length, 24);
    }
    const content = inflateRawSync(data);
    const again = await zopfli?.deflate(content, !isJson && content.length > largeBytes);
    if (again !== undefined && again.length < data.length) data = again;
    entry.writeUInt16LE(entry.readUInt16LE(8) & ~sizesAfter, 8);
    entry.writeUInt32LE(data.length, 20);
    entry.writeUInt32LE(written, 42);
    directory.push(entry);
    // What stands before a file's data is the same as in the directory, from the version to the lengths.
    const file = [signature, entry.subarray(6, 32), entry.subarray(46), data];
    files.push(...file);
    written += file.reduce((sum, part) => sum + part.length, 0);
  }
  end.writeUInt32LE(
    directory.reduce((sum, entry) => sum + entry.length, 0),
    12,
  );
  end.writeUInt32LE(written, 16);
  await writeFile(path, Buffer.concat([...files, ...directory, end]));
  await zopfli?.dropUnused();
}

/** Zopfli, with what it compressed before: what is not asked for this time, `dropUnused` removes. */
async function openZopfli() {
  const folder = await ensureToolPackage('zopfli', join(place.root, 'build', 'zopfli'));
  /** @type {{ deflateAsync: Deflate }} */
  const { deflateAsync } = createRequire(join(folder, 'package.json'))('@gfx/zopfli');
  const cache = join(place.cache, 'zopfli');
  await mkdir(cache, { recursive: true });
  /** @type {Set<string>} */
  const used = new Set();
  return {
    /**
     * @param {Buffer} content
     * @param {boolean} blocksplitting
     */
    deflate(content, blocksplitting) {
      const key = createHash('sha256')
        .update(`${basename(folder)} ${blocksplitting} `)
        .update(content)
        .digest('hex');
      used.add(key);
      return fromCache(join(cache, key), () => deflateAsync(content, { numiterations: 5, blocksplitting }));
    },
    async dropUnused() {
      for (const name of await readdir(cache)) if (!used.has(name)) await rm(join(cache, name), { force: true });
    },
  };
}

/** @param {string} json */
function withoutIndentation(json) {
  return JSON.stringify(JSON.parse(json));
}

/**
 * @param {string} file
 * @param {() => Promise<Uint8Array>} make
 */
async function fromCache(file, make) {
  try {
    return await readFile(file);
  } catch {
    const made = Buffer.from(await make());
    await writeFile(`${file}.new`, made);
    await rename(`${file}.new`, file);
    return made;
  }
}
