import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { isChunk, pruneChunks } from './chunk.mjs';
import { iconFont, iconSources } from './iconFont.mjs';
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
  // Every chunk begins with it, so it is short; no name that a minifier would give.
  "import{createRequire as cjsRequire}from'node:module';",
  "import{dirname as cjsFolder}from'node:path';",
  "import{fileURLToPath as cjsPath}from'node:url';",
  'const require=cjsRequire(import.meta.url),__filename=cjsPath(import.meta.url),__dirname=cjsFolder(__filename);',
].join('');

/**
 * Each zod shape can describe itself as JSON Schema, which brings the code for it along (17 KiB). Only the server ever asks:
 * what the editor tells of shapes is in the manifest.
 *
 * @type {import('esbuild').Plugin}
 */
const noJsonSchema = {
  name: 'no-json-schema',
  setup(build) {
    const absent = "() => { throw new Error('JSON Schema is made by the server alone.'); }";
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/ }, () => ({
      contents: `exports.createToJSONSchemaMethod = exports.createStandardJSONSchemaMethod = ${absent};`,
      loader: 'js',
    }));
  },
};

const commandLine = 'src/surfaces/cli/program.ts';
const hooks = 'src/operations/hooks/hooksRun.ts';
/** Small, and asked for by most groups. */
const settings = 'src/operations/baseConfig.ts';

/**
 * Code goes into one chunk when the same entries reach it, and each chunk that a command opens costs it a millisecond. So
 * every group of operations reaches what the command line loads in any case, and those that share much with the hooks all
 * that hooks need: they find it in one chunk each.
 *
 * @type {import('esbuild').Plugin}
 */
const fewChunks = {
  name: 'few-chunks',
  setup(build) {
    let always = '';
    let withHooks = '';
    build.onStart(async () => {
      always = await importsOf(build.esbuild, [commandLine]);
      withHooks = await importsOf(build.esbuild, [commandLine, hooks, settings]);
    });
    build.onLoad(
      { filter: /[\\/]src[\\/]operations[\\/][a-z]+[\\/]([a-z]+Operations|hooksRun)\.ts$/ },
      async ({ path }) => {
        const text = zodAsNamespace(await readFile(path, 'utf8'));
        const isSmall = /[\\/](events|queue|repository|store)Operations\.ts$/.test(path);
        return { contents: `${text}\n${isSmall ? always : withHooks}`, loader: 'ts' };
      },
    );
  },
};

/**
 * Lines that import what these modules import, directly or by others, without the command line's own.
 *
 * @param {import('esbuild').PluginBuild['esbuild']} esbuild
 * @param {string[]} modules
 */
async function importsOf(esbuild, modules) {
  const { metafile } = await esbuild.build({
    absWorkingDir: place.root,
    entryPoints: modules,
    outdir: place.dist,
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    splitting: true,
    packages: 'external',
    logLevel: 'silent',
  });
  const found = new Set(modules);
  for (const file of found) {
    for (const { path, kind } of metafile.inputs[file]?.imports ?? []) if (kind === 'import-statement') found.add(path);
  }
  const shared = [...found].filter(file => /^src\/(?!surfaces\/cli\/)/.test(file));
  return shared.map(file => `import ${JSON.stringify(join(place.root, file))};`).join('\n');
}

/**
 * Where one file is all of a program, what there is for lanes is in others, which only some acts need: the operations, what
 * git does for them, and what the editor shows of them.
 *
 * @type {import('esbuild').Plugin}
 */
const lanesApart = {
  name: 'lanes-apart',
  setup(build) {
    build.onResolve({ filter: /[\\/]laneCatalogue\.js$/ }, () => ({ path: './lanes.mjs', external: true }));
    build.onResolve({ filter: /[\\/]gitLaneTrees\.js$/ }, () => ({ path: './laneTrees.js', external: true }));
    build.onResolve({ filter: /[\\/]laneSurface\.js$/ }, () => ({ path: './laneSurface.js', external: true }));
  },
};

/** What the programs load late of the files beside them, so that it is there once: by what they import. */
const filesBeside = [
  { filter: /^simple-git$/, text: "export { simpleGit } from '../git.js';" },
  { filter: /^markdown-it$/, text: "import library from '../markdown.js';\nexport default library.default;" },
  { filter: /[\\/]gitLaneTrees\.js$/, text: "export { GitLaneTrees } from '../laneTrees.js';" },
];

