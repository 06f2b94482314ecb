import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '../../build/temporaryFolder.mjs';
import { madeOnce } from '../support/madeOnce.js';

const run = promisify(execFile);
const names = { 'user.name': 'Robin', 'user.email': 'robin@example.com' };

export type ScratchRepository = {
  path: string;
  /** Runs git in the repository and returns what it printed, trimmed. */
  git(...args: string[]): Promise<string>;
  write(file: string, text: string): Promise<void>;
  /** A linked worktree on a new branch; returns its path. */
  addWorktree(branch: string): Promise<string>;
  remove(): Promise<void>;
};

type ScratchContent = {
  /** Committed beside the read-me. */
  files?: Readonly<Record<string, string>>;
  /** Of git, in the repository. */
  settings?: Readonly<Record<string, string>>;
};

/** A fresh git repository with one commit on main, in a folder of its own below the system's temporary folder. */
export async function makeScratchRepository(
  name = 'project',
  { files = {}, settings = {} }: ScratchContent = {},
): Promise<ScratchRepository> {
  const home = await temporaryFolder('stateroom-repo-');
  const path = join(home.path, name);
  await mkdir(path);
  const git = async (...args: string[]): Promise<string> => {
    const { stdout } = await run('git', args, { cwd: path, env: isolatedGit() });
    return stdout.trim();
  };
  const write = async (file: string, text: string): Promise<void> => {
    await mkdir(dirname(join(path, file)), { recursive: true });
    await writeFile(join(path, file), text);
  };
  madeOnce(JSON.stringify([name, files, settings]), path, () => {
    const now = (...args: string[]): unknown => execFileSync('git', args, { cwd: path, env: isolatedGit() });
    now('init', '--quiet', '--initial-branch=main');
    for (const [key, value] of Object.entries({ ...names, ...settings })) now('config', key, value);
    for (const [file, text] of Object.entries({ 'README.md': `# ${name}\n`, ...files })) {
      mkdirSync(dirname(join(path, file)), { recursive: true });
      writeFileSync(join(path, file), text);
    }
    now('add', '.');
    now('commit', '--quiet', '--message=Start');
  });
  return {
    path,
    git,
    write,
    addWorktree: async branch => {
      const folder = join(home.path, branch.replaceAll('/', '-'));
      await git('worktree', 'add', '--quiet', '-b', branch, folder);
      return folder;
    },
    remove: home.remove,
  };
}

/** The environment for git without the machine's and the caller's own settings. */
function isolatedGit(): NodeJS.ProcessEnv {
  const own = Object.fromEntries(Object.entries(process.env).filter(([key]) => !key.startsWith('GIT_')));
  return { ...own, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0' };
}
