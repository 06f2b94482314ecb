import { commandText } from '../../domain/evidence/commandText.js';
import { evidenceLimits } from '../../domain/evidence/evidenceRow.js';
import type { RunFacts } from '../../domain/evidence/runFacts.js';
import { testSummary } from '../../domain/evidence/testSummary.js';
import { RefusalError, refusalError, refuse } from '../../domain/refusal/refusal.js';
import type { TreeAsIs, WorkTree } from '../../git/workTree.js';
import { message } from '../../messages/message.js';
import { CommandLog, type KeptLog } from '../../platform/commandLog.js';
import type { CommandOutcome } from '../../platform/commandRunner.js';
import { redact } from '../../platform/redact.js';
import type { Context } from '../context.js';
import { markOf, requireAllowed } from '../guardedCommand.js';
import { ignoredNpmSettings } from './ignoredNpmSettings.js';
import { nameHash } from './namedCommand.js';
import { runSurroundings } from './runSurroundings.js';

export interface RunRequest {
  readonly command: readonly string[];
  /** Relative to the worktree root, with `/`; empty at the top. */
  readonly directory: string;
  readonly timeoutSeconds?: number | undefined;
  /** Commands of the settings; evidence of one is matched by its hash, since they may contain secrets. */
  readonly named?: readonly string[];
}

export interface MeasuredRun {
  /** As typed, with secrets redacted. */
  readonly command: string;
  readonly directory: string;
  readonly outcome: CommandOutcome;
  readonly timeoutMs: number | undefined;
  /** As of a shell: the command's own, 124 after a timeout, 127 for a missing program. */
  readonly exitCode: number;
  /** False also for a test runner that says that it ran no test. */
  readonly passed: boolean;
  readonly log: KeptLog;
  /** The runner's numbers and failing tests; undefined for other output. */
  readonly summary: string | undefined;
  /** The tree on which it ran; undefined if its files changed meanwhile. New files, which a clean checkout would lack, are no change. */
  readonly treeHash: string | undefined;
  /** New files that the command left and git does not ignore, or if the tree changed, files with uncommitted changes. */
  readonly touched: readonly string[];
  readonly leftOut: readonly string[];
  /** ms UTC. */
  readonly startedAt: number;
  readonly facts: RunFacts;
}

/** Max output in bytes once our reader is gone: a test run finishes and is recorded; an endless `yes` is ended. */
const maxUnread = 64 * 1024 * 1024;

/** As of shells and `timeout`. */
const exitCodes = { timeout: 124, 'not-found': 127, signal: 128, cancelled: 130 } as const;

export function requireWorkTree({ workTree }: Context): WorkTree {
  if (workTree !== undefined) return workTree;
  throw refusalError('no_repository', 'evidence.noWorkTree', { hint: 'evidence.noWorkTreeHint' });
}

/** Runs a command on the worktree. Refuses a folder outside, if nothing may run here, and if cancelled: a part proves nothing. */
export async function runForEvidence(context: Context, request: RunRequest): Promise<MeasuredRun> {
  const workTree = requireWorkTree(context);
  const { answerLimitMs, commands, output, signal } = context;
  if (commands === undefined) {
    throw refusalError('not_allowed', 'workers.commandsOff', { hint: 'workers.commandsOffHint' });
  }
  const directory = insideOf(request.directory);
  const { command, timeoutSeconds } = request;
  const absolute = directory === '' ? workTree.root : `${workTree.root}/${directory}`;
  await requireAllowed(context, command, absolute);
  const settings = await ignoredNpmSettings(workTree, directory);
  const facts = runSurroundings(workTree, commands, command, absolute, settings);
  const before = await workTree.treeAsIs();
  const startedAt = context.clock.now();
  const log = new CommandLog(evidenceLimits.keptLog);
  const timeoutMs = timeoutSeconds === undefined ? answerLimitMs : timeoutSeconds * 1000;
  const pipe = new AbortController();
  let unread = 0;
  const ended = await commands.run({
    command: command.length === 1 ? (command[0] ?? '') : command,
    directory: absolute,
    environment: markOf(context),
    onOutput: (chunk, stream) => {
      log.add(chunk, stream);
      if (output?.(chunk, stream) === false) unread += chunk.length;
      if (unread > maxUnread) pipe.abort();
    },
    signal: AbortSignal.any([pipe.signal, ...(signal === undefined ? [] : [signal])]),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  const isPipeEnd = ended.endedBy === 'cancelled' && signal?.aborted !== true;
  const outcome: CommandOutcome = isPipeEnd ? { ...ended, endedBy: 'signal', signal: 'SIGPIPE' } : ended;
  if (outcome.endedBy === 'cancelled') throw new RefusalError(cancelled());
  const { after, touched } = await treeAfter(workTree, before);
  const text = commandText(command);
  const shown = redact(text);
  const isNamed = shown !== text && request.named?.includes(text) === true;
  return {
    timeoutMs,
    command: shown,
    facts: isNamed ? { ...facts, named: nameHash(text) } : facts,
    directory,
    outcome,
    exitCode: outcome.exitCode ?? exitCodes[outcome.endedBy ?? 'signal'],
    ...resultOf(log.finish(), outcome.exitCode),
    treeHash: before.hash === after.hash ? before.hash : undefined,
    touched,
    leftOut: [...new Set([...before.leftOut, ...after.leftOut])],
    startedAt,
  };
}

/** The tree after a run without the new files that it left, and the files that it touched. */
async function treeAfter(
  workTree: WorkTree,
  before: TreeAsIs,
): Promise<{ after: TreeAsIs } & Pick<MeasuredRun, 'touched'>> {
  const whole = await workTree.treeAsIs();
  const was = new Set(before.untracked);
  const made = whole.untracked.filter(path => !was.has(path));
  const after = made.length === 0 ? whole : await workTree.treeAsIs(made);
  if (after.hash === before.hash) return { after, touched: made };
  return { after, touched: (await workTree.changes()).map(({ path }) => path) };
}

/** Judges a run by its exit code and the numbers of tests in its output. */
export function resultOf(log: KeptLog, exitCode: number | null): Pick<MeasuredRun, 'passed' | 'log' | 'summary'> {
  const { text, ranNone } = testSummary(Buffer.from(log.content).toString());
  return { passed: exitCode === 0 && !ranNone, log, summary: text };
}

function cancelled() {
  return refuse('timed_out', 'evidence.cancelled', { hint: 'evidence.cancelledHint' });
}

/** Normalizes a folder, without `.` and `..`. */
function insideOf(directory: string): string {
  const parts = directory.split(/[\\/]+/).filter(part => part !== '' && part !== '.');
  if (!parts.includes('..') && !/^([\\/]|[A-Za-z]:)/.test(directory)) return parts.join('/');
  throw refusalError('invalid_input', message('evidence.noFolder', { directory }), { hint: 'evidence.noFolderHint' });
}
