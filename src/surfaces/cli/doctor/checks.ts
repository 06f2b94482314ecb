import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { maxSkewMs } from '../../../domain/time/age.js';
import { GitProcess } from '../../../git/gitProcess.js';
import { ownTreeProblem } from '../../../git/ownTree.js';
import { isUnseen } from '../../../git/unseenFolder.js';
import type { WorkTree } from '../../../git/workTree.js';
import { errorText } from '../../../messages/errorText.js';
import { say } from '../../../messages/say.js';
import { hooksInstall } from '../../../operations/hooks/hooksInstall.js';
import { hooksStatus } from '../../../operations/hooks/hooksStatus.js';
import { invoke } from '../../../operations/invoke.js';
import { laneList } from '../../../operations/lane/laneList.js';
import { storeCheck } from '../../../operations/store/storeCheck.js';
import { isOnPath } from '../../../platform/isOnPath.js';
import { shimProblem, writeShim } from '../../../platform/shim.js';
import { version } from '../../../platform/version.js';
import { searchIndex } from '../../../records/search/searchIndex.js';
import { oneLine } from '../format/text.js';
import { count } from '../format/view.js';
import { withNextCommands } from '../withNextCommands.js';
import { checkInstalled } from './checkInstalled.js';
import { checkSettings, withoutGitHooks } from './checkSettings.js';
import { type Check, type Facet, noRepository, type Ward } from './facet.js';

const minNode = 20;
const minGit = [2, 31] as const;
/** Max time in ms for an editor to list its extensions. */
const editorLimit = 10_000;
const editors = ['code', 'code-insiders', 'cursor', 'codium'] as const;

export const checks: Readonly<Record<Facet, (ward: Ward) => Promise<readonly Check[]>>> = {
  environment: checkEnvironment,
  store: checkStore,
  git: checkGit,
  settings: checkSettings,
  hooks: checkHooks,
  lanes: checkLanes,
  mcp: checkInstalled,
  editor: checkEditor,
};

async function checkEnvironment({ host, directory }: Ward): Promise<readonly Check[]> {
  const { environment, programFile } = host;
  const node = process.versions.node;
  const found: Check[] = [];
  if (Number.parseInt(node, 10) < minNode) {
    found.push({ state: 'broken', text: `Node ${node} is too old.`, next: `Install Node ${minNode} or newer.` });
  }
  if (environment.HOME === undefined && environment.USERPROFILE === undefined) {
    found.push({ state: 'warn', text: 'HOME is not set, so your own settings are not read.', next: 'Set HOME.' });
  }
  const problem = directory === undefined ? undefined : await shimProblem(directory, programFile);
  if (directory !== undefined && problem !== undefined) {
    found.push({
      state: 'broken',
      text: `The launcher next to the store is wrong: ${problem}.`,
      next: 'stateroom doctor --fix',
      fix: {
        text: 'Rewrite the launcher next to the store for this program',
        undo: 'the next change by another copy of Stateroom',
        async run() {
          await writeShim(directory, { file: programFile, version });
          const left = await shimProblem(directory, programFile);
          return left === undefined ? undefined : `The launcher could not be written: ${left}.`;
        },
      },
    });
  }
  return [...found, { state: 'ok', text: `Stateroom ${version}, Node ${node}.` }];
}

