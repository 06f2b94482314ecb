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

/** If git runs these, it runs all others. */
const guards: readonly HookName[] = ['pre-commit', 'pre-push'];

/**
 * Returns unreachable hooks; undefined if there are none or `core.hooksPath` of the repository does not name our folder.
 * Reads files only, since each write and gate check calls it; missing lines are reported on installation.
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

/** Runs trials in a new worktree, as `hooks install` does. */
export async function missedInTrial(git: GitProcess, { root, commonDir }: HookTree): Promise<FaultyHooks | undefined> {
  const ours = join(commonDir, storeDirectoryName, 'hooks');
  if (!existsSync(join(ours, 'run'))) return undefined;
  const hooksPath = await hooksPathOf(git);
  const manager = findHookManager(root, commonDir, hooksPath, ours);
  const tried = await tryHooks(git, { root, commonDir, manager, hooksPath }, guards);
  const found = [...tried].flatMap(([name, fault]) => (typeof fault === 'object' ? [{ name, fault }] : []));
  return groupFaults(found)[0];
}

/** The value of the worktree takes precedence. */
async function ownHooksPath(commonDir: string, gitDir: string): Promise<string | undefined> {
  const read = async (file: string) => (await textOfRegularFile(file).catch(() => undefined)) ?? '';
  const text = await read(join(commonDir, 'config'));
  const ofTree = /^\s*worktreeConfig\b/im.test(text)
    ? hooksPathIn(await read(join(gitDir, 'config.worktree')))
    : undefined;
  return ofTree ?? hooksPathIn(text);
}

/** Returns the last `core.hooksPath` of a configuration file, without quotes and comment. */
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