/**
 * Each of them becomes a chunk that names the file, since a late import alone is sure to be a file of the folder of chunks.
 *
 * @type {import('esbuild').Plugin}
 */
const useFilesBeside = {
  name: 'use-files-beside',
  setup(build) {
    const namespace = 'beside';
    for (const { filter, text } of filesBeside) {
      build.onResolve({ filter }, ({ kind, path }) => {
        if (kind !== 'dynamic-import') return undefined;
        return { path: basename(path, '.js'), namespace, pluginData: text };
      });
    }
    build.onLoad({ filter: /./, namespace }, ({ pluginData }) => ({ contents: pluginData, loader: 'js' }));
    build.onResolve({ filter: /^\.\.\//, namespace }, ({ path }) => ({ path, external: true }));
  },
};

/** @type {Bundle[]} */
const bundles = [
  {
    name: 'extension',
    entries: { extension: 'src/surfaces/vscode/extension.ts' },
    options: {
      platform: 'node',
      format: 'cjs',
      target: 'node22',
      external: ['vscode', './git.js', './markdown.js'],
      alias: { 'simple-git': './git.js', 'markdown-it': './markdown.js' },
      // What is imported late is then required, as an extension's own files are.
      supported: { 'dynamic-import': false },
      plugins: [noJsonSchema, lanesApart],
    },
  },
  {
    name: 'laneTrees',
    entries: { laneTrees: 'src/git/lane/gitLaneTrees.ts' },
    options: {
      platform: 'node',
      format: 'cjs',
      target: 'node20',
      external: ['./git.js'],
      alias: { 'simple-git': './git.js' },
      supported: { 'dynamic-import': false },
      plugins: [noJsonSchema],
    },
  },
  {
    // The editor reads all of extension.js when it starts; git is needed by some acts only.
    name: 'git',
    entries: { git: 'node_modules/simple-git/dist/index.mjs' },
    options: { platform: 'node', format: 'cjs', target: 'node20' },
  },
  {
    // Where there are no lanes the editor has nothing to show of them.
    name: 'laneSurface',
    entries: { laneSurface: 'src/surfaces/vscode/lanes/laneSurface.ts' },
    options: {
      platform: 'node',
      format: 'cjs',
      target: 'node22',
      external: ['vscode'],
      supported: { 'dynamic-import': false },
      plugins: [noJsonSchema, lanesApart],
    },
  },
  {
    // Needed where a plan is read.
    name: 'markdown',
    entries: { markdown: 'node_modules/markdown-it/dist/markdown-it.mjs' },
    options: { platform: 'node', format: 'cjs', target: 'node20' },
  },
  {
    name: 'programs',
    // The editor loads the operations on lanes from here as well, once there is a lane: they are shipped once.
    entries: {
      cli: 'src/surfaces/cli/main.ts',
      mcp: 'src/surfaces/mcp/main.ts',
      lanes: 'src/operations/laneCatalogue.ts',
    },
    options: {
      platform: 'node',
      format: 'esm',
      target: 'node20',
      splitting: true,
      chunkNames: 'chunks/[name]-[hash]',
      outExtension: { '.js': '.mjs' },
      banner: { js: requireBanner },
      plugins: [fewChunks, useFilesBeside],
    },
  },
  {
    // What is waited for most, in one file: V8 can keep what it compiled of a script, and one file opens faster than many.
    name: 'quick',
    entries: { quick: 'src/surfaces/cli/quick.ts' },
    options: {
      platform: 'node',
      format: 'cjs',
      target: 'node20',
      outExtension: { '.js': '.cjs' },
      external: ['./git.js', './markdown.js'],
      alias: { 'simple-git': './git.js', 'markdown-it': './markdown.js' },
      supported: { 'dynamic-import': false },
      plugins: [noJsonSchema, lanesApart],
    },
  },
  {
    name: 'queryWorker',
    entries: { queryWorker: 'src/store/engine/sqljs/queryWorker.ts' },
    options: {
      platform: 'node',
      format: 'esm',
      target: 'node20',
      outExtension: { '.js': '.mjs' },
      banner: { js: requireBanner },
    },
  },
  {
    name: 'dashboard',
    entries: { dashboard: 'webview-ui/src/main.ts' },
    options: { platform: 'browser', format: 'esm', target: ['es2024', 'chrome140'], conditions: ['browser'] },
  },
];

/** What is copied into dist as it is. */
const copies = [['node_modules/sql.js/dist/sql-wasm.wasm', 'sql-wasm.wasm']];

/**
 * Bundles everything into dist. Each file appears by a rename and only when its content changed, so that a program
 * that runs from dist meanwhile never reads half a file, and chunks of earlier builds stay there for a day.
 *
 * @param {{ watch?: boolean, development?: boolean }} [options] `development` keeps names and links source maps
 */
export async function bundle({ watch = false, development = watch } = {}) {
  const esbuild = await import('esbuild');
  await generateManifest(esbuild);
  if (watch) return watchAll(esbuild);
  await withLock('build', async () => {
    const started = performance.now();
    const results = await Promise.all(bundles.map(one => build(esbuild, one, development)));
    const written = results.flatMap(result => result.outputFiles ?? []);
    for (const [index, result] of results.entries()) await keepMeta(bundles[index]?.name ?? '', result.metafile);
    const inputs = results.flatMap(result => Object.keys(result.metafile?.inputs ?? {}));
    const shipped = [...inputs, ...iconSources, ...copies.map(([from = '']) => from)];
    await put(join(place.dist, 'ThirdPartyNotices.txt'), Buffer.from(await thirdPartyNotices(shipped)));
    await copyAll();
    await pruneChunks(
      join(place.dist, 'chunks'),
      written.map(file => file.path),
    );
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
    define: { 'process.env.NODE_ENV': development ? '"development"' : '"production"' },
    ...one.options,
    plugins: [...(one.options.plugins ?? []), slimZod, smallValidator, writer],
  };
}

/**
 * `import { z } from 'zod'` brings every language's messages along (370 KiB more), `import * as z` only what is used.
 * The first is how everybody writes it, so the bundler reads it as the second.
 *
 * @type {import('esbuild').Plugin}
 */
export const slimZod = {
  name: 'slim-zod',
  setup(build) {
    build.onLoad({ filter: /[\\/](src|webview-ui)[\\/].*\.ts$/ }, async ({ path }) => {
      if (relative(place.root, path).includes('node_modules')) return undefined;
      const text = await readFile(path, 'utf8');
      return { contents: zodAsNamespace(text), loader: 'ts' };
    });
  },
};

/** @param {string} text of a module */
function zodAsNamespace(text) {
  return text.replace(/^import \{ z \} from 'zod';/m, "import * as z from 'zod';");
}

/**
 * The MCP SDK validates JSON schemas with one of two libraries, chosen by the platform it thinks it is bundled for. Both
 * know what our tools use; the one it takes on other platforms is a third of the size and quicker to load.
 *
 * @type {import('esbuild').Plugin}
 */
const smallValidator = {
  name: 'small-validator',
  setup(build) {
    build.onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, ({ resolveDir }) => ({
      path: 'shims',
      namespace: 'small-validator',
      pluginData: resolveDir,
    }));
    build.onLoad({ filter: /^shims$/, namespace: 'small-validator' }, ({ pluginData }) => ({
      contents: [
        "export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker';",
        "export { default as process } from 'node:process';",
      ].join('\n'),
      resolveDir: pluginData,
    }));
  },
};

/** @type {import('esbuild').Plugin} */
const writer = {
  name: 'write-by-rename',
  setup(build) {
    build.onEnd(async result => {
      // Chunks first, entries last: an entry never names a chunk that is not there yet.
      const files = [...(result.outputFiles ?? [])].sort(
        (a, b) => Number(isChunk(place.dist, b.path)) - Number(isChunk(place.dist, a.path)),
      );
      for (const file of files) await put(file.path, file.contents);
    });
  },
};

/** @param {typeof import('esbuild')} esbuild */
async function watchAll(esbuild) {
  await copyAll();
  const reporter = problemReporter(bundles.length);
  for (const one of bundles) {
    const context = await esbuild.context({
      ...buildOptions(one, true),
      logLevel: 'silent',
      plugins: [...(one.options.plugins ?? []), slimZod, smallValidator, writer, reporter],
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

/** Writes the generated parts of package.json from src/manifest. */
async function generateManifest(/** @type {typeof import('esbuild')} */ esbuild) {
  const source = join(place.root, 'src', 'manifest', 'generate.ts');
  if (!existsSync(source)) return;
  const outfile = join(place.cache, 'build', 'generate.mjs');
  await withLock('manifest', async () => {
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
