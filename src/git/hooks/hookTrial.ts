import { join, resolve } from 'node:path';
import type { HookFault } from '../../domain/hooks/hookFault.js';
import { textOfRegularFile } from '../../platform/regularFile.js';
import { GitFailure } from '../gitFailure.js';
import type { GitProcess } from '../gitProcess.js';
import { storeDirectoryName } from '../repositoryLocation.js';
import { committedHooks } from './committedHooks.js';
import { type HookName, hookNames, type Untried } from './gitHooks.js';
import { lefthookFile } from './hookManager.js';
import { filesOnDisk, type ReachPlace, readReach } from './hookReach.js';
import { runScript, trialMark, trialVariable } from './hookScript.js';

export type TrialPlace = Omit<ReachPlace, 'files'>;

export interface FoundFault {
  readonly name: HookName;
  readonly fault: HookFault;
}

/** Git ran the hook, it was only read and looks reachable, or it has a fault. */
export type Tried = 'runs' | Untried | HookFault;

/** Runs only hooks in which our lines come first, so no foreign code; reads the others and those of versions without trials. */
export async function tryHooks(
  git: GitProcess,
  place: TrialPlace,
  names: readonly HookName[],
): Promise<ReadonlyMap<HookName, Tried>> {
  const run = await textOfRegularFile(join(place.commonDir, storeDirectoryName, 'hooks', 'run')).catch(() => undefined);
  const never = run !== runScript ? 'version' : (await hasConfiguredHooks(git)) ? 'settings' : undefined;
  const outcomes = names.map(async (name): Promise<readonly [HookName, Tried]> => {
    const reach = await readReach({ ...place, files: filesOnDisk }, name);
    if (typeof reach === 'object') return [name, reach];
    if (reach === 'later' || never !== undefined) return [name, never ?? 'others'];
    const ran = await tryHook(git, name);
    if (ran === false) return [name, { why: 'silent', file: name }];
    return [name, ran === undefined ? 'git' : 'runs'];
  });
  return new Map(await Promise.all(outcomes));
}

/** Returns hooks that git would not reach in a new worktree of HEAD, without running them. */
export async function faultsInWorkTrees(git: GitProcess, place: TrialPlace): Promise<readonly FoundFault[]> {
  const { root, manager, hooksPath } = place;
  const folders = [
    ...(hooksPath === undefined ? [] : [resolve(root, hooksPath)]),
    ...(manager === 'husky' ? [join(root, '.husky')] : []),
    ...(manager === 'lefthook' ? [join(root, lefthookFile(root) ?? 'lefthook.yml')] : []),
  ];
  const files = await committedHooks(git, root, folders);
  if (files === undefined) return [];
  const found: FoundFault[] = [];
  for (const name of hookNames) {
    const fault = await readReach({ ...place, files }, name);
    if (typeof fault === 'object') found.push({ name, fault });
  }
  return found;
}

export function hooksPathOf(git: GitProcess): Promise<string | undefined> {
  // A call without hooks would return its own setting.
  return git.line(['config', '--get', '--type=path', 'core.hooksPath'], { runsHooks: true });
}

/** Max duration of a trial, ms: the hook's manager may wait for something. */
const trialLimit = 10_000;

/** Call only if our lines come first. Returns undefined if git is older than 2.36 or does not end. */
async function tryHook(git: GitProcess, name: HookName): Promise<boolean | undefined> {
  const call = { runsHooks: true, variables: { [trialVariable]: '1' }, signal: AbortSignal.timeout(trialLimit) };
  try {
    await git.run(['hook', 'run', '--ignore-missing', name], call);
    return false;
  } catch (error) {
    if (!(error instanceof GitFailure)) return undefined;
    if (error.said.includes(`${trialMark} ${name}`)) return true;
    return /is not a git command/.test(error.said) ? undefined : false;
  }
}

/** Settings of git can name commands that run beside hook files. */
async function hasConfiguredHooks(git: GitProcess): Promise<boolean> {
  const call = { answers: [1], runsHooks: true };
  return (await git.text(['config', '--get-regexp', '^hook\\..*\\.(command|event)$'], call)) !== '';
}
