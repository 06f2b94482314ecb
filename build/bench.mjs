import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { requireBanner } from './bundle.mjs';
import { command } from './command.mjs';
import { place } from './place.mjs';
import { findReference } from './reference.mjs';
import { missingForEditor } from './suite.mjs';
import { readSources } from './walls.mjs';

/**
 * Bundles test/bench and runs it. Takes its words: `--smoke` for tiny sizes, `--only <group>,…`, `--runs <n>`,
 * `--rows <file>` for the result as JSON, `--page <file>` for it as Markdown.
 *
 * @param {string[]} words
 * @param {{ install?: boolean, quiet?: boolean }} [options] `install` compiles the reference if it is not there yet
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function runBench(words, { install = true, quiet = false } = {}) {
  const reference = await findReference({ install });
  const groups = words.includes('--only') ? words[words.indexOf('--only') + 1]?.split(',') : undefined;
  const folder = join(place.cache, 'bench', String(process.pid));
  const programs = join(folder, 'programs');
  await mkdir(programs, { recursive: true });
  try {
    await bundlePrograms(programs);
    const nodeVersion = (await command(reference.node, ['-p', 'process.versions.node'], { quiet: true })).output.trim();
    const setup = {
      root: place.root,
      folder: join(folder, 'work'),
      worker: join(programs, 'worker.mjs'),
      node: reference.node,
      nodeVersion,
      userNode: process.env.STATEROOM_USER_NODE ?? process.execPath,
      reference: { engine: reference.engine, module: reference.module, note: reference.note },
      calls: groups === undefined || groups.includes('calls') ? await transpileSources(join(folder, 'calls')) : '',
      editor: {
        program: join(programs, 'editor.mjs'),
        hostScript: join(programs, 'host'),
        idleScript: join(programs, 'idleHost'),
        missing: groups === undefined || groups.includes('editor') ? ((await missingForEditor()) ?? '') : '',
      },
    };
    return await command(process.execPath, [join(programs, 'main.mjs'), ...words], {
      cwd: place.root,
      quiet,
      env: { STATEROOM_BENCH: JSON.stringify(setup) },
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Runs the coordination of agents: `--agents <n>,…`, `--tasks <n>`, `--seed <n>`, `--way <name>,…`, `--rows <file>`.
 *
 * @param {string[]} words
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function runCoordination(words) {
  const folder = join(place.cache, 'coordination', String(process.pid));
  const program = join(folder, 'main.mjs');
  try {
    const { build } = await import('esbuild');
    await build({ ...common, entryPoints: ['test/bench/coordination/main.ts'], outfile: program });
    const userNode = process.env.STATEROOM_USER_NODE ?? process.execPath;
    const setup = { root: place.root, folder: join(folder, 'work'), userNode };
    return await command(process.execPath, [program, ...words], {
      cwd: place.root,
      quiet: false,
      env: { STATEROOM_BENCH: JSON.stringify(setup) },
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @satisfies {import('esbuild').BuildOptions} */
const common = {
  absWorkingDir: place.root,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  banner: { js: requireBanner },
  logLevel: 'warning',
};

/**
 * The worker is minified as what we ship is; what drives it is not, for the sake of its error messages.
 *
 * @param {string} folder
 */
async function bundlePrograms(folder) {
  const { build } = await import('esbuild');
  /** @type {import('esbuild').BuildOptions} */
  const programs = { ...common, outdir: folder, outExtension: { '.js': '.mjs' } };
  await build({ ...programs, entryPoints: { main: 'test/bench/main.ts' } });
  await build({ ...programs, entryPoints: { worker: 'test/bench/worker/worker.ts' }, minify: true, splitting: true });
  await build({
    ...programs,
    entryPoints: { editor: 'test/bench/editor/editor.ts' },
    external: ['playwright-core'],
    plugins: [rigInPlace],
  });
  await build({
    ...programs,
    entryPoints: { host: 'test/bench/editor/host.ts', idleHost: 'test/bench/editor/idleHost.ts' },
    format: 'cjs',
    outExtension: { '.js': '.js' },
    banner: {},
    external: ['vscode'],
  });
}

/**
 * The command line, file by file, so that V8 counts the functions of each.
 *
 * @param {string} folder
 * @returns {Promise<string>} the file to start
 */
async function transpileSources(folder) {
  const { build } = await import('esbuild');
  const files = await readSources();
  await build({
    absWorkingDir: place.root,
    entryPoints: files.filter(file => file.startsWith('src/')),
    outbase: place.root,
    outdir: folder,
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
  });
  const { version } = JSON.parse(await readFile(join(place.root, 'package.json'), 'utf8'));
  const entry = join(folder, 'entry.js');
  const start = 'await runProgram(import.meta.url, false, async () => 1);';
  await Promise.all([
    writeFile(join(folder, 'package.json'), '{ "type": "module" }\n'),
    // A bundle takes it from package.json.
    writeFile(join(folder, 'src', 'platform', 'version.js'), `export const version = '${version}';\n`),
    copyFile(join(place.root, 'node_modules', 'sql.js', 'dist', 'sql-wasm.wasm'), join(folder, 'sql-wasm.wasm')),
    writeFile(entry, `import { runProgram } from './src/surfaces/cli/program.js';\n${start}\n`),
  ]);
  return entry;
}

/**
 * The rig finds its places from where its files lie: they are not copied into a bundle.
 *
 * @type {import('esbuild').Plugin}
 */
const rigInPlace = {
  name: 'rig-in-place',
  setup(build) {
    build.onResolve({ filter: /\/build\/[^/]+\.mjs$/ }, ({ path, resolveDir }) => ({
      path: pathToFileURL(join(resolveDir, path)).href,
      external: true,
    }));
  },
};
