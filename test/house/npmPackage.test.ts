import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packNpm } from '../../build/packageNpm.mjs';
import { place } from '../../build/place.mjs';
import { temporaryFolder } from '../../build/temporaryFolder.mjs';
import { packagedExtension } from '../editor/startEditor.js';
import { type TarEntry, tarEntries } from './tarEntries.js';

/** The files of the package beside docs and the chunks of the query worker. */
const files = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'dist/ThirdPartyNotices.txt',
  'dist/acp.js',
  'dist/cli.mjs',
  'dist/core.js',
  'dist/git.js',
  'dist/jsonc.js',
  'dist/kysely.js',
  'dist/markdown.js',
  'dist/markdown.js.LEGAL.txt',
  'dist/mcp.mjs',
  'dist/mcpTools.json',
  'dist/program.cjs',
  'dist/program.cjs.LEGAL.txt',
  'dist/queryWorker.mjs',
  'dist/diff.js',
  'dist/sql-wasm.wasm',
  'dist/sqlite.js',
  'dist/stateroom-VERSION.vsix',
  'dist/toml.js',
  'dist/toml.js.LEGAL.txt',
  'package.json',
  'schemas/answer.json',
  'schemas/config.json',
  'schemas/task.json',
];

describe('the npm package', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let path: string;
  let entries: TarEntry[];
  let extension: { readonly [field: string]: unknown; readonly version: string };

  const contentOf = (name: string): Buffer =>
    entries.find(entry => entry.name === `package/${name}`)?.content ?? Buffer.alloc(0);

  beforeAll(async () => {
    folder = await temporaryFolder('stateroom-npm-');
    path = await packNpm(folder.path);
    entries = await tarEntries(path);
    extension = JSON.parse(await readFile(join(place.root, 'package.json'), 'utf8'));
  });
  afterAll(() => folder.remove());

  it('holds the programs, the VSIX, the schemas and the documentation, and nothing else', async () => {
    const names = entries.map(({ name }) => name.replace('package/', '').replace(extension.version, 'VERSION'));
    const docs = (await readdir(join(place.root, 'docs'))).map(name => `docs/${name}`);
    expect(names.filter(name => !/^dist\/_/.test(name)).sort()).toEqual([...files, ...docs].sort());
    expect(contentOf(`dist/stateroom-${extension.version}.vsix`)).toEqual(await readFile(packagedExtension()));
    expect(contentOf('LICENSE')).toEqual(await readFile(join(place.root, 'LICENSE')));
  });

  it('holds what its own files load from beside them', () => {
    const names = entries.map(({ name }) => name).filter(name => /^package\/dist\/[^/]+\.(c?js|mjs)$/.test(name));
    const loaded = names.flatMap(name => {
      const code = contentOf(name.slice('package/'.length)).toString('utf8');
      return [...code.matchAll(/(?:require\(|import\(|from|import)"\.\/([\w.-]+)"/g)].map(([, file]) => file);
    });
    expect(loaded).toEqual(
      expect.arrayContaining([
        'core.js',
        'git.js',
        'jsonc.js',
        'kysely.js',
        'markdown.js',
        'sqlite.js',
        'toml.js',
        'diff.js',
        'acp.js',
      ]),
    );
    expect(loaded.filter(file => !names.includes(`package/dist/${file}`))).toEqual([]);
  });

  it('makes the program executable, and nothing else', () => {
    const executable = entries.filter(({ mode }) => mode !== 0o644).map(({ name, mode }) => [name, mode]);
    expect(executable).toEqual([['package/dist/cli.mjs', 0o755]]);
    expect(contentOf('dist/cli.mjs').toString('utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  });

  it('has a manifest with which npm downloads and runs nothing', () => {
    const { name, version, description, keywords, license } = extension;
    expect(JSON.parse(contentOf('package.json').toString('utf8'))).toEqual({
      ...{ name, version, description, keywords, license },
      bin: { stateroom: 'dist/cli.mjs' },
      engines: { node: '>=20' },
      files: ['CHANGELOG.md', 'dist', 'docs', 'schemas'],
    });
  });

  it('names no registry and no path of the machine that packed it', () => {
    const traces = ['registry.npmjs', '"_resolved"', place.root];
    const found = entries.flatMap(({ name, content }) =>
      traces.filter(trace => content.includes(trace)).map(trace => `${name}: ${trace}`),
    );
    expect(found).toEqual([]);
  });

  it('is installed by the commands that the documentation gives', async () => {
    for (const name of ['README.md', 'docs/gettingStarted.md']) {
      const text = contentOf(name).toString('utf8');
      expect(text).toContain(`npm install -g ./${basename(path)} `);
      expect(text).toContain('\nstateroom vscode install ');
    }
  });

  it('is at most 3.9 MB: the VSIX, and the programs once more', async () => {
    expect((await stat(path)).size).toBeLessThanOrEqual(3_900_000);
  });
});
