import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { withLock } from './lock.mjs';
import { npm } from './npm.mjs';
import { packageVsix } from './packageVsix.mjs';
import { place } from './place.mjs';
import { duration, RigError, say } from './say.mjs';
import { temporaryFolder } from './temporaryFolder.mjs';

/**
 * Builds and packages the extension, then the command line, the MCP server and the VSIX as dist/stateroom-<version>.tgz, which
 * npm installs without building or downloading anything.
 *
 * @returns {Promise<string>} the path of the package
 */
export async function packageNpm() {
  await packageVsix();
  const started = performance.now();
  const path = await withLock('package', () => withLock('build', packIntoDist));
  const { size } = await stat(path);
  const took = duration(performance.now() - started);
  say('pack', `dist/${basename(path)}, ${(size / 1_048_576).toFixed(2)} MB, in ${took}`);
  return path;
}

async function packIntoDist() {
  const draft = join(place.cache, `npm-${process.pid}`);
  await mkdir(draft, { recursive: true });
  try {
    const packed = await packNpm(draft);
    for (const old of await readdir(place.dist))
      if (old.endsWith('.tgz')) await rm(join(place.dist, old), { force: true });
    const path = join(place.dist, basename(packed));
    await rename(packed, path);
    return path;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/**
 * Packs what the last build and package left in dist.
 *
 * @param {string} target an existing folder
 * @returns {Promise<string>} the path of the package
 */
export async function packNpm(target) {
  const manifest = JSON.parse(await readFile(join(place.root, 'package.json'), 'utf8'));
  const name = `${manifest.name}-${manifest.version}`;
  if (!existsSync(join(place.dist, `${name}.vsix`)))
    throw new RigError(`There is no dist/${name}.vsix: run "node build/run.mjs package" first.`);
  const staging = await temporaryFolder('stateroom-pack-');
  try {
    await stage(staging.path, manifest, `dist/${name}.vsix`);
    await npm(['pack', '--offline', '--pack-destination', target], staging.path);
  } finally {
    await staging.remove();
  }
  return join(target, `${name}.tgz`);
}

/**
 * Fills the folder that npm packs. Its package.json is not the extension's: that one is for VS Code.
 *
 * @param {string} staging
 * @param {Record<string, unknown>} manifest of the extension
 * @param {string} vsix
 */
async function stage(staging, manifest, vsix) {
  const { name, version, description, keywords, license, engines } = manifest;
  const own = {
    ...{ name, version, description, keywords, license },
    bin: { stateroom: 'dist/cli.mjs' },
    engines: { node: /** @type {{ node: string }} */ (engines).node },
    files: ['CHANGELOG.md', 'dist', 'docs', 'schemas'],
  };
  const docs = (await readdir(join(place.root, 'docs'))).filter(file => file.endsWith('.md'));
  const schemas = await readdir(join(place.dist, 'schemas'));
  /** @type {[from: string, to: string][]} */
  const copies = [
    ...[
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      vsix,
      ...(await programFiles()),
      ...docs.map(file => `docs/${file}`),
    ].map(file => /** @type {[string, string]} */ ([file, file])),
    ...schemas.map(file => /** @type {[string, string]} */ ([`dist/schemas/${file}`, `schemas/${file}`])),
  ];
  for (const [from, to] of copies) {
    await mkdir(dirname(join(staging, to)), { recursive: true });
    await copyFile(join(place.root, from), join(staging, to));
    await chmod(join(staging, to), to === own.bin.stateroom ? 0o755 : 0o644);
  }
  await writeFile(join(staging, 'package.json'), `${JSON.stringify(own, null, 2)}\n`);
}

/** What the programs load, with its licences; paths from the root. The editor's code is in the VSIX alone. */
async function programFiles() {
  const outputs = Object.assign(
    {},
    ...(await Promise.all(['program', 'entries', 'libraries', 'acp', 'editor'].map(outputsOf))),
  );
  /** @type {Set<string>} */
  const files = new Set();
  const add = (/** @type {string} */ file) => {
    if (files.has(file)) return;
    files.add(file);
    for (const { path, external } of outputs[file]?.imports ?? []) if (!external) add(path);
  };
  for (const name of [
    'cli.mjs',
    'mcp.mjs',
    'program.cjs',
    'queryWorker.mjs',
    'core.js',
    'git.js',
    'markdown.js',
    'sqlite.js',
    'kysely.js',
    'jsonc.js',
    'toml.js',
    'diff.js',
    'acp.js',
  ])
    add(`dist/${name}`);
  const licences = [...files].map(file => `${file}.LEGAL.txt`).filter(file => outputs[file] !== undefined);
  return [...files, ...licences, 'dist/mcpTools.json', 'dist/sql-wasm.wasm', 'dist/ThirdPartyNotices.txt'];
}

/**
 * @param {string} bundle
 * @returns {Promise<import('esbuild').Metafile['outputs']>}
 */
async function outputsOf(bundle) {
  return JSON.parse(await readFile(join(place.meta, `${bundle}.json`), 'utf8')).outputs;
}
