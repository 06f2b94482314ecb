import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type FaultyHooks, groupFaults } from '../../domain/hooks/hookFault.js';
import { textOfRegularFile } from '../../platform/regularFile.js';
import type { GitProcess } from '../gitProcess.js';
import { storeDirectoryName } from '../repositoryLocation.js';
import type { HookName } from './gitHooks.js';
import { findHookManager, isMovedFolder } from './hookManager.js';
import { filesOnDisk, readReach } from './hookReach.js';
import { type FoundFault, hooksPathOf, tryHooks } from './hookTrial.js';

export interface HookTree {
  readonly root: string;
  readonly commonDir: string;
  readonly gitDir: string;
}

/** Hooks that protect work; if git runs these, it runs the others. */
const guards: readonly HookName[] = ['pre-commit', 'pre-push'];

/**
 * Returns the installed hooks that git does not reach in a worktree; undefined if it does, and if the repository's own configuration does
 * not name the folder. Reads files instead of running git, because each write and each gate check calls this. Lines that a person has not
 * added yet are reported when hooks are installed.
 */
export async function missedHooks({ root, commonDir, gitDir }: HookTree): Promise<FaultyHooks | undefined> {
  const hooksPath = await ownHooksPath(commonDir, gitDir);
  if (hooksPath === undefined || /^[~%]/.test(hooksPath)) return undefined;
  if (isMovedFolder(hooksPath)) return { hooks: guards, faults: [{ why: 'moved', file: hooksPath }] };
  const ours = join(commonDir, storeDirectoryName, 'hooks');
  if (!existsSync(join(ours, 'run'))) return undefined;
  const manager = findHookManager(root, commonDir, hooksPath, ours);
  const found: FoundFault[] = [];
  for (const name of guards) {
    const fault = await readReach({ root, commonDir, manager, hooksPath, files: filesOnDisk }, name);
    const isKnown = gitDir === commonDir && typeof fault === 'object' && /^no(?:Lines|tShell)$/.test(fault.why);
    if (typeof fault === 'object' && !isKnown) found.push({ name, fault });
  }
  return groupFaults(found)[0];
}

/** Checks a new worktree by trying the hooks, as `hooks install` does. */
export async function missedInTrial(git: GitProcess, { root, commonDir }: HookTree): Promise<FaultyHooks | undefined> {
  const ours = join(commonDir, storeDirectoryName, 'hooks');
  if (!existsSync(join(ours, 'run'))) return undefined;
  const hooksPath = await hooksPathOf(git);
  const manager = findHookManager(root, commonDir, hooksPath, ours);
  const tried = await tryHooks(git, { root, commonDir, manager, hooksPath }, guards);
  const found = [...tried].flatMap(([name, fault]) => (typeof fault === 'object' ? [{ name, fault }] : []));
  return groupFaults(found)[0];
}

/** Reads `core.hooksPath` from the repository's files; that of the worktree wins. */
async function ownHooksPath(commonDir: string, gitDir: string): Promise<string | undefined> {
  const read = async (file: string) => (await textOfRegularFile(file).catch(() => undefined)) ?? '';
  const text = await read(join(commonDir, 'config'));
  const ofTree = /^\s*worktreeConfig\b/im.test(text)
    ? hooksPathIn(await read(join(gitDir, 'config.worktree')))
    : undefined;
  return ofTree ?? hooksPathIn(text);
}

/** Returns the last `core.hooksPath` of a configuration file, as git reads it: without quotes, and without a comment behind it. */
export function hooksPathIn(text: string): string | undefined {
  let section = '';
  let found: string | undefined;
  for (const line of text.split(/\r?\n/)) {
    const heading = /^[ \t]*\[([^\]]*)\]/.exec(line)?.[1];
    if (heading !== undefined) section = heading.trim().toLowerCase();
    const [, quoted, plain] = /^[ \t]*hooksPath[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^#;]*))/i.exec(line) ?? [];
    const value = quoted ?? plain?.trim();
    if (section === 'core' && value !== undefined) found = value.replace(/\\(["\\])/g, '$1');
  }
  return found;
}
