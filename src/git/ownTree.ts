import { existsSync, lstatSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { type Refusal, RefusalError, refuse } from '../domain/refusal/refusal.js';
import { message } from '../messages/message.js';
import type { GitProcess } from './gitProcess.js';
import { gitDirectoryOf } from './repositoryLocation.js';

/** Refuses a worktree in which git would change files of another folder. Starts git in the top folder once. */
export async function requireOwnTree(git: GitProcess): Promise<void> {
  const problem = await ownTreeProblem(git);
  if (problem !== undefined) throw new RefusalError(problem);
}

/** Returns the reason why git does not use this very folder, and the next step. */
export async function ownTreeProblem(git: GitProcess): Promise<Refusal | undefined> {
  const found = await lookAt(git);
  return found === undefined ? undefined : refusalOf(git.directory, found);
}

/**
 * If shared settings name another folder, as in a submodule with `extensions.worktreeConfig`, overrides them by settings of
 * this linked worktree. Refuses anything that this does not repair.
 */
export async function claimOwnTree(git: GitProcess): Promise<void> {
  const found = await lookAt(git);
  if (found === undefined) return;
  const { directory } = git;
  const gitDir = gitDirectoryOf(directory);
  const isLinked = gitDir !== undefined && existsSync(join(gitDir, 'commondir'));
  if (found.setting !== undefined && isLinked) {
    // Relative to the git directory, as git reads it: both may be moved together.
    await git.run(['config', '--worktree', 'core.worktree', relative(gitDir, realpathSync(directory))]);
    await git.run(['config', '--worktree', 'core.bare', 'false']);
  }
  await requireOwnTree(git);
}

interface OtherTree {
  /** Folder that git uses; undefined outside of any worktree. */
  readonly other: string | undefined;
  readonly setting?: { readonly name: 'core.worktree' | 'core.bare'; readonly file: string };
}

async function lookAt(git: GitProcess): Promise<OtherTree | undefined> {
  const { directory } = git;
  if (lstatSync(directory, { throwIfNoEntry: false })?.isSymbolicLink() === true) {
    return { other: realOf(directory) };
  }
  const original = originalOf(directory);
  if (original !== undefined) return { other: original };
  const args = ['rev-parse', '--is-inside-work-tree', '--show-toplevel'];
  const { stdout } = await git.run(args, { asFound: true, answers: [128] });
  const [isInside, top = ''] = stdout.split(/\r?\n/);
  if (isInside === 'true' && realOf(top) === realOf(directory)) return undefined;
  const isBare = await settingOf(git, 'core.bare');
  if (isBare?.value === 'true') return { other: undefined, setting: { name: 'core.bare', file: isBare.file } };
  const named = await settingOf(git, 'core.worktree');
  if (named === undefined) return { other: top === '' ? undefined : top };
  const gitDir = gitDirectoryOf(directory) ?? directory;
  return { other: resolve(gitDir, named.value), setting: { name: 'core.worktree', file: named.file } };
}

/** Returns the registered folder of a linked worktree if that is another existing one: this one is a copy. */
function originalOf(directory: string): string | undefined {
  const gitDir = gitDirectoryOf(directory);
  const file = gitDir && join(gitDir, 'gitdir');
  if (file === undefined || !existsSync(file)) return undefined;
  const original = dirname(resolve(dirname(file), readFileSync(file, 'utf8').trim()));
  if (realOf(original) === realOf(directory)) return undefined;
  return gitDirectoryOf(original) === gitDir ? original : undefined;
}

async function settingOf(git: GitProcess, name: string): Promise<{ file: string; value: string } | undefined> {
  const found = await git.line(['config', '--show-origin', '-z', '--get', name]);
  const [, file, value] = /^file:([^\0]+)\0([^\0]*)/.exec(found ?? '') ?? [];
  return file === undefined || value === undefined ? undefined : { file: resolve(git.directory, file), value };
}

function realOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

function refusalOf(directory: string, { other, setting }: OtherTree): Refusal {
  const details = { directory, other: other ?? null };
  if (setting?.name === 'core.bare') {
    const scope = setting.file.endsWith('config.worktree') || isLinked(directory) ? '--worktree ' : '';
    return refuse('conflict', message('git.bareTree', { directory, file: setting.file }), {
      hint: message('git.bareTreeHint', { command: `git config ${scope}core.bare false`, directory }),
      details,
    });
  }
  const named = { directory, other: other ?? '' };
  if (setting === undefined) {
    return other === undefined
      ? refuse('conflict', message('git.noTree', { directory }), { hint: 'git.otherTreeHint', details })
      : refuse('conflict', message('git.otherTree', named), { hint: 'git.otherTreeHint', details });
  }
  return refuse('conflict', message('git.otherTreeBySetting', { ...named, file: setting.file }), {
    hint: isLinked(directory)
      ? message('git.otherTreeBySettingHint', { directory })
      : message('git.otherMainTreeHint', { file: setting.file }),
    details,
  });
}

function isLinked(directory: string): boolean {
  const gitDir = gitDirectoryOf(directory);
  return gitDir !== undefined && existsSync(join(gitDir, 'commondir'));
}
