import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isProtectedBranch } from '../domain/config/protectedBranch.js';
import { newEvent } from '../domain/event/newEvent.js';
import { matchesGlob } from '../domain/path/pathGlob.js';
import { isOwnPath } from '../git/treeHash.js';
import type { WorkTree } from '../git/workTree.js';
import { mayEdit } from '../operations/lane/laneMayEdit.js';
import { recordOnce } from '../operations/recordOnce.js';
import type { Context } from '../records/context.js';
import { readConfig } from '../records/repositoryConfig.js';
import { branchAdvice } from './branchAdvice.js';
import type { HookAnswer, ToolCall } from './hookClient.js';
import { HookMemory } from './hookMemory.js';
import type { Bypass, ShellEffects } from './shell/readShell.js';
import { treeAt } from './treeAt.js';

/** Longer texts are not typed by anyone and are not read. */
const maxCommandLength = 100_000;
const maxPaths = 100;

const bypasses: Readonly<Record<Bypass, readonly [string, string]>> = {
  noVerify: [
    '--no-verify',
    'This skips the git hooks of the repository. Run the command without that. If a hook refuses, follow its message or ask a person.',
  ],
  hooksPath: [
    'core.hooksPath',
    'core.hooksPath decides which git hooks run, so agents may not change it. `stateroom hooks status` shows what is installed; a person can change it.',
  ],
  ownHook: [
    'agent-hook',
    'Agents may not run `stateroom agent-hook`: what it reports is recorded. Use `stateroom evidence run`.',
  ],
  override: [
    'STATEROOM_OVERRIDE',
    'Only a person may override a hook. Run the command without STATEROOM_OVERRIDE, and follow the message of the hook.',
  ],
  ownGit: [
    'STATEROOM_OWN_GIT',
    'STATEROOM_OWN_GIT is set by Stateroom for the git commands that it runs. Run the command without it.',
  ],
};

/** Folders and files of git's directory that decide which checks run. */
const guarded = ['hooks', 'stateroom', 'config'];
/** Files of git's directory that excuse a commit on a protected branch as part of an operation. */
const operationHead = /^(?:worktrees\/[^/]+\/)?(?:MERGE|CHERRY_PICK|REVERT)_HEAD$/;

/** Refuses bypasses of the guards, and changes to files and work of others. */
export async function beforeTool(context: Context, call: ToolCall): Promise<HookAnswer> {
  const { workTree } = context;
  if (workTree === undefined) return {};
  const command = call.command === undefined ? undefined : await readCommand(call, workTree);
  const bypass = command?.bypasses.find(({ directory }) => mayBeOurs(workTree, directory));
  if (bypass !== undefined) return refuse(context, 'hooks', ...bypasses[bypass.kind]);
  for (const loss of command?.losses ?? []) {
    const { judgeLoss } = await import('./judgeLoss.js');
    const refused = await judgeLoss(context, loss);
    if (refused?.isRecorded === true) return { refusal: refused.reason };
    if (refused !== undefined) return refuse(context, refused.about, `git ${loss.kind}`, refused.reason);
  }
  const git = await workTree.locate(workTree.commonDir);
  for (const { path, isCommand, isTree } of await targetsOf(workTree, call, command)) {
    const located = await workTree.locate(path);
    if (isGuarded(located, git) || (isTree && git.startsWith(`${located}/`))) {
      return refuse(
        context,
        'hooks',
        'edit',
        `${located} is part of git’s hooks or of Stateroom’s store, so agents may not change it. Use the commands of stateroom or git.`,
      );
    }
    if (located.startsWith(`${git}/`) && operationHead.test(located.slice(git.length + 1))) {
      return refuse(
        context,
        'hooks',
        'edit',
        `${located} tells git’s hooks that a commit is part of a merge, cherry-pick or revert, so only git writes it. Use \`git merge\`, \`git cherry-pick\` or \`git revert\`, or end one with \`--abort\`.`,
      );
    }
    const { allowed, verdict, owner, reason } = await mayEdit(context, path, { isCommand, isTree });
    if (allowed || reason === null) continue;
    // `mayEdit` has recorded the refusal for paths that a lane owns.
    return verdict === 'elsewhere' ? refuse(context, owner ?? 'worktree', 'edit', reason) : { refusal: reason };
  }
  const isHere = call.paths.some(path => treeAt(workTree, resolve(workTree.root, workTree.folder, path)) === workTree);
  return isHere ? onBranch(context, workTree, call.paths) : {};
}

