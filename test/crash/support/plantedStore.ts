import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  copyFileSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { headLength, markerOf, namesOf, newestLog, readLog, readRawBase } from './rawLog.js';

/** Files of the store as docs/store.md describes them, with sums that fit, whatever is in them. */
export class PagesPlace {
  constructor(
    readonly directory: string,
    readonly outside: string,
  ) {}

  at(name: string): string {
    return join(this.directory, name);
  }

  /** The path of the newest file of a kind. */
  newest(kind: 'base' | 'pages' | 'image', end = ''): string {
    return this.at(
      namesOf(this.directory, kind)
        .filter(name => name.endsWith(end))
        .at(-1) ?? '',
    );
  }

  get log(): string {
    return newestLog(this.directory);
  }

  /** What the newest base says, with changes, under the number that it says. */
  base(changes: object): void {
    const base = { ...readRawBase(this.directory), ...changes } as { readonly number: number };
    this.baseText(base.number, JSON.stringify(base));
  }

  baseText(number: number, text: string): void {
    const name = `base.${String(number).padStart(8, '0')}`;
    writeFileSync(this.at(name), `${crc32(Buffer.from(text)).toString(16)}\n${text}\n`);
  }

  /** Changes the newest image, and makes its sums fit. */
  image(change: (image: Buffer) => void): void {
    const path = this.newest('image', '.sqlite');
    const image = readFileSync(path);
    change(image);
    writeFileSync(path, image);
    writeFileSync(this.newest('image', '.sums'), sumsOf(image));
  }

  /** The same as SQLite does it. */
  imageBy(sql: string): void {
    const path = this.newest('image', '.sqlite');
    const database = new DatabaseSync(path, { defensive: false });
    database.exec(sql);
    database.close();
    this.image(() => undefined);
  }

  /** A record that continues the newest log. */
  record(body: Buffer, head: { kind?: number; schema?: number; seq?: bigint; crc?: number } = {}): void {
    const last = readLog(this.log).at(-1);
    appendFileSync(
      this.log,
      recordOf(markerOf(this.log), {
        kind: head.kind ?? 1,
        schema: head.schema ?? 1,
        seq: head.seq ?? BigInt((last?.seq ?? 0) + 1),
        crc: head.crc ?? last?.crc ?? 0,
        body,
      }),
    );
  }

  append(bytes: Buffer): void {
    appendFileSync(this.log, bytes);
  }

  get tokenOfLog(): string {
    return this.log.slice(-16);
  }

  seal(seal: unknown): void {
    this.record(Buffer.from(typeof seal === 'string' ? seal : JSON.stringify(seal)), { kind: 2 });
  }

  /** Pages of the database behind the newest log, as its image has them. */
  get pages(): number {
    return statSync(this.newest('image', '.sqlite')).size / 4096;
  }
}

const marks = { sums: 0x31535253, segment: 0x31505253 } as const;

/** A file of numbers with its sum: of sums, or the head of a segment. `count` may be another than there are. */
export function numbersOf(kind: keyof typeof marks, words: readonly number[], count: number): Buffer {
  const bytes = Buffer.alloc(4 * (words.length + 3));
  for (const [index, word] of [marks[kind], count, ...words].entries()) bytes.writeUInt32LE(word >>> 0, 4 * index);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, -4)), bytes.length - 4);
  return bytes;
}

export function sumsOf(image: Buffer): Buffer {
  const sums: number[] = [];
  for (let at = 0; at < image.length; at += 4096) sums.push(crc32(image.subarray(at, at + 4096)));
  return numbersOf('sums', sums, sums.length);
}

/** A segment with these pages, each full of the byte `fill`. */
export function segmentOf(numbers: readonly number[], fill = 0): Buffer {
  const page = Buffer.alloc(4096, fill);
  const head = numbersOf('segment', [...numbers, ...numbers.map(() => crc32(page))], numbers.length);
  const padding = Buffer.alloc((4096 - (head.length % 4096)) % 4096);
  return Buffer.concat([head, padding, ...numbers.map(() => page)]);
}

export function recordOf(
  marker: Buffer,
  head: { readonly kind: number; readonly schema: number; readonly seq: bigint; readonly crc: number; body: Buffer },
): Buffer {
  const bytes = Buffer.concat([Buffer.alloc(headLength), head.body]);
  marker.copy(bytes);
  bytes.writeUInt32LE(head.body.length, 8);
  bytes.writeUInt32LE(head.crc, 16);
  bytes.writeBigUInt64LE(head.seq, 20);
  bytes.writeUInt32LE(head.kind, 28);
  bytes.writeUInt32LE(head.schema, 32);
  bytes.writeUInt32LE(crc32(bytes.subarray(16)), 12);
  return bytes;
}

/** The body of a commit: how many pages there are, and one change of one page. The last numbers may be other than fits. */
export function commitOf(
  count: number,
  page: number,
  range: { offset?: number; length?: number; bytes?: Buffer; ranges?: number; follow?: number } = {},
): Buffer {
  const bytes = range.bytes ?? Buffer.from('x');
  const head = Buffer.alloc(18);
  head.writeUInt32LE(count, 0);
  head.writeUInt32LE(page, 4);
  head.writeUInt16LE(range.ranges ?? 1, 8);
  head.writeUInt32LE(range.follow ?? 4 + bytes.length, 10);
  head.writeUInt16LE(range.offset ?? 4000, 14);
  head.writeUInt16LE(range.length ?? bytes.length, 16);
  return Buffer.concat([head, bytes]);
}

/** A file of so many bytes that takes no room on the disk; what it had stays at its start. */
export function sparse(path: string, size: number): void {
  const handle = openSync(path, 'a');
  ftruncateSync(handle, size);
  closeSync(handle);
}

/** What may have the name of a file and is none; something of that name may be there or not. */
export const otherThings: Readonly<Record<string, (path: string, outside: string) => void>> = {
  'a link to a file': (path, outside) => {
    const copy = join(outside, 'copy');
    if (existsSync(path)) copyFileSync(path, copy);
    else writeFileSync(copy, '');
    symlink(path, copy);
  },
  'a link to a folder': (path, outside) => symlink(path, outside),
  'a link to nothing': (path, outside) => symlink(path, join(outside, 'not there')),
  'a link to a device': path => symlink(path, '/dev/zero'),
  'a pipe': path => {
    rmSync(path, { force: true });
    execFileSync('mkfifo', [path]);
  },
  'a folder': path => {
    rmSync(path, { force: true });
    mkdirSync(path);
    writeFileSync(join(path, 'thesis.txt'), 'a year of work\n');
  },
  // A socket's name is too long for most temporary folders, so that it is made under a short one.
  'a socket': path => {
    rmSync(path, { force: true });
    const script = `process.chdir(process.argv[1]);
      require('node:net').createServer().listen('s', () => {
        require('node:fs').renameSync('s', process.argv[2]);
        process.exit();
      });`;
    execFileSync(process.execPath, ['-e', script, dirname(path), path]);
  },
};

function symlink(path: string, to: string): void {
  rmSync(path, { force: true });
  symlinkSync(to, path);
}
