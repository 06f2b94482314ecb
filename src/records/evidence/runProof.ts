import { commandText } from '../../domain/evidence/commandText.js';
import { evidenceLimits } from '../../domain/evidence/evidenceRow.js';
import type { RunFacts } from '../../domain/evidence/runFacts.js';
import { RefusalError, refusalError, refuse } from '../../domain/refusal/refusal.js';
import type { WorkTree } from '../../git/workTree.js';
import { message } from '../../messages/message.js';
import { CommandLog, type KeptLog } from '../../platform/commandLog.js';
import type { CommandOutcome } from '../../platform/commandRunner.js';
import { redact } from '../../platform/redact.js';
import type { Context } from '../context.js';
import { markOf, requireAllowed } from '../guardedCommand.js';
import { ignoredNpmSettings } from './ignoredNpmSettings.js';
import { nameHash } from './namedCommand.js';
import { runSurroundings } from './runSurroundings.js';

/** What is to be run, and where. */
export interface ProofRequest {
  readonly command: readonly string[];
  /** Relative to the worktree root, with `/`; empty at the top. */
  readonly directory: string;
  readonly timeoutSeconds?: number | undefined;
  /** Of the settings, which may have secrets: evidence of exactly one of these can be told by it. */
  readonly named?: readonly string[];
}

/** The outcome. */
export interface ProofRun {
  /** As typed, secrets redacted. */
  readonly command: string;
  readonly directory: string;
  readonly outcome: CommandOutcome;
  /** After which it would have been, or was, ended; undefined without a limit. */
  readonly timeoutMs: number | undefined;
  /** What the shell would answer: the command's own code, 124 when its time ran out, 127 when there is no such program. */
  readonly exitCode: number;
  readonly passed: boolean;
  readonly log: KeptLog;
  /** The tree that it ran on; undefined when the tree was another one afterwards. */
  readonly treeHash: string | undefined;
  /** What of it was not there, as `TreeAsIs` has it. */
  readonly leftOut: readonly string[];
  /** ms UTC. */
  readonly startedAt: number;
  /** How it was started. */
  readonly facts: RunFacts;
}

/**
 * What a command may print after the reader of our output has gone, in bytes: a test run is finished and recorded, one that never
 * ends, as `yes`, is ended as a pipe would end it.
 */
const maxUnread = 64 * 1024 * 1024;

/** Exit codes of a command that has none of its own, as shells and `timeout` give them. */
const exitCodes = { timeout: 124, 'not-found': 127, signal: 128, cancelled: 130 } as const;

/** The worktree of the caller; refuses where there is none. */
export function requireWorkTree({ workTree }: Context): WorkTree {
  if (workTree !== undefined) return workTree;
  throw refusalError('no_repository', 'evidence.noWorkTree', { hint: 'evidence.noWorkTreeHint' });
}

/**
 * Runs a command on the worktree as it is and says which tree it judged. All it prints goes to `context.output` as
 * it comes; see `maxUnread` for when no one reads that. Refuses when nothing may be run here, when the folder is not in the worktree, and when it was cancelled: a
 * run that was cut short says nothing.
 */
export async function runProof(context: Context, request: ProofRequest): Promise<ProofRun> {
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
  const after = await workTree.treeAsIs();
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
    passed: outcome.exitCode === 0,
    log: log.finish(),
    treeHash: before.hash === after.hash ? before.hash : undefined,
    leftOut: [...new Set([...before.leftOut, ...after.leftOut])],
    startedAt,
  };
}

function cancelled() {
  return refuse('timed_out', 'evidence.cancelled', { hint: 'evidence.cancelledHint' });
}

/** A folder of the worktree, without `.` and `..`. */
function insideOf(directory: string): string {
  const parts = directory.split(/[\\/]+/).filter(part => part !== '' && part !== '.');
  if (!parts.includes('..') && !/^([\\/]|[A-Za-z]:)/.test(directory)) return parts.join('/');
  throw refusalError('invalid_input', message('evidence.noFolder', { directory }), { hint: 'evidence.noFolderHint' });
}