async function checkStore({ context }: Ward): Promise<readonly Check[]> {
  if (context === undefined) return [noRepository];
  const { store } = context;
  const health = await withNextCommands(await store.health());
  if (health.state === 'absent') {
    return [{ state: 'ok', text: 'No store yet; the first change creates it.', next: 'stateroom init' }];
  }
  const reason = health.reason === undefined ? undefined : say(health.reason);
  if (health.state === 'corrupt' || health.state === 'too-new') {
    const next = health.hint === undefined ? 'stateroom store check' : say(health.hint);
    return [{ state: 'broken', text: reason ?? `The store is ${health.state}.`, next }];
  }
  const next = health.state === 'update-pending' ? 'stateroom store update --now' : 'stateroom status';
  const found: Check[] = reason === undefined ? [] : [{ state: 'warn', text: reason, next }];
  const report = await invoke(storeCheck, context, {});
  if (isRefusal(report)) return [{ state: 'broken', text: say(report.message), next: 'stateroom store check' }];
  const [problem] = report.problems;
  if (problem !== undefined) found.push({ state: 'broken', text: problem, next: 'stateroom store check' });
  const [warning] = report.warnings;
  if (warning !== undefined) found.push({ state: 'warn', text: warning, next: 'stateroom store check' });
  const now = context.clock.now();
  const [ahead] = await store.read(transaction => transaction.events.list({ from: now + maxSkewMs }, 'newest', 1));
  if (ahead !== undefined) {
    found.push({
      state: 'warn',
      text: `Event ${ahead.id} is dated ahead, ${new Date(ahead.ts).toISOString()}: a clock is or was wrong.`,
      next: `Check the clock of every machine that uses this store.`,
    });
  }
  const { origin } = await store.textIndex('search');
  if (origin === 'damaged') {
    found.push({
      state: 'warn',
      text: 'The search index is damaged. The next search rebuilds it.',
      next: 'stateroom doctor --fix',
      fix: {
        text: 'Rebuild the search index',
        undo: 'nothing to undo: it is made from the store',
        async run() {
          await searchIndex(context);
          return undefined;
        },
      },
    });
  }
  const { workItems, events } = report;
  return [...found, { state: 'ok', text: `${count(workItems, 'work item')}, ${count(events, 'event')}.` }];
}

async function checkGit({ host, context, signal }: Ward): Promise<readonly Check[]> {
  if (!isOnPath('git', host.environment.PATH)) {
    return [{ state: 'broken', text: 'No git on the PATH.', next: 'Install git, or add it to the PATH.' }];
  }
  const output = await outputOf(host, ['git', '--version'], signal);
  const [major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(output ?? '') ?? []).slice(1).map(Number);
  const isOld = major < minGit[0] || (major === minGit[0] && minor < minGit[1]);
  const found: Check[] = isOld
    ? [{ state: 'warn', text: `Git ${major}.${minor} is old.`, next: `Install git ${minGit.join('.')} or newer.` }]
    : [];
  const workTree = context?.workTree;
  if (workTree === undefined) return [...found, noRepository];
  try {
    found.push(...(await foreignTrees(host, await checkedOut(workTree))));
    await workTree.changes();
    const going = await workTree.operationInProgress();
    if (going !== undefined) {
      found.push({
        state: 'warn',
        text: `In progress in this worktree: ${going}.`,
        next: `Finish or abort it: git status`,
      });
    }
  } catch (error) {
    found.push({ state: 'broken', text: `Git cannot read this worktree: ${errorText(error)}`, next: 'git status' });
  }
  return [...found, { state: 'ok', text: `Git ${major}.${minor}.` }];
}

/** Returns the caller's worktree and the main one; a bare repository has no main one. */
async function checkedOut(workTree: WorkTree): Promise<readonly string[]> {
  const [main] = await workTree.list();
  return [...new Set([workTree.root, ...(main?.commit === undefined ? [] : [main.directory])])];
}

async function foreignTrees({ environment }: Ward['host'], folders: readonly string[]): Promise<readonly Check[]> {
  const problems = await Promise.all(folders.map(folder => ownTreeProblem(new GitProcess(folder, environment))));
  return problems.flatMap(problem =>
    problem === undefined
      ? []
      : [{ state: 'broken' as const, text: say(problem.message), next: say(problem.hint ?? problem.message) }],
  );
}

async function checkHooks({ context }: Ward): Promise<readonly Check[]> {
  if (context?.hooks === undefined) return [noRepository];
  const status = await invoke(hooksStatus, context, {});
  if (isRefusal(status)) return [{ state: 'broken', text: say(status.message), next: 'stateroom hooks status' }];
  const problems = status.problems.map(({ place, text, fix }) => ({
    state: place === 'here' ? ('broken' as const) : ('warn' as const),
    text: say(text),
    next: say(fix),
  }));
  if (status.complete) return [...problems, { state: 'ok', text: `Installed (${status.manager}).` }];
  const missing = status.hooks.filter(({ installed }) => !installed).map(({ name }) => name);
  if (missing.length === 0) return problems;
  const isNone = missing.length === status.hooks.length;
  const [toDo] = status.toDo;
  if (toDo !== undefined && !isNone) {
    return [...problems, { state: 'warn', text: `Lines are missing in ${toDo.file}.`, next: 'stateroom hooks status' }];
  }
  return [
    ...problems,
    {
      state: isNone ? 'warn' : 'broken',
      text: isNone ? await withoutGitHooks(context) : `Missing hooks: ${missing.join(', ')}.`,
      next: 'stateroom hooks install',
      fix: {
        text: `Install the git hooks (${missing.join(', ')})`,
        undo: 'stateroom hooks uninstall',
        async run() {
          const done = await invoke(hooksInstall, context, {});
          if (isRefusal(done)) return say(done.message);
          return done.complete ? undefined : 'Something is left to do by hand: stateroom hooks status';
        },
      },
    },
  ];
}

