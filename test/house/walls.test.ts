import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { place } from '../../build/place.mjs';
import { checkWalls, findBreaches, readImports, readWalls } from '../../build/walls.mjs';

describe('the table of folders', () => {
  it('allows every import that there is', async () => {
    expect(await checkWalls()).toEqual([]);
  });

  const walls = readWalls(
    [
      '| folder | holds | may import | packages |',
      '|---|---|---|---|',
      '| `src/low` | words | | `zod` |',
      '| `src/high` | acts | `low` | `node:` |',
      '| `src/high/deep` | engines | `high` | `sql.js` |',
      '| `src/high/compose.ts` | names the engine | `high/deep` | |',
    ].join('\n'),
  );
  const cases: [file: string, text: string, breaches: string[]][] = [
    ['src/high/a.ts', "import { b } from '../low/b.js';\nimport fs from 'node:fs';", []],
    ['src/low/a.ts', "import { z } from 'zod/mini';", []],
    ['src/high/compose.ts', "import { open } from './deep/open.js';\nimport { b } from '../low/b.js';", []],
    [
      'src/low/a.ts',
      "import type { B } from '../high/b.js';",
      ['src/low/a.ts may not import src/high/b.ts: src/low may not reach into src/high (docs/architecture.md).'],
    ],
    [
      'src/high/a.ts',
      "export { open } from './deep/open.js';",
      [
        'src/high/a.ts may not import src/high/deep/open.ts: src/high may not reach into src/high/deep (docs/architecture.md).',
      ],
    ],
    [
      'src/high/deep/a.ts',
      "const late = () => import('../../low/b.js');",
      [
        'src/high/deep/a.ts may not import src/low/b.ts: src/high/deep may not reach into src/low (docs/architecture.md).',
      ],
    ],
    [
      'src/low/a.ts',
      "import 'zodiac';",
      ['src/low/a.ts may not import zodiac: src/low has no such package in docs/architecture.md.'],
    ],
    ['src/new/a.ts', '', ['src/new/a.ts is in no folder of the table in docs/architecture.md.']],
  ];
  for (const [file, text, breaches] of cases) {
    it(`judges ${file} with ${text.split('\n')[0] || 'nothing in it'}`, () => {
      expect(findBreaches(walls, file, readImports(file, text))).toEqual(breaches);
    });
  }
});

/** A file, what it says, and whether the rules let it. */
const statements: [file: string, text: string, allowed: boolean][] = [
  ['src/domain/workItem/x.ts', 'export const at = Date.now();', false],
  ['src/domain/workItem/x.ts', 'export const at = new Date();', false],
  ['src/domain/workItem/x.ts', 'export const at = (ms: number) => new Date(ms).toISOString();', true],
  ['src/operations/queue/x.ts', 'export const dice = Math.random();', false],
  ['src/operations/queue/x.ts', 'export const home = process.env.HOME;', false],
  ['src/operations/queue/x.ts', "console.log('here');", false],
  ['src/surfaces/vscode/views/x.ts', 'export const at = Date.now();', false],
  ['src/surfaces/vscode/views/x.ts', "console.log('here');", false],
  ['src/platform/x.ts', 'export const at = Date.now();', true],
  ['src/surfaces/cli/x.ts', 'export const home = process.env.HOME;', true],
  ['src/surfaces/mcp/x.ts', "console.error('here');", true],
  ['src/domain/workItem/x.ts', 'export default 1;', false],
  ['test/contract/x.ts', "export * as editor from 'vscode';", false],
  ['test/host/x.ts', "export * as editor from 'vscode';", true],
];

describe('the rules for what a folder may say', () => {
  let home: string;
  let refused: Set<string>;

  beforeAll(async () => {
    home = await realpath(await mkdtemp(join(tmpdir(), 'stateroom-walls-')));
    await cp(join(place.root, 'biome.json'), join(home, 'biome.json'));
    await cp(join(place.root, '.gitignore'), join(home, '.gitignore'));
    await cp(join(place.root, 'build', 'lint'), join(home, 'build', 'lint'), { recursive: true });
    for (const [index, [file, text]] of statements.entries()) {
      const path = join(home, numbered(file, index));
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, `${text}\n`);
    }
    refused = await linesWithErrors(home);
  });

  afterAll(() => rm(home, { recursive: true, force: true }));

  for (const [index, [file, text, allowed]] of statements.entries()) {
    it(`${file} ${allowed ? 'may' : 'may not'} say: ${text}`, () => {
      expect(refused.has(`${numbered(file, index)}:1`)).toBe(!allowed);
    });
  }
});

function numbered(file: string, index: number): string {
  return file.replace(/\.ts$/, `${index}.ts`);
}

/** The lines in which Biome finds an error, as `path:line` with paths from the folder. */
async function linesWithErrors(folder: string): Promise<Set<string>> {
  const program = join(place.root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
  const args = [program, 'lint', '--reporter=github', '--max-diagnostics=none', '--colors=off'];
  const output = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 20_000_000 }, (error, stdout, stderr) => {
      // Biome ends with 1 when it found something, which is what is asked for here.
      if (error && typeof error.code !== 'number') reject(error);
      else resolve(stdout + stderr);
    });
  });
  const found = [...output.matchAll(/^::error title=[^,]+,file=([^,]+),line=(\d+)/gm)];
  if (found.length === 0) throw new Error(`Biome found nothing at all, not even what is wrong on purpose:\n${output}`);
  return new Set(found.map(([, file = '', line]) => `${isAbsolute(file) ? relative(folder, file) : file}:${line}`));
}
