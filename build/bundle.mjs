import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { generate } from './generate.mjs';
import { iconFont, iconSources } from './iconFont.mjs';
import { lateModules } from './lateModules.mjs';
import { withLock } from './lock.mjs';
import { thirdPartyNotices } from './notices.mjs';
import { place } from './place.mjs';
import { duration, RigError, say } from './say.mjs';

/**
 * @typedef {object} Bundle
 * @property {string} name its metafile is dist/meta/<name>.json
 * @property {Record<string, string>} entries output name to source file
 * @property {import('esbuild').BuildOptions} options
 */

/** CommonJS packages inside an ES module bundle still call require, and sql.js looks at its folder. */
export const requireBanner = [
  // No name that a minifier would give.
  "import{createRequire as cjsRequire}from'node:module';",
  "import{dirname as cjsFolder}from'node:path';",
  "import{fileURLToPath as cjsPath}from'node:url';",
  'const require=cjsRequire(import.meta.url),__filename=cjsPath(import.meta.url),__dirname=cjsFolder(__filename);',
].join('');

/** Libraries in files of their own, which the editor and the programs share: nothing is packed twice. */
const libraries = {
  'simple-git': './git.js',
  'markdown-it': './markdown.js',
  'sql.js/dist/sql-wasm.js': './sqlite.js',
  kysely: './kysely.js',
  'jsonc-parser': './jsonc.js',
  'smol-toml': './toml.js',
  diff: './diff.js',
  '@agentclientprotocol/sdk': './acp.js',
};

/** The same of what both load first; `build/core.mjs` says what that is. */
const core = { source: 'build/core.mjs', file: './core.js', packages: /^(zod(\/v4|\/mini)?|intl-messageformat)$/ };

/** How the names of chunks begin; short, as a package has each of them twice. */
const chunk = '_';

/** @type {import('esbuild').Plugin} */
const sharedCore = {
  name: 'shared-core',
  setup({ onResolve }) {
    const path = join(place.root, core.source);
    onResolve({ filter: core.packages }, ({ importer }) =>
      importer === path ? { path: core.file, external: true } : { path },
    );
  },
};

/**
 * What the editor takes from the programs, it loads from their bundle.
 *
 * @type {import('esbuild').Plugin}
 */
const programsBeside = {
  name: 'programs-beside',
  setup({ onResolve }) {
    onResolve({ filter: /^(?:\.\.\/)+programs\.js$/ }, () => ({ path: './program.cjs', external: true }));
  },
};

/**
 * Git runs the hooks, by the command line: the editor leaves out by what they judge.
 *
 * @type {import('esbuild').Plugin}
 */
const withoutJudges = {
  name: 'without-judges',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\/judge\w+\.js$/ }, ({ importer, kind }) =>
      kind === 'dynamic-import' && /\/hooks\/hooksRun\.ts$/.test(importer.replaceAll('\\', '/'))
        ? { path: 'judges', namespace: 'left-out' }
        : undefined,
    );
    onLoad({ filter: /^judges$/, namespace: 'left-out' }, () => ({
      contents: 'throw new Error("The command line runs the hooks of git.");',
    }));
  },
};

/** @type {Bundle[]} */
const bundles = [
  {
    // What is imported late is in chunks of `lateModules.mjs`, which are read with the first import.
    name: 'editor',
    entries: {
      extension: 'src/surfaces/vscode/extension.ts',
      queryWorker: 'src/store/engine/sqljs/queryWorker.ts',
      sample: 'src/sample/sample.ts',
    },
    options: {
      platform: 'node',
      format: 'esm',
      target: 'node20',
      splitting: true,
      // Beside the libraries, which they import by a relative path.
      chunkNames: `${chunk}[hash]`,
      outExtension: { '.js': '.mjs' },
      external: ['vscode', ...Object.values(libraries)],
      alias: libraries,
      plugins: [lateModules, sharedCore, programsBeside, withoutJudges],
    },
  },
  {
    // One file, of which V8 keeps what it compiled; what is imported late is evaluated late.
    name: 'program',
    entries: { program: 'src/surfaces/programs.ts' },
    options: {
      platform: 'node',
      format: 'cjs',
      target: 'node20',
      outExtension: { '.js': '.cjs' },
      external: Object.values(libraries),
      alias: { ...libraries, '@modelcontextprotocol/server/_shims': './build/mcpShims.mjs' },
      supported: { 'dynamic-import': false },
      plugins: [sharedCore],
    },
  },
  {
    // Both only load program.cjs.
    name: 'entries',
    entries: { cli: 'src/surfaces/cli/main.ts', mcp: 'src/surfaces/mcp/main.ts' },
    options: { platform: 'node', format: 'esm', target: 'node20', outExtension: { '.js': '.mjs' } },
  },
  {
    name: 'libraries',
    entries: {
      core: core.source,
      git: 'node_modules/simple-git/dist/index.mjs',
      markdown: 'node_modules/markdown-it/dist/markdown-it.cjs.js',
      sqlite: 'node_modules/sql.js/dist/sql-wasm.js',
      kysely: 'build/kysely.mjs',
      jsonc: 'build/jsonc.mjs',
      toml: 'build/toml.mjs',
      diff: 'build/diff.mjs',
    },
    options: {
      platform: 'node',
      format: 'cjs',
      target: 'node20',
      alias: { 'linkify-it': './build/linkifyShim.mjs' },
    },
  },
  {
    // A library too, with zod from beside it.
    name: 'acp',
    entries: { acp: 'build/acp.mjs' },
    options: { platform: 'node', format: 'cjs', target: 'node20', external: [core.file], plugins: [sharedCore] },
  },
  {
    // What both pages have in common is a file of its own, which each of them loads.
    name: 'pages',
    entries: { dashboard: 'webview-ui/src/main.ts', record: 'webview-ui/src/record/main.ts' },
    options: {
      platform: 'browser',
      format: 'esm',
      target: ['es2024', 'chrome140'],
      conditions: ['browser'],
      splitting: true,
      chunkNames: 'pages',
    },
  },
];

