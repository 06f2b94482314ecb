import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { place } from '../../src/build/place.mjs';

/** The packages whose code a bundle may hold. Whatever is not here has come in by accident. */
const core = ['kysely', 'sql.js', 'zod'];
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
const page = ['@lit/reactive-element', '@vscode-elements/elements', 'lit', 'lit-element', 'lit-html', 'zod'];
const mcp = ['@modelcontextprotocol/core', '@modelcontextprotocol/server'];

const kib = 1024;

describe('the bundles', () => {
  let extension: Metafile;
  let library: Metafile;
  let planReader: Metafile;
  let laneTrees: Metafile;
  let laneSurface: Metafile;
  let queryWorker: Metafile;
  let programs: Metafile;
  let quick: Metafile;
  let dashboard: Metafile;

  beforeAll(async () => {
    const read = async (name: string): Promise<Metafile> =>
      JSON.parse(await readFile(join(place.meta, `${name}.json`), 'utf8'));
    extension = await read('extension');
    library = await read('git');
    planReader = await read('markdown');
    laneTrees = await read('laneTrees');
    laneSurface = await read('laneSurface');
    queryWorker = await read('queryWorker');
    programs = await read('programs');
    quick = await read('quick');
    dashboard = await read('dashboard');
  });

  for (const program of ['cli', 'mcp']) {
    it(`${program}.mjs never reaches the editor`, () => {
      const reached = closure(programs, `dist/${program}.mjs`, true);
      expect(sources(programs, reached).filter(path => path.startsWith('src/surfaces/vscode/'))).toEqual([]);
      expect(externals(programs, reached).filter(name => !isBuiltin(name))).toEqual([
        '../git.js',
        '../laneTrees.js',
        '../markdown.js',
      ]);
    });
  }

  it('extension.js leaves nothing to the machine but the editor, Node and what is beside it', () => {
    const reached = closure(extension, 'dist/extension.js', true);
    expect(externals(extension, reached).filter(name => !isBuiltin(name))).toEqual([
      './git.js',
      './laneSurface.js',
      './laneTrees.js',
      './lanes.mjs',
      './markdown.js',
      'vscode',
    ]);
    expect(externals(library, ['dist/git.js']).filter(name => !isBuiltin(name))).toEqual([]);
    expect(externals(planReader, ['dist/markdown.js']).filter(name => !isBuiltin(name))).toEqual([]);
    expect(externals(programs, closure(programs, 'dist/lanes.mjs', false)).filter(name => !isBuiltin(name))).toEqual(
      [],
    );
    expect(externals(laneSurface, ['dist/laneSurface.js']).filter(name => !isBuiltin(name))).toEqual([
      './lanes.mjs',
      'vscode',
    ]);
    // What extension.js holds of the libraries is not there a second time.
    expect(packages(laneSurface, ['dist/laneSurface.js'])).toEqual([]);
    expect(externals(laneTrees, ['dist/laneTrees.js']).filter(name => !isBuiltin(name))).toEqual(['./git.js']);
  });

  it('quick.cjs has what it starts beside it', () => {
    expect(externals(quick, ['dist/quick.cjs']).filter(name => !isBuiltin(name))).toEqual([
      './git.js',
      './laneTrees.js',
      './markdown.js',
    ]);
  });

  it('dashboard.js knows the protocol and the page, and nothing of the rest', () => {
    const own = sources(dashboard, ['dist/dashboard.js']).filter(path => !path.includes('node_modules'));
    expect(own.filter(path => !path.startsWith('webview-ui/src/') && !path.startsWith('src/protocol/'))).toEqual([]);
    expect(own.length).toBeGreaterThan(0);
    expect(externals(dashboard, ['dist/dashboard.js'])).toEqual([]);
  });

  it('hold the code of these packages alone', () => {
    expect(outside(packages(extension, ['dist/extension.js']), core)).toEqual([]);
    expect(outside(packages(planReader, ['dist/markdown.js']), markdown)).toEqual([]);
    expect(outside(packages(library, ['dist/git.js']), git)).toEqual([]);
    expect(outside(packages(programs, closure(programs, 'dist/lanes.mjs', false)), core)).toEqual([]);
    expect(packages(laneTrees, ['dist/laneTrees.js'])).toEqual([]);
    expect(outside(packages(quick, ['dist/quick.cjs']), core)).toEqual([]);
    expect(outside(packages(queryWorker, ['dist/queryWorker.mjs']), ['sql.js'])).toEqual([]);
    expect(outside(packages(programs, closure(programs, 'dist/cli.mjs', true)), [...core, ...mcp])).toEqual([]);
    expect(outside(packages(programs, closure(programs, 'dist/mcp.mjs', true)), [...core, ...mcp])).toEqual([]);
    expect(outside(packages(dashboard, ['dist/dashboard.js']), page)).toEqual([]);
  });

  it('the CLI does not load the MCP server, git or the reader of plans before it needs them', () => {
    const eager = packages(programs, [...closure(programs, 'dist/cli.mjs', false), ...loadedByQueue()]);
    expect(eager).toContain('zod');
    expect(eager.filter(name => [...mcp, ...git, ...markdown].includes(name))).toEqual([]);
  });

  it('the editor and the server hold no operation on lanes before there is one', () => {
    const ofLanes = (files: string[]): string[] =>
      files.filter(path => /^src\/(operations\/(lane|worker)\/|git\/lane\/git)/.test(path));
    expect(ofLanes(sources(extension, ['dist/extension.js']))).toEqual([]);
    expect(ofLanes(sources(programs, closure(programs, 'dist/mcp.mjs', false)))).toEqual([]);
    expect(ofLanes(sources(programs, closure(programs, 'dist/lanes.mjs', false)))).toContain(
      'src/operations/worker/workerSpawn.ts',
    );
  });

  it('a queue command loads its own group of operations alone', () => {
    const groups = sources(programs, loadedByQueue()).filter(path =>
      /^src\/operations\/\w+\/\w+Operations\.ts$/.test(path),
    );
    expect(groups).toEqual(['src/operations/queue/queueOperations.ts']);
  });

  it('a hook opens few chunks, and no command many', () => {
    const opened = (module: string): number => {
      const entry = (source: string): string[] =>
        Object.keys(programs.outputs).filter(path => programs.outputs[path]?.entryPoint === source);
      const entries = ['src/surfaces/cli/main.ts', 'src/surfaces/cli/program.ts', module].flatMap(entry);
      expect(entries).toHaveLength(3);
      return new Set(entries.flatMap(path => closure(programs, path, false))).size;
    };
    expect(opened('src/operations/hooks/hooksRun.ts')).toBeLessThanOrEqual(8);
    expect(opened('src/operations/queue/queueOperations.ts')).toBeLessThanOrEqual(16);
    expect(opened('src/operations/finding/findingOperations.ts')).toBeLessThanOrEqual(16);
  });

  it('stay within their sizes', () => {
    // The editor and the server hold every operation: a hundred, of which the shapes, the repositories and the store's
    // migrations are the larger part; kysely and zod are a quarter. The bounds are to notice a package that slips in.
    expect(weight(extension, ['dist/extension.js'])).toBeLessThanOrEqual(1024 * kib);
    expect(weight(programs, closure(programs, 'dist/mcp.mjs', false))).toBeLessThanOrEqual(1024 * kib);
    // A command lives for a tenth of a second: it loads its own group.
    expect(weight(programs, loadedByQueue())).toBeLessThanOrEqual(608 * kib);
    expect(weight(quick, ['dist/quick.cjs'])).toBeLessThanOrEqual(641 * kib);
    expect(weight(dashboard, ['dist/dashboard.js'])).toBeLessThanOrEqual(200 * kib);
  });

  /** What `stateroom queue next` loads: the program that the entry imports late, and its group of operations. */
  function loadedByQueue(): string[] {
    const late = ['src/surfaces/cli/program.ts', 'src/operations/queue/queueOperations.ts'];
    return [...new Set(late.flatMap(source => closure(programs, outputOf(programs, source), false)))];
  }
});

