import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
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
  // No name that a minifier would give.
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

/**
 * What there is for lanes is in files of its own, which only some acts need: the operations are with the programs, then what
 * git does for them, and what the editor shows of them.
 *
 * @type {import('esbuild').Plugin}
 */
const lanesApart = {
  name: 'lanes-apart',
  setup(build) {
    const isOfProgram = /[\\/](loadAgentTools|loadLaneCatalogue|loadWorkflows|loadSqljsStore)\.js$/;
    build.onResolve({ filter: isOfProgram }, () => ({ path: './program.cjs', external: true }));
    build.onResolve({ filter: /[\\/]gitLaneTrees\.js$/ }, () => gitOfLanes);
    build.onResolve({ filter: /[\\/](lane|workflow)Surface\.js$/ }, ({ path }) => ({
      path: `./${path.slice(path.lastIndexOf('/') + 1)}`,
      external: true,
    }));
    build.onResolve({ filter: /[\\/]sample[\\/]sample\.js$/ }, () => ({ path: './sample.js', external: true }));
  },
};

const gitOfLanes = { path: './laneTrees.js', external: true };

/** @type {import('esbuild').Plugin} */
const gitOfLanesApart = {
  name: 'git-of-lanes-apart',
  setup: build => build.onResolve({ filter: /[\\/]gitLaneTrees\.js$/ }, () => gitOfLanes),
};

/**
 * The templates of all messages are in a file of their own, which the parts of the editor share and read when the first
 * sentence is said.
 *
 * @type {import('esbuild').Plugin}
 */
const messagesApart = {
  name: 'messages-apart',
  setup(build) {
    build.onResolve({ filter: /[\\/](german|say)\.js$/ }, () => ({ path: 'messages', namespace: 'messages-apart' }));
    build.onResolve({ filter: /^\.\/messages\.js$/ }, ({ namespace, path }) =>
      namespace === 'messages-apart' ? { path, external: true } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'messages-apart' }, () => ({
      contents: [
        "const read = () => require('./messages.js');",
        'exports.say = (...said) => read().say(...said);',
        "for (const name of ['english', 'german']) Object.defineProperty(exports, name, { get: () => read()[name] });",
      ].join('\n'),
    }));
  },
};

/** @type {Bundle[]} */
const bundles = [
  {
    name: 'messages',
    entries: { messages: 'src/messages/messages.ts' },
    options: { platform: 'node', format: 'cjs', target: 'node20' },
  },
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
      plugins: [noJsonSchema, lanesApart, messagesApart],
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
      plugins: [noJsonSchema, lanesApart, messagesApart],
    },
  },
  {
    // Needed by who tries Stateroom out; npm start takes it too.
    name: 'sample',
    entries: { sample: 'src/sample/sample.ts' },
    options: { platform: 'node', format: 'cjs', target: 'node20' },
  },
  {
    // Where no one asks for a workflow the editor has nothing to show of them.
    name: 'workflowSurface',
    entries: { workflowSurface: 'src/surfaces/vscode/workflows/workflowSurface.ts' },
    options: {
      platform: 'node',
      format: 'cjs',
      target: 'node22',
      external: ['vscode'],
      supported: { 'dynamic-import': false },
      plugins: [noJsonSchema, lanesApart, messagesApart],
    },
  },
  {
    // Needed where a plan is read.
    name: 'markdown',
    entries: { markdown: 'node_modules/markdown-it/dist/markdown-it.mjs' },
    options: { platform: 'node', format: 'cjs', target: 'node20' },
  },
  {
    // Both only load program.cjs.
    name: 'entries',
    entries: { cli: 'src/surfaces/cli/main.ts', mcp: 'src/surfaces/mcp/main.ts' },
    options: { platform: 'node', format: 'esm', target: 'node20', outExtension: { '.js': '.mjs' } },
  },
  {
    name: 'program',
    entries: { program: 'src/surfaces/programs.ts' },
    options: {
      platform: 'node',
      format: 'cjs',
      target: 'node20',
      outExtension: { '.js': '.cjs' },
      external: ['./git.js', './markdown.js'],
      alias: { 'simple-git': './git.js', 'markdown-it': './markdown.js' },
      // What is imported late is then evaluated late.
      supported: { 'dynamic-import': false },
      plugins: [gitOfLanesApart],
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
      plugins: [messagesApart],
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
 * that runs from dist meanwhile never reads half a file.
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
    plugins: [...(one.options.plugins ?? []), leanImports, smallValidator, writer],
  };
}

/**
 * Two imports that everybody writes in one way and the bundler reads in another. `import * as z from 'zod'` brings every
 * language's messages along (370 KiB more), `import * as z` only what is used. `import * as vscode` makes, in each of a hundred
 * files, an object of its own with a getter for each of the editor's 400 names, 5 MB in all; `require` is the editor's object.
 *
 * @type {import('esbuild').Plugin}
 */
export const leanImports = {
  name: 'lean-imports',
  setup(build) {
    build.onLoad({ filter: /[\\/](src|webview-ui)[\\/].*\.ts$/ }, async ({ path }) => {
      if (relative(place.root, path).includes('node_modules')) return undefined;
      const text = await readFile(path, 'utf8');
      const contents = text
        .replace(/^import \{ z \} from 'zod';/m, "import * as z from 'zod';")
        .replace(/^import \* as vscode from 'vscode';/m, "import vscode = require('vscode');");
      return { contents, loader: 'ts' };
    });
  },
};

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
      for (const file of result.outputFiles ?? []) await put(file.path, file.contents);
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
      plugins: [...(one.options.plugins ?? []), leanImports, smallValidator, writer, reporter],
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