/** What is copied into dist as it is. */
const copies = [['node_modules/sql.js/dist/sql-wasm.wasm', 'sql-wasm.wasm']];

/**
 * Bundles everything into dist. Each file appears by a rename and only when its content changed, so that a program
 * that runs from dist meanwhile never reads half a file.
 *
 * @param {{ watch?: boolean, development?: boolean }} [options] `development` keeps names and links source maps
 */
export async function bundle({ watch = false, development = watch } = {}) {
  const esbuild = await import('esbuild');
  const changed = await generate();
  if (changed.length > 0) say('generate', `changed ${changed.join(', ')}`);
  await generateManifest(esbuild);
  if (watch) return watchAll(esbuild);
  await withLock('build', async () => {
    const started = performance.now();
    const results = await Promise.all(bundles.map(one => build(esbuild, one, development)));
    const written = results.flatMap(result => result.outputFiles ?? []);
    await removeChunksExcept(written.map(({ path }) => path));
    for (const [index, result] of results.entries()) await keepMeta(bundles[index]?.name ?? '', result.metafile);
    const inputs = results.flatMap(result => Object.keys(result.metafile?.inputs ?? {}));
    const shipped = [...inputs, ...iconSources, ...copies.map(([from = '']) => from)];
    await put(join(place.dist, 'ThirdPartyNotices.txt'), Buffer.from(await thirdPartyNotices(shipped)));
    await copyAll();
    const total = written
      .filter(file => /\.(js|cjs|mjs|css)$/.test(file.path))
      .reduce((sum, file) => sum + file.contents.length, 0);
    say(
      'build',
      `${written.length} files, ${Math.round(total / 1024)} KiB of code, in ${duration(performance.now() - started)}`,
    );
  });
}

/**
 * A chunk's name changes with its content: those of earlier builds would be packed too.
 *
 * @param {string[]} written absolute paths
 */
async function removeChunksExcept(written) {
  for (const name of await readdir(place.dist)) {
    if (name.startsWith(chunk) && !written.includes(join(place.dist, name))) await rm(join(place.dist, name));
  }
}

/**
 * @param {typeof import('esbuild')} esbuild
 * @param {Bundle} one
 * @param {boolean} development
 */
async function build(esbuild, one, development) {
  for (const source of Object.values(one.entries)) {
    if (!existsSync(join(place.root, source))) throw new RigError(`The bundle "${one.name}" has no entry ${source}.`);
  }
  try {
    return await esbuild.build(buildOptions(one, development));
  } catch (error) {
    // esbuild has printed each error with its place already.
    const { errors } = /** @type {import('esbuild').BuildFailure} */ (error);
    if (errors === undefined) throw error;
    throw new RigError(`The bundle "${one.name}" was not built: ${errors.length} errors, see above.`);
  }
}

/**
 * @param {Bundle} one
 * @param {boolean} development
 * @returns {import('esbuild').BuildOptions}
 */
function buildOptions(one, development) {
  return {
    absWorkingDir: place.root,
    entryPoints: one.entries,
    outdir: place.dist,
    bundle: true,
    write: false,
    metafile: true,
    minify: !development,
    keepNames: false,
    sourcemap: development ? 'linked' : 'external',
    legalComments: development ? 'none' : 'linked',
    logLevel: 'warning',
    define: {
      'process.env.NODE_ENV': development ? '"development"' : '"production"',
    },
    // A name that build/core.mjs lacks is a warning by itself.
    logOverride: { 'import-is-undefined': 'error' },
    ...one.options,
    plugins: [...(one.options.plugins ?? []), ...(development ? [] : [shortHashes]), writer],
  };
}

