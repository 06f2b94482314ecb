import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { command, mustRun } from './command.mjs';
import { withLock } from './lock.mjs';
import { place } from './place.mjs';
import { commits, lanes, workItems } from './sampleStory.mjs';
import { say } from './say.mjs';

const home = join(place.cache, 'sample-repository');

/**
 * Makes, once, a git repository to try Stateroom on: a small TypeScript project with a history, branches, linked
 * worktrees and some work items. Removing .cache/sample-repository makes the next start make a new one.
 *
 * @returns {Promise<string>} the main worktree
 */
export async function ensureSampleRepository() {
  const path = join(home, 'harbour');
  const stamp = join(home, 'ready');
  if (existsSync(stamp)) return path;
  return withLock('sample', async () => {
    if (existsSync(stamp)) return path;
    say('sample', 'making a repository with branches and worktrees in .cache/sample-repository');
    await rm(home, { recursive: true, force: true });
    await mkdir(path, { recursive: true });
    await git(path, ['init', '--quiet', '--initial-branch=main']);
    await git(path, ['config', 'user.name', 'Robin']);
    await git(path, ['config', 'user.email', 'robin@example.com']);
    for (const commit of commits) await make(path, commit);
    for (const lane of lanes) {
      const folder = join(home, `harbour-${lane.branch.replace('/', '-')}`);
      await git(path, ['worktree', 'add', '--quiet', '-b', lane.branch, folder, 'main']);
      for (const commit of lane.commits) await make(folder, commit);
      for (const [file, text] of Object.entries(lane.unfinished ?? {})) await put(join(folder, file), text);
    }
    await seed(path);
    await writeFile(stamp, '');
    return path;
  });
}

/**
 * @param {string} folder
 * @param {import('./sampleStory.mjs').Commit} commit
 */
async function make(folder, commit) {
  for (const [file, text] of Object.entries(commit.files)) await put(join(folder, file), text);
  await git(folder, ['add', '--all']);
  const date = `${commit.date}T09:00:00+00:00`;
  const env = {
    GIT_AUTHOR_NAME: commit.author,
    GIT_AUTHOR_EMAIL: `${commit.author.toLowerCase()}@example.com`,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_DATE: date,
  };
  await git(folder, ['commit', '--quiet', '--no-verify', `--message=${commit.message}`], env);
}

/**
 * Adds work items as a person and agents would: through the program.
 *
 * @param {string} repository
 */
async function seed(repository) {
  const program = join(place.dist, 'cli.mjs');
  if (!existsSync(program)) return;
  for (const { words, actor } of workItems) {
    const { code, output } = await command(process.execPath, [program, '--repo', repository, ...words], {
      quiet: true,
      env: actor ? { STATEROOM_ACTOR: actor } : {},
    });
    if (code === 0) continue;
    say('sample', `a work item was not added: ${output.trim().split('\n')[0]}`);
    return;
  }
}

/**
 * @param {string} cwd
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
function git(cwd, args, env = {}) {
  return mustRun('git', ['-c', 'commit.gpgsign=false', '-c', 'core.hooksPath=', ...args], { cwd, env });
}

/**
 * @param {string} path
 * @param {string} text
 */
async function put(path, text) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
