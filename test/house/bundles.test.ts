import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Metafile } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { lateChunks, ownChunks } from '../../build/lateModules.mjs';
import { place } from '../../build/place.mjs';

/** The packages whose code a bundle may hold. Whatever is not here has come in by accident. */
const messages = [
  '@formatjs/fast-memoize',
  '@formatjs/icu-messageformat-parser',
  '@formatjs/icu-skeleton-parser',
  'intl-messageformat',
];
const core = [...messages, 'zod'];
const git = [
  '@kwsites/file-exists',
  '@kwsites/promise-deferred',
  '@simple-git/args-pathspec',
  '@simple-git/argv-parser',
  'debug',
  'has-flag',
  'ms',
  'simple-git',
  'supports-color',
];
/** The reader of plans. */
const markdown = ['entities', 'markdown-it', 'mdurl', 'punycode.js', 'uc.micro'];
const page = ['@lit/reactive-element', '@vscode-elements/elements', 'lit', 'lit-element', 'lit-html', 'zod'];
const programs = ['@modelcontextprotocol/core', '@modelcontextprotocol/server', 'stemmer'];

/** What the editor and the programs share. */
const beside = ['./core.js', './git.js', './kysely.js', './markdown.js', './sqlite.js'];
/** What the command line has beside it besides, to install, for hooks of agents and to run agents. */
const installs = ['./jsonc.js', './toml.js', './diff.js', './acp.js'];

const kib = 1024;
const commandLine = 'src/surfaces/cli/program.ts';
const extension = 'src/surfaces/vscode/extension.ts';