/**
 * Shortens the hashes in the names of chunks to as many characters as tell them apart, of 8. Chunks name each other 2,500 times, and a
 * hash cannot be compressed.
 *
 * @type {import('esbuild').Plugin}
 */
const shortHashes = {
  name: 'short-hashes',
  setup(build) {
    build.onEnd(result => {
      const { outputFiles = [], metafile } = result;
      for (const kept of [4, 5, 6, 7]) {
        const rest = new RegExp(`(?<=\\b${chunk}[A-Z0-9]{${kept}})[A-Z0-9]{${8 - kept}}(?=\\.mjs\\b)`, 'g');
        const paths = outputFiles.map(({ path }) => path.replace(rest, ''));
        if (new Set(paths).size < paths.length) continue;
        for (const [index, file] of outputFiles.entries()) {
          file.path = paths[index] ?? file.path;
          if (/\.mjs(\.map)?$/.test(file.path)) file.contents = Buffer.from(file.text.replace(rest, ''));
        }
        if (metafile !== undefined) result.metafile = JSON.parse(JSON.stringify(metafile).replace(rest, ''));
        return;
      }
    });
  },
};

/** @type {import('esbuild').Plugin} */
const writer = {
  name: 'write-by-rename',
  setup(build) {
    build.onEnd(async result => {
      for (const file of result.outputFiles ?? []) await put(file.path, file.contents);
    });
  },
};

/** @param {typeof import('esbuild')} esbuild */
async function watchAll(esbuild) {
  await copyAll();
  const reporter = problemReporter(bundles.length);
  for (const one of bundles) {
    const options = buildOptions(one, true);
    const context = await esbuild.context({
      ...options,
      logLevel: 'silent',
      plugins: [...(options.plugins ?? []), reporter],
    });
    await context.watch();
  }
  await new Promise(() => undefined);
}

/**
 * Prints what VS Code's problem matcher reads (.vscode/tasks.json): when building begins, its errors, and when all
 * bundles are done, so that F5 starts nothing half built.
 *
 * @param {number} first how many bundles the first round builds
 * @returns {import('esbuild').Plugin}
 */
function problemReporter(first) {
  let building = first;
  let expected = first;
  console.log('[watch] build started');
  return {
    name: 'problem-reporter',
    setup(build) {
      build.onStart(() => {
        // The first round was counted when it was announced.
        if (expected > 0) {
          expected--;
          return;
        }
        if (building++ === 0) console.log('[watch] build started');
      });
      build.onEnd(result => {
        for (const { text, location } of result.errors) {
          console.log(`✘ [ERROR] ${text}`);
          console.log(location ? `    ${location.file}:${location.line}:${location.column + 1}:` : '');
        }
        if (--building === 0) console.log('[watch] build finished');
      });
    },
  };
}

/** Writes the generated parts of package.json from src/manifest, and the texts of the editor's code for translators. */
async function generateManifest(/** @type {typeof import('esbuild')} */ esbuild) {
  const source = join(place.root, 'src', 'manifest', 'generate.ts');
  if (!existsSync(source)) return;
  const outfile = join(place.cache, 'build', 'generate.mjs');
  await withLock('manifest', async () => {
    // A file of its own: one that is linked with another checkout's would be changed there too.
    await rm(outfile, { force: true });
    await esbuild.build({
      absWorkingDir: place.root,
      entryPoints: [source],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node22',
      banner: { js: requireBanner },
      logLevel: 'warning',
    });
    const { mustRun } = await import('./command.mjs');
    const output = await mustRun(process.execPath, [outfile], { cwd: place.root, what: 'src/manifest/generate.ts' });
    if (output.trim()) say('manifest', output.trim());
    const { exportTexts, textFile } = await import('./exportTexts.mjs');
    if (await exportTexts()) say('manifest', `wrote ${textFile}`);
  });
}

async function copyAll() {
  const { css, font } = await iconFont();
  await put(join(place.dist, 'codicon.css'), css);
  await put(join(place.dist, 'codicon.ttf'), font);
  for (const [from = '', to = ''] of copies) await put(join(place.dist, to), await readFile(join(place.root, from)));
}

/**
 * @param {string} name
 * @param {unknown} metafile
 */
async function keepMeta(name, metafile) {
  await put(join(place.meta, `${name}.json`), Buffer.from(JSON.stringify(metafile)));
}

/**
 * @param {string} path
 * @param {Uint8Array} contents
 */
async function put(path, contents) {
  const old = await readFile(path).catch(() => undefined);
  if (old && Buffer.compare(old, contents) === 0) return;
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}.new`;
  await writeFile(draft, contents, { mode: path.endsWith('cli.mjs') || path.endsWith('mcp.mjs') ? 0o755 : 0o644 });
  await rename(draft, path);
}