/** An output and the chunks it imports; with `lazy` also those it imports when it needs them. */
function closure(metafile: Metafile, entry: string, lazy: boolean): string[] {
  const reached = new Set<string>();
  const visit = (path: string): void => {
    if (reached.has(path)) return;
    reached.add(path);
    for (const { path: next, kind, external } of output(metafile, path).imports) {
      if (!external && (lazy || kind !== 'dynamic-import')) visit(next);
    }
  };
  visit(entry);
  return [...reached];
}

function output(metafile: Metafile, path: string): Metafile['outputs'][string] {
  const found = metafile.outputs[path];
  if (!found) throw new Error(`The metafile knows no ${path}.`);
  return found;
}

/** The output that a late import of this source loads. */
function outputOf(metafile: Metafile, source: string): string {
  const found = Object.keys(metafile.outputs).find(path => metafile.outputs[path]?.entryPoint === source);
  if (found === undefined) throw new Error(`The metafile knows no late import of ${source}.`);
  return found;
}

function sources(metafile: Metafile, outputs: string[]): string[] {
  return outputs.flatMap(path => Object.keys(output(metafile, path).inputs));
}

function externals(metafile: Metafile, outputs: string[]): string[] {
  const names = outputs.flatMap(path =>
    output(metafile, path)
      .imports.filter(({ external }) => external)
      .map(({ path: name }) => name),
  );
  return [...new Set(names)].sort();
}

function packages(metafile: Metafile, outputs: string[]): string[] {
  const names = sources(metafile, outputs).map(path => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]);
  return [...new Set(names.filter(name => name !== undefined))].sort();
}

function outside(found: string[], allowed: string[]): string[] {
  return found.filter(name => !allowed.includes(name));
}

function weight(metafile: Metafile, outputs: string[]): number {
  return outputs.reduce((sum, path) => sum + output(metafile, path).bytes, 0);
}