/** Another repository's hooks are not ours. A missing folder may become a worktree of ours. */
function mayBeOurs(workTree: WorkTree, directory: string | undefined): boolean {
  const tree = directory === undefined || !existsSync(directory) ? undefined : workTree.at(directory);
  return tree === undefined || tree.commonDir === workTree.commonDir;
}

/** Refuses an attempt and records it once per agent. */
async function refuse(context: Context, about: string, operation: string, why: string): Promise<HookAnswer> {
  const { actor, clock } = context;
  await recordOnce(context, [newEvent(actor, clock.now(), 'attempt_refused', null, { about, operation, why })]);
  return { refusal: why };
}

interface Target {
  readonly path: string;
  readonly isCommand: boolean;
  readonly isTree: boolean;
}

/** Files that a call would write; wildcards of a command are expanded as the shell does. */
async function targetsOf(
  workTree: WorkTree,
  call: ToolCall,
  command: ShellEffects | undefined,
): Promise<readonly Target[]> {
  const edited = call.paths.map(path => ({ path, isCommand: false, isTree: false }));
  if (command === undefined) return edited.slice(0, maxPaths);
  const { paths, patches } = command;
  if (paths.length + patches.length === 0) return edited.slice(0, maxPaths);
  const { expandPath, pathsOfPatch } = await import('./shell/expandPath.js');
  const trees = new Set(command.trees);
  const written = paths.slice(0, maxPaths).map(async path => {
    const expanded = await expandPath(path);
    return expanded.map(one => ({ path: one, isCommand: true, isTree: trees.has(path) }));
  });
  const patched = patches.slice(0, maxPaths).map(async ({ file, directory, isGits }) => {
    const top = isGits ? treeAt(workTree, directory)?.root : directory;
    const found = top === undefined ? [] : await pathsOfPatch(file);
    return found.map(path => ({ path: `${top}/${path}`, isCommand: true, isTree: false }));
  });
  return [...edited, ...(await Promise.all([...written, ...patched])).flat()].slice(0, maxPaths);
}

async function readCommand(
  { command = '', directory = '.' }: ToolCall,
  workTree: WorkTree,
): Promise<ShellEffects | undefined> {
  if (command.length > maxCommandLength) return undefined;
  const { readShell } = await import('./shell/readShell.js');
  return readShell(command, await workTree.locate(directory));
}

/** True for guarded paths, their contents, and the folders that contain them, which would be removed with them. */
function isGuarded(path: string, git: string): boolean {
  if (path !== git && !path.startsWith(`${git}/`)) return false;
  return guarded
    .map(name => `${git}/${name}`)
    .some(one => path === one || path.startsWith(`${one}/`) || one.startsWith(`${path}/`));
}

/** On a protected branch, advises once per session, or refuses if configured; else advises on the branch. */
async function onBranch(context: Context, workTree: WorkTree, paths: readonly string[]): Promise<HookAnswer> {
  const { branch } = await workTree.head();
  const { protect } = await readConfig(context);
  if (branch === undefined || protect.edits === 'allow') return {};
  if (!isProtectedBranch({ protect }, branch)) {
    const memory = await HookMemory.open(context);
    const { branch: before } = memory.session;
    const advice = await branchAdvice(context, memory);
    if (memory.session.branch !== before) await memory.keep();
    return advice === undefined ? {} : { context: advice };
  }
  const any = (patterns: readonly string[], path: string) => patterns.some(pattern => matchesGlob(path, pattern));
  const top = `${workTree.root.replaceAll('\\', '/')}/`;
  const located = await Promise.all(paths.slice(0, maxPaths).map(path => workTree.locate(path)));
  const code = located
    .flatMap(path => (path.startsWith(top) ? [path.slice(top.length)] : []))
    .find(path => !isOwnPath(path) && any(protect.paths, path) && !any(protect.documents, path));
  if (code === undefined) return {};
  const advice = `${branch} is protected: the pre-commit hook refuses code on it (${code}). Start a task first, which moves the changes to a branch of their own: switch_task start over MCP, or \`stateroom task start --here "<objective>"\`.`;
  if (protect.edits === 'refuse') return { refusal: advice };
  const memory = await HookMemory.open(context);
  if (memory.session.advised === true) return {};
  memory.session.advised = true;
  await memory.keep();
  return { context: advice };
}
