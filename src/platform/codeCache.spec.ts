import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CodeCache, codeCacheFolder } from './codeCache.js';

let place: string;
let folder: string;
let file: string;

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'stateroom-kept-'));
  folder = join(place, 'kept');
  mkdirSync(folder);
  file = join(place, 'one.cjs');
  writeFileSync(
    file,
    "const { two } = require('./two.cjs'); exports.one = () => ['one', two(), __filename].join(' ');",
  );
  writeFileSync(
    join(place, 'two.cjs'),
    "const { sep } = require('node:path'); exports.two = () => ['two', sep.length].join(' ');",
  );
});
afterEach(() => rmSync(place, { recursive: true }));

/** Runs the file as a process would; what it says, and whether there was something to keep. */
function run({ kept }: { kept: string | undefined } = { kept: folder }): [string, boolean] {
  const code = new CodeCache(kept);
  const { one } = code.load(file) as { one(): string };
  const { isFresh } = code;
  const said = one().replace(file, 'here');
  code.keep();
  return [said, isFresh];
}

describe('KeptCode', () => {
  it('keeps what was compiled, for the next run alone that has the same files', () => {
    expect(run()).toEqual(['one two 1 here', true]);
    expect(readdirSync(folder)).toHaveLength(2);
    expect(run()).toEqual(['one two 1 here', false]);
    // As long as before: V8 itself would not notice.
    writeFileSync(join(place, 'two.cjs'), readFileSync(join(place, 'two.cjs'), 'utf8').replace("'two'", "'TWO'"));
    expect(run()).toEqual(['one TWO 1 here', true]);
    expect(run()).toEqual(['one TWO 1 here', false]);
    expect(readdirSync(folder)).toHaveLength(3);
  });

  it('keeps for each use the functions that it called, of each file', () => {
    for (const [use, fresh, files] of [
      ['one', true, 2],
      ['other', true, 4],
      ['one', false, 4],
    ] as const) {
      const code = new CodeCache(folder);
      code.load(file, use);
      expect(code.isFresh).toBe(fresh);
      code.keep();
      expect(readdirSync(folder)).toHaveLength(files);
    }
  });

  it('loads a file once', () => {
    const code = new CodeCache(folder);
    expect(code.load(file)).toBe(code.load(file));
  });

  it('does not use what is torn or foreign, and makes it anew', () => {
    run();
    const whole = readdirSync(folder).map(name => [join(folder, name), readFileSync(join(folder, name))] as const);
    for (const spoil of [
      (bytes: Buffer) => bytes.subarray(0, bytes.length / 2),
      (bytes: Buffer) => bytes.subarray(0, 10),
      (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -4), Buffer.from([1, 2, 3, 4])]),
    ]) {
      for (const [path, bytes] of whole) writeFileSync(path, spoil(bytes));
      expect(run()).toEqual(['one two 1 here', true]);
      expect(run()).toEqual(['one two 1 here', false]);
    }
  });

  it('runs all the same where nothing can be kept', () => {
    expect(run({ kept: undefined })).toEqual(['one two 1 here', false]);
    expect(run({ kept: join(place, 'none') })).toEqual(['one two 1 here', true]);
    expect(readdirSync(place).sort()).toEqual(['kept', 'one.cjs', 'two.cjs']);
  });

  it('keeps what is used, however long ago it was made', () => {
    run();
    const [used = '', ...others] = readdirSync(folder);
    expect(others).toHaveLength(1);
    for (const name of [used, ...others]) utimesSync(join(folder, name), 5, 5);
    expect(run()).toEqual(['one two 1 here', false]);
    for (let number = 100; number < 400; number += 1) {
      writeFileSync(join(folder, `old${number}`), '');
      utimesSync(join(folder, `old${number}`), number, number);
    }
    writeFileSync(file, `${readFileSync(file, 'utf8')} // Another program`);
    expect(run()).toEqual(['one two 1 here', true]);
    const left = readdirSync(folder);
    expect(left).toHaveLength(256);
    expect(left).toEqual(expect.arrayContaining([used, ...others]));
  });

  it('removes what programs before it left', () => {
    for (let number = 100; number < 400; number += 1) {
      writeFileSync(join(folder, `old${number}`), '');
      utimesSync(join(folder, `old${number}`), number, number);
    }
    run();
    const left = readdirSync(folder);
    expect(left).toHaveLength(256);
    expect(
      left
        .filter(name => name.startsWith('old'))
        .sort()
        .at(0),
    ).toBe('old146');
  });
});

describe('keptCodeFolder', () => {
  it('is one that nobody else can write to, or none', () => {
    const found = codeCacheFolder(place) ?? '';
    expect(statSync(found).mode & 0o777).toBe(0o700);
    expect(codeCacheFolder(place)).toBe(found);
    chmodSync(found, 0o770);
    expect(codeCacheFolder(place)).toBeUndefined();
    rmSync(found, { recursive: true });
    symlinkSync(folder, found);
    expect(codeCacheFolder(place)).toBeUndefined();
    rmSync(found);
    writeFileSync(found, '');
    expect(codeCacheFolder(place)).toBeUndefined();
    expect(codeCacheFolder(join(file, 'none'))).toBeUndefined();
  });
});