describe('the bundles', () => {
  let editor: Metafile;
  let libraries: Metafile;
  let acp: Metafile;
  let entries: Metafile;
  let program: Metafile;
  let pages: Metafile;

  beforeAll(async () => {
    const read = async (name: string): Promise<Metafile> =>
      JSON.parse(await readFile(join(place.meta, `${name}.json`), 'utf8'));
    editor = await read('editor');
    libraries = await read('libraries');
    acp = await read('acp');
    entries = await read('entries');
    program = await read('program');
    pages = await read('pages');
  });

  it('the programs never reach the editor, and have what they start beside them', () => {
    for (const name of Object.keys(entries.outputs))
      if (name.endsWith('.mjs')) expect(foreign(entries, name)).toEqual([]);
    expect(sources(program, 'dist/program.cjs').filter(path => path.startsWith('src/surfaces/vscode/'))).toEqual([]);
    expect(foreign(program, 'dist/program.cjs')).toEqual([...beside, ...installs].sort());
  });

  it('the editor leaves nothing to the machine but itself, Node and what is beside it', () => {
    const outside = new Set(code(editor).flatMap(path => foreign(editor, path)));
    // The installer is in the programs.
    expect([...outside].sort()).toEqual([...beside, './program.cjs', 'vscode'].sort());
    for (const name of ['core', 'git', 'jsonc', 'kysely', 'markdown', 'sqlite', 'toml', 'diff'])
      expect(foreign(libraries, `dist/${name}.js`)).toEqual([]);
  });

  it('markdown.js exports the reader of plans as its default', async () => {
    const { default: MarkdownIt } = await import(pathToFileURL(join(place.dist, 'markdown.js')).href);
    expect(typeof MarkdownIt).toBe('function');
  });

  it('the pages know the protocol, charts, the severities and what draws them, and nothing of the rest', () => {
    const inputs = [...scriptsOf(pages, 'dashboard'), ...scriptsOf(pages, 'record')].flatMap(path =>
      sources(pages, path),
    );
    const own = [...new Set(inputs)].filter(path => !path.includes('node_modules'));
    const others = own.filter(path => !/^(?:webview-ui\/src|src\/protocol|src\/charts)\//.test(path));
    expect(others).toEqual(['src/domain/finding/findingSeverity.ts']);
    expect(scriptsOf(pages, 'record')).toEqual(['dist/record.js', 'dist/pages.js']);
    expect(scriptsOf(pages, 'record').flatMap(path => externals(pages, path))).toEqual([]);
    // No chart is read for the page of a record.
    expect(
      scriptsOf(pages, 'record').flatMap(path => sources(pages, path).filter(file => file.includes('/chart'))),
    ).toEqual([]);
  });

  it('hold the code of these packages alone', () => {
    // The store, with SQLite and the query builder, is loaded late.
    const start = [...loadedWith(editor, 'dist/extension.mjs')].flatMap(path => output(editor, path).imports);
    const atOnce = start.filter(({ path, kind }) => kind === 'import-statement' && path.startsWith('./'));
    expect([...new Set(atOnce.map(({ path }) => path))]).toEqual(['./core.js']);
    // Of search and of the graph, which are loaded late.
    expect(
      code(editor)
        .flatMap(path => packages(editor, path))
        .sort(),
    ).toEqual(['@dagrejs/dagre', 'stemmer']);
    expect(packages(libraries, 'dist/core.js')).toEqual(core);
    expect(outside(packages(libraries, 'dist/markdown.js'), markdown)).toEqual([]);
    expect(outside(packages(libraries, 'dist/git.js'), git)).toEqual([]);
    expect(packages(libraries, 'dist/sqlite.js')).toEqual(['sql.js']);
    expect(packages(libraries, 'dist/kysely.js')).toEqual(['kysely']);
    expect(packages(libraries, 'dist/jsonc.js')).toEqual(['jsonc-parser']);
    expect(packages(libraries, 'dist/toml.js')).toEqual(['smol-toml']);
    expect(packages(libraries, 'dist/diff.js')).toEqual(['diff']);
    expect(packages(acp, 'dist/acp.js')).toEqual(['@agentclientprotocol/sdk']);
    expect(foreign(acp, 'dist/acp.js')).toEqual(['./core.js']);
    for (const name of ['cli', 'mcp']) expect(packages(entries, `dist/${name}.mjs`)).toEqual([]);
    expect(outside(packages(program, 'dist/program.cjs'), programs)).toEqual([]);
    for (const path of scriptsOf(pages, 'dashboard')) expect(outside(packages(pages, path), page)).toEqual([]);
    expect(outside(packages(pages, 'dist/record.js'), page)).toEqual([]);
  });

  it('a command evaluates neither the MCP server nor what it has no part in', () => {
    const queue = evaluated(program, commandLine, 'src/operations/queue/queueOperations.generated.ts');
    expect(queue.filter(path => path.includes('/@modelcontextprotocol/'))).toEqual([]);
    expect(queue).toContain('build/core.mjs');
    expect(groupsOf(queue)).toEqual(['src/operations/queue/queueOperations.generated.ts']);
    expect(queue.filter(path => path.startsWith('src/surfaces/cli/command/'))).toEqual([
      'src/surfaces/cli/command/ownWords.ts',
    ]);
    // Git waits for a hook with every commit, and an agent for leave with every edit.
    for (const waitedFor of ['src/operations/hooks/hooksRun.ts', 'src/operations/lane/laneMayEdit.ts']) {
      expect(groupsOf(evaluated(program, commandLine, waitedFor)), waitedFor).toEqual([]);
    }
  });

  it('the editor and the server evaluate no operation on lanes before there is one', () => {
    const ofLanes = (files: string[]): string[] =>
      files.filter(path => /^src\/(operations\/(lane|worker)\/|git\/lane\/laneTrees)/.test(path));
    expect(ofLanes(evaluated(editor, extension))).toEqual([]);
    expect(ofLanes(evaluated(program, 'src/surfaces/programs.ts', 'src/surfaces/mcp/serveProcess.ts'))).toEqual([]);
    expect(evaluated(program, 'src/operations/lane/laneOperations.generated.ts')).toContain(
      'src/operations/lane/worker/workerSpawn.ts',
    );
  });

  it('are ASCII: one letter beyond and V8 holds the whole text in two bytes a letter', async () => {
    for (const path of [...code(editor), 'dist/core.js', 'dist/program.cjs']) {
      // esbuild does not escape regular expressions: write \u2026 there.
      expect((await readFile(join(place.root, path), 'utf8')).match(/[^\0-\x7f]/gu), path).toBeNull();
    }
  });

  it('nobody evaluates a workflow before one is asked for', () => {
    const ofWorkflows = (files: string[]): string[] => files.filter(path => path.startsWith('src/workflows/'));
    expect(ofWorkflows(evaluated(editor, extension))).toEqual([]);
    expect(ofWorkflows(evaluated(program, 'src/surfaces/programs.ts', 'src/surfaces/mcp/serveProcess.ts'))).toEqual([]);
    expect(
      ofWorkflows(evaluated(program, commandLine, 'src/operations/workflow/workflowOperations.generated.ts')),
    ).toEqual([]);
  });

  it('the editor has few chunks: one of each list of build/lateModules.mjs, and what they share', () => {
    const late = Object.values(editor.inputs).flatMap(({ imports }) =>
      imports.filter(({ kind, external }) => kind === 'dynamic-import' && external !== true).map(({ path }) => path),
    );
    const unplaced = [...new Set(late)].filter(path => !path.startsWith('late:') && path !== 'left-out:judges');
    expect(unplaced.sort()).toEqual(ownChunks.map(module => `src/${module}.ts`).sort());
    const inChunks = ['lanes', 'workflows', 'rest'].flatMap(chunk =>
      (editor.inputs[`late:${chunk}`]?.imports ?? []).map(({ path }) => path),
    );
    expect(inChunks.sort()).toEqual([...lateChunks.keys()].map(module => `src/${module}.ts`).sort());
    // 35 when this was written, of 253 without the lists.
    expect(code(editor).length).toBeLessThanOrEqual(45);
  });

  it('stay within their sizes', () => {
    // Both hold every operation, a hundred, and the program the store as well: the shapes, the repositories and the
    // migrations are the larger part. The bounds are to notice a package that slips in.
    const start = [...loadedWith(editor, 'dist/extension.mjs')];
    expect(start.reduce((sum, path) => sum + weight(editor, path), 0)).toBeLessThanOrEqual(1186 * kib);
    expect(weight(program, 'dist/program.cjs')).toBeLessThanOrEqual(2380 * kib);
    for (const name of ['cli', 'mcp']) expect(weight(entries, `dist/${name}.mjs`)).toBeLessThanOrEqual(3 * kib);
    for (const [name, bound] of [
      ['dashboard', 200],
      ['record', 90],
    ] as const) {
      const total = scriptsOf(pages, name).reduce((sum, path) => sum + weight(pages, path), 0);
      expect(total, name).toBeLessThanOrEqual(bound * kib);
    }
  });
});

/** What evaluates with these sources: they and all that they import, other than late. */
function evaluated(metafile: Metafile, ...begin: string[]): string[] {
  const found = new Set(begin);
  for (const path of found) {
    const input = metafile.inputs[path];
    if (!input) throw new Error(`The metafile knows no ${path}.`);
    for (const { path: next, kind, external } of input.imports) {
      if (external !== true && kind !== 'dynamic-import') found.add(next);
    }
  }
  return [...found];
}

/** An output, and the chunks that are loaded before it runs. */
function loadedWith(metafile: Metafile, begin: string): ReadonlySet<string> {
  const found = new Set([begin]);
  for (const path of found) {
    for (const { path: next, kind, external } of output(metafile, path).imports) {
      if (external !== true && kind !== 'dynamic-import') found.add(next);
    }
  }
  return found;
}

/** The scripts that a page loads. */
function scriptsOf(metafile: Metafile, name: string): readonly string[] {
  return [...loadedWith(metafile, `dist/${name}.js`)];
}

/** The outputs that are code. */
function code(metafile: Metafile): string[] {
  return Object.keys(metafile.outputs).filter(path => path.endsWith('.mjs'));
}

function groupsOf(files: string[]): string[] {
  return files.filter(path => /^src\/operations\/\w+\/\w+Operations\.generated\.ts$/.test(path));
}

function output(metafile: Metafile, path: string): Metafile['outputs'][string] {
  const found = metafile.outputs[path];
  if (!found) throw new Error(`The metafile knows no ${path}.`);
  return found;
}

function sources(metafile: Metafile, path: string): string[] {
  return Object.keys(output(metafile, path).inputs);
}

function externals(metafile: Metafile, path: string): string[] {
  const outside = output(metafile, path).imports.filter(({ external }) => external);
  return [...new Set(outside.map(({ path: name }) => name))].sort();
}

/** What a bundle requires that Node does not bring. */
function foreign(metafile: Metafile, path: string): string[] {
  return externals(metafile, path).filter(name => !isBuiltin(name));
}

function packages(metafile: Metafile, path: string): string[] {
  return packagesOf(sources(metafile, path));
}

function packagesOf(files: readonly string[]): string[] {
  const names = files.map(file => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]);
  return [...new Set(names.filter(name => name !== undefined))].sort();
}

function outside(found: string[], allowed: string[]): string[] {
  return found.filter(name => !allowed.includes(name));
}

function weight(metafile: Metafile, path: string): number {
  return output(metafile, path).bytes;
}