async function checkLanes({ host, context }: Ward): Promise<readonly Check[]> {
  if (context?.lanes === undefined) return [noRepository];
  const answer = await invoke(laneList, context, { noDistance: true });
  if (isRefusal(answer)) return [{ state: 'broken', text: say(answer.message), next: 'stateroom lane list' }];
  const { lanes } = answer;
  const present = lanes.filter(({ worktreePath }) => existsSync(worktreePath));
  const missing = lanes.filter(lane => !present.includes(lane));
  const named = (isMeant: boolean): readonly string[] =>
    missing.filter(({ worktreePath }) => isUnseen(worktreePath) === isMeant).map(({ lane }) => lane);
  const [gone, unseen] = [named(false), named(true)];
  const found = [
    ...(await foreignTrees(
      host,
      present.map(({ worktreePath }) => worktreePath),
    )),
  ];
  if (gone.length > 0) {
    found.push({
      state: 'broken',
      text: `Missing worktrees of ${count(gone.length, 'lane')}: ${gone.join(', ')}.`,
      next: 'stateroom lane repair',
    });
  }
  if (unseen.length > 0) {
    found.push({
      state: 'warn',
      text: `Worktrees not visible from here, of ${count(unseen.length, 'lane')}: ${unseen.join(', ')}.`,
      next: 'Work on them where their folders are visible, as in another container or mount.',
    });
  }
  for (const { lane, worker } of present) {
    const trouble = worker?.trouble ?? null;
    if (trouble === null) continue;
    found.push({ state: 'warn', text: `${lane}: ${say(trouble.reason)}`, next: `stateroom worker show ${lane}` });
  }
  return [
    ...found,
    { state: 'ok', text: lanes.length === 0 ? 'No open lanes.' : `${count(lanes.length, 'open lane')}.` },
  ];
}

async function checkEditor({ host, signal }: Ward): Promise<readonly Check[]> {
  const { environment } = host;
  const editor = editors.find(each => isOnPath(each, environment.PATH));
  if (editor === undefined)
    return [{ state: 'ok', text: 'No editor on the PATH. The command line works without one.' }];
  const listed = await outputOf(host, [editor, '--list-extensions', '--show-versions'], signal, editorLimit);
  if (listed === undefined) {
    return [{ state: 'warn', text: `${editor} did not list its extensions.`, next: `${editor} --list-extensions` }];
  }
  const installed = /^stateroom\.stateroom@(\S+)$/m.exec(listed)?.[1];
  if (installed === version) return [{ state: 'ok', text: `${editor} has Stateroom ${installed}.` }];
  return [
    installed === undefined
      ? { state: 'ok', text: `${editor} does not have the extension.`, next: 'stateroom vscode install' }
      : {
          state: 'warn',
          text: `${editor} has Stateroom ${installed}, not ${version}.`,
          next: 'stateroom vscode install',
        },
  ];
}

/** Undefined if it fails. Runs outside the repository, which must not choose the program. */
async function outputOf(
  host: Ward['host'],
  command: readonly string[],
  signal: AbortSignal,
  timeoutMs = editorLimit,
): Promise<string | undefined> {
  const { commandRunner } = await import('../../../platform/runCommand.js');
  const parts: Uint8Array[] = [];
  const { exitCode } = await commandRunner(host.environment).run({
    ...{ command, timeoutMs, signal, directory: homedir() },
    onOutput: chunk => parts.push(chunk),
  });
  return exitCode === 0 ? Buffer.concat(parts).toString('utf8').split('\n').map(oneLine).join('\n') : undefined;
}
