import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { mustRun } from './command.mjs';
import { findFiles } from './findFiles.mjs';
import { place } from './place.mjs';
import { temporaryFolder } from './temporaryFolder.mjs';
import { filesLeftOut } from './testPlan.mjs';

/**
 * @typedef {'repository' | 'plainFolder' | 'restricted' | 'repositories'} Scenario what the editor has open: a git repository, a
 * folder that is none, a git repository in Restricted Mode, several repositories in one window
 */

/** More files than this that need the same open are divided between two windows. */
const manyFiles = 12;

/** @type {Record<string, Scenario>} */
const scenarioOfFolder = { plainFolder: 'plainFolder', restricted: 'restricted', repositories: 'repositories' };

/**
 * Bundles the host tests, one folder for each thing the editor has to have open. Files right under test/host, and in
 * folders that are not scenario, run in a git repository: so do most, and where all run, they have two such windows.
 *
 * @param {string} name the folder below .cache
 * @param {string[]} words only files whose path holds one of them; all without
 * @returns {Promise<{ scenario: Scenario, folder: string, entry: string }[]>}
 */
export async function bundleHostTests(name, words) {
  const { build } = await import('esbuild');
  /** @type {Map<Scenario, string[]>} */
  const files = new Map();
  const leftOut = filesLeftOut('host');
  for (const file of await findFiles('test/host', '.test.ts')) {
    if (leftOut.includes(file)) continue;
    if (words.length > 0 && !words.some(word => file.includes(word))) continue;
    const scenario = scenarioOfFolder[file.split('/')[2] ?? ''] ?? 'repository';
    files.set(scenario, [...(files.get(scenario) ?? []), file]);
  }
  const windows = [...files].flatMap(([scenario, sources]) =>
    (sources.length < manyFiles ? [sources] : halvesOf(sources)).map((some, index) => ({ scenario, some, index })),
  );
  const bundles = [];
  for (const { scenario, some: sources, index } of windows) {
    const folder = join(place.cache, name, index === 0 ? scenario : `${scenario}-${index + 1}`);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    // By their paths: two files of the same name in different folders must not become one.
    const entries = Object.fromEntries(sources.map(file => [file.replace(/\.ts$/, '').replaceAll('/', '-'), file]));
    await build({
      absWorkingDir: place.root,
      entryPoints: { index: 'test/editor/hostEntry.ts', ...entries },
      outdir: folder,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      target: 'node22',
      external: ['vscode', 'mocha'],
      sourcemap: 'inline',
      logLevel: 'warning',
    });
    bundles.push({ scenario, folder, entry: join(folder, 'index') });
  }
  return bundles;
}

/**
 * By name, as they are sorted. The first half has a third of the files: those on agents, findings, hostile strings and lanes take as long as all others.
 *
 * @param {string[]} sources sorted
 */
function halvesOf(sources) {
  const middle = sources.findIndex(file => basename(file) > 'm');
  return middle > 0 ? [sources.slice(0, middle), sources.slice(middle)] : [sources];
}

/**
 * Makes what the editor opens.
 *
 * @param {Scenario} scenario
 * @returns {Promise<{ path: string, remove: () => Promise<void> }>}
 */
export async function makeHostFolder(scenario) {
  const home = await temporaryFolder('stateroom-host-');
  if (scenario === 'repositories') return { path: await makeRepositories(home.path), remove: home.remove };
  const path = join(home.path, 'project');
  await mkdir(path);
  await writeFile(join(path, 'README.md'), '# Project\n');
  if (scenario !== 'plainFolder') await makeRepository(path);
  return { path, remove: home.remove };
}

/**
 * A workspace of three repositories: one with a linked worktree beside it, one by its top folder, and one by a folder in it.
 *
 * @param {string} home
 */
async function makeRepositories(home) {
  const folders = ['site', 'shop', 'shop-login', 'docs/guide'];
  for (const name of ['shop', 'site', 'docs']) {
    await mkdir(join(home, name, 'guide'), { recursive: true });
    await writeFile(join(home, name, 'README.md'), `# ${name}\n`);
    await writeFile(join(home, name, 'guide', 'start.md'), `# Start with ${name}\n`);
    await makeRepository(join(home, name));
  }
  const linked = ['worktree', 'add', '--quiet', '-b', 'login', join(home, 'shop-login')];
  await mustRun('git', linked, { cwd: join(home, 'shop') });
  const path = join(home, 'all.code-workspace');
  await writeFile(path, JSON.stringify({ folders: folders.map(folder => ({ path: folder })) }));
  return path;
}

/** @param {string} path a folder with files */
async function makeRepository(path) {
  const git = (/** @type {string[]} */ ...args) => mustRun('git', args, { cwd: path });
  await git('init', '--quiet', '--initial-branch=main');
  await git('config', 'user.name', 'Robin');
  await git('config', 'user.email', 'robin@example.com');
  await git('add', '.');
  await git('commit', '--quiet', '--message=Start');
}

/**
 * Prints what the host tests write about their progress until the returned function is called.
 *
 * @param {string} folder
 */
export function followProgress(folder) {
  const path = join(folder, 'progress.log');
  let shown = 0;
  const show = async () => {
    if (!existsSync(path) || (await stat(path)).size === shown) return;
    const text = await readFile(path);
    process.stdout.write(text.subarray(shown));
    shown = text.length;
  };
  const poll = setInterval(() => void show().catch(() => undefined), 300);
  return async () => {
    clearInterval(poll);
    await show();
  };
}
