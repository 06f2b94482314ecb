import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { place } from '../../build/place.mjs';

/** The packages whose code a bundle may hold. Whatever is not here has come in by accident. */
const messages = [
  '@formatjs/fast-memoize',
  '@formatjs/icu-messageformat-parser',
  '@formatjs/icu-skeleton-parser',
  'intl-messageformat',
];
const core = ['kysely', 'sql.js', 'zod', ...messages];
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
const markdown = ['entities', 'linkify-it', 'markdown-it', 'mdurl', 'punycode.js', 'uc.micro'];
const page = ['@lit/reactive-element', '@vscode-elements/elements', 'lit', 'lit-element', 'lit-html', 'uplot', 'zod'];
const mcp = ['@modelcontextprotocol/core', '@modelcontextprotocol/server'];

const kib = 1024;
const commandLine = 'src/surfaces/cli/program.ts';

describe('the bundles', () => {
  let extension: Metafile;
  let library: Metafile;
  let planReader: Metafile;
  let laneTrees: Metafile;
  let laneSurface: Metafile;
  let workflowSurface: Metafile;
  let queryWorker: Metafile;
  let entries: Metafile;
  let program: Metafile;
  let dashboard: Metafile;

  beforeAll(async () => {
    const read = async (name: string): Promise<Metafile> =>
      JSON.parse(await readFile(join(place.meta, `${name}.json`), 'utf8'));
    extension = await read('extension');
    library = await read('git');
    planReader = await read('markdown');
    laneTrees = await read('laneTrees');
    laneSurface = await read('laneSurface');
    workflowSurface = await read('workflowSurface');
    queryWorker = await read('queryWorker');
    entries = await read('entries');
    program = await read('program');
    dashboard = await read('dashboard');
  });

  it('take the editor as it is: a copy of its names in each file was 5 MB of memory in every window', async () => {
    for (const name of ['extension', 'laneSurface', 'workflowSurface']) {
      const code = await readFile(join(place.dist, `${name}.js`), 'utf8');
      expect(code).toContain('require("vscode")');
      expect(code).not.toMatch(/\w\(require\("vscode"\)/);
    }
  });

  it('the programs never reach the editor, and have what they start beside them', () => {
    for (const name of ['cli', 'mcp']) expect(foreign(entries, `dist/${name}.mjs`)).toEqual([]);
    expect(sources(program, 'dist/program.cjs').filter(path => path.startsWith('src/surfaces/vscode/'))).toEqual([]);
    expect(foreign(program, 'dist/program.cjs')).toEqual(['./git.js', './laneTrees.js', './markdown.js']);
  });

  it('extension.js leaves nothing to the machine but the editor, Node and what is beside it', () => {
    expect(foreign(extension, 'dist/extension.js')).toEqual([
      './git.js',
      './laneSurface.js',
      './laneTrees.js',
      './markdown.js',
      './messages.js',
      './program.cjs',
      './sample.js',
      './workflowSurface.js',
      'vscode',
    ]);
    expect(foreign(library, 'dist/git.js')).toEqual([]);
    expect(foreign(planReader, 'dist/markdown.js')).toEqual([]);
    expect(foreign(laneSurface, 'dist/laneSurface.js')).toEqual(['./messages.js', './program.cjs', 'vscode']);
    // What extension.js holds of the libraries is not there a second time.
    expect(packages(laneSurface, 'dist/laneSurface.js')).toEqual([]);
    expect(foreign(workflowSurface, 'dist/workflowSurface.js')).toEqual(['./messages.js', './program.cjs', 'vscode']);
    expect(packages(workflowSurface, 'dist/workflowSurface.js')).toEqual([]);
    expect(foreign(laneTrees, 'dist/laneTrees.js')).toEqual(['./git.js']);
  });

  it('dashboard.js knows the protocol, the severities and the page, and nothing of the rest', () => {
    const own = sources(dashboard, 'dist/dashboard.js').filter(path => !path.includes('node_modules'));
    expect(own.filter(path => !path.startsWith('webview-ui/src/') && !path.startsWith('src/protocol/'))).toEqual([
      'src/domain/finding/findingSeverity.ts',
    ]);
    expect(own.length).toBeGreaterThan(0);
    expect(externals(dashboard, 'dist/dashboard.js')).toEqual([]);
  });

  it('hold the code of these packages alone', () => {
    // The store, with SQLite and the query builder, is with the programs.
    expect(packages(extension, 'dist/extension.js')).toEqual(['zod']);
    expect(outside(packages(planReader, 'dist/markdown.js'), markdown)).toEqual([]);
    expect(outside(packages(library, 'dist/git.js'), git)).toEqual([]);
    expect(packages(laneTrees, 'dist/laneTrees.js')).toEqual([]);
    for (const name of ['cli', 'mcp']) expect(packages(entries, `dist/${name}.mjs`)).toEqual([]);
    expect(outside(packages(program, 'dist/program.cjs'), [...core, ...mcp])).toEqual([]);
    expect(outside(packages(queryWorker, 'dist/queryWorker.mjs'), ['sql.js'])).toEqual([]);
    expect(outside(packages(dashboard, 'dist/dashboard.js'), page)).toEqual([]);
  });

  it('a command evaluates neither the MCP server nor what it has no part in', () => {
    const queue = evaluated(program, commandLine, 'src/operations/queue/queueOperations.ts');
    expect(queue.filter(path => path.includes('/@modelcontextprotocol/'))).toEqual([]);
    expect(queue.filter(path => path.includes('/zod/'))).not.toEqual([]);
    expect(groupsOf(queue)).toEqual(['src/operations/queue/queueOperations.ts']);
    // Git waits for a hook with every commit, and an agent for leave with every edit.
    for (const waitedFor of ['src/operations/hooks/hooksRun.ts', 'src/operations/lane/laneMayEdit.ts']) {
      expect(groupsOf(evaluated(program, commandLine, waitedFor)), waitedFor).toEqual([]);
    }
  });

  it('the editor and the server evaluate no operation on lanes before there is one', () => {
    const ofLanes = (files: string[]): string[] =>
      files.filter(path => /^src\/(operations\/(lane|worker)\/|git\/lane\/git)/.test(path));
    expect(ofLanes(sources(extension, 'dist/extension.js'))).toEqual([]);
    expect(ofLanes(evaluated(program, 'src/surfaces/programs.ts', 'src/surfaces/mcp/serveProcess.ts'))).toEqual([]);
    expect(evaluated(program, 'src/operations/laneCatalogue.ts')).toContain(
      'src/operations/lane/worker/workerSpawn.ts',
    );
  });

  it('are ASCII: one letter beyond and V8 holds the whole text in two bytes a letter', async () => {
    for (const name of ['extension.js', 'laneSurface.js', 'program.cjs', 'workflowSurface.js']) {
      // esbuild does not escape regular expressions: write \u2026 there.
      expect((await readFile(join(place.dist, name), 'utf8')).match(/[^\0-\x7f]/gu), name).toBeNull();
    }
  });

  it('nobody evaluates a ritual before one is asked for', () => {
    const ofWorkflows = (files: string[]): string[] =>
      files.filter(path => /^src\/workflows\//.test(path) && path !== 'src/workflows/loadWorkflows.ts');
    expect(ofWorkflows(sources(extension, 'dist/extension.js'))).toEqual([]);
    expect(ofWorkflows(evaluated(program, 'src/surfaces/programs.ts', 'src/surfaces/mcp/serveProcess.ts'))).toEqual([]);
    expect(ofWorkflows(evaluated(program, commandLine, 'src/operations/workflow/workflowOperations.ts'))).toEqual([]);
  });

  it('stay within their sizes', () => {
    // Both hold every operation, a hundred, and the programs the store as well: the shapes, the repositories and the
    // migrations are the larger part, kysely and zod a quarter. The bounds are to notice a package that slips in.
    expect(weight(extension, 'dist/extension.js')).toBeLessThanOrEqual(920 * kib);
    expect(weight(program, 'dist/program.cjs')).toBeLessThanOrEqual(1680 * kib);
    for (const name of ['cli', 'mcp']) expect(weight(entries, `dist/${name}.mjs`)).toBeLessThanOrEqual(3 * kib);
    expect(weight(dashboard, 'dist/dashboard.js')).toBeLessThanOrEqual(200 * kib);
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

function groupsOf(files: string[]): string[] {
  return files.filter(path => /^src\/operations\/\w+\/\w+Operations\.ts$/.test(path));
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
  const names = sources(metafile, path).map(file => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]);
  return [...new Set(names.filter(name => name !== undefined))].sort();
}

function outside(found: string[], allowed: string[]): string[] {
  return found.filter(name => !allowed.includes(name));
}

function weight(metafile: Metafile, path: string): number {
  return output(metafile, path).bytes;
}
