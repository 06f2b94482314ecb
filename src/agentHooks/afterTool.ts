import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { newEvent } from '../domain/event/newEvent.js';
import { countInRow, failureKey, longPauseMs, maxFailureEvents, rareFailureMs } from '../domain/event/toolFailure.js';
import { sameCommand } from '../domain/evidence/freshness.js';
import { RefusalError } from '../domain/refusal/refusal.js';
import type { WorkTree } from '../git/workTree.js';
import { cachedUntilCommit } from '../operations/cachedUntilCommit.js';
import { resolveOwner } from '../operations/evidence/proofOwner.js';
import { heartbeatInLane } from '../operations/hooks/heartbeatInLane.js';
import { touchedRecord } from '../operations/touched/touchedRecord.js';
import { redact } from '../platform/redact.js';
import { sha256 } from '../platform/sha256.js';
import type { Context } from '../records/context.js';
import { draftEvidence, insertEvidence } from '../records/evidence/recordEvidence.js';
import { resumeLeft } from '../records/holding/resumeLeft.js';
import { laneAt } from '../records/lane/laneAt.js';
import { readConfig } from '../records/repositoryConfig.js';
import { candidatesAt, placeOf } from '../records/task/taskAccess.js';
import type { HookAnswer, ToolCall, ToolOutcome } from './hookClient.js';
import { HookMemory } from './hookMemory.js';
import { simpleCommands } from './shell/simpleCommands.js';
import { inTree, treeAt } from './treeAt.js';

type TouchedFile = Parameters<typeof touchedRecord.run>[1]['files'][number];

const maxErrorLength = 500;
const maxCommandLength = 2000;

/** Programs whose exit code 1 is an answer, not a failure. */
const asks = /^(grep|egrep|fgrep|rg|ag|diff|cmp|test|\[|git (diff|grep))\s/;
const interrupted = /\binterrupted by (?:the )?user\b/i;

/** Records the effects of a tool call: the task's files that it wrote, a test that it ran, and a failure. */
export async function afterTool(context: Context, call: ToolCall, outcome: ToolOutcome): Promise<HookAnswer> {
  const { workTree } = context;
  if (workTree === undefined) return {};
  const { exitCode, error } = outcome;
  const isFailed = error !== undefined || (exitCode ?? 0) !== 0;
  if (!isFailed)
    for (const [tree, paths] of await byTree(workTree, call.paths)) {
      await recordTouched(inTree(context, tree), tree, paths, call.moved);
    }
  const command = call.command?.trim();
  const isProof =
    command !== undefined && exitCode !== undefined && (await recordTest(context, workTree, call, exitCode));
  const isNoFailure = interrupted.test(error ?? '') || (exitCode === 1 && command !== undefined && isAnswered(command));
  if (isFailed && !isProof && !isNoFailure) await recordFailure(context, call, outcome);
  return {};
}

/** True if the exit code is an answer: that of the last command of this text. */
function isAnswered(text: string): boolean {
  return asks.test(`${simpleCommands(text).at(-1)?.words.join(' ') ?? ''} `);
}

/** The paths by the worktree that contains them; those outside of all are the session's own. */
async function byTree(workTree: WorkTree, paths: readonly string[]): Promise<ReadonlyMap<WorkTree, string[]>> {
  const trees = new Map<string, WorkTree>();
  const found = new Map<WorkTree, string[]>();
  for (const path of paths) {
    const at = treeAt(workTree, await workTree.locate(path)) ?? workTree;
    const tree = trees.get(at.root) ?? at;
    trees.set(tree.root, tree);
    found.set(tree, [...(found.get(tree) ?? []), path]);
  }
  return found;
}

/** Records files as touched by the task of their worktree; an edit in a lane is a heartbeat of its worker. */
async function recordTouched(
  context: Context,
  workTree: WorkTree,
  paths: readonly string[],
  moved: ToolCall['moved'],
): Promise<void> {
  try {
    await heartbeatInLane(context);
    await resumeLeft(context);
    if (!(await hasTask(context))) return;
    await touchedRecord.run(context, { files: await touchesOf(workTree, paths, moved ?? new Map()) });
  } catch (error) {
    // Without a task, or with several, the files belong to none.
    if (!(error instanceof RefusalError)) throw error;
  }
}

/** False where the session's task is in another worktree. */
async function hasTask(context: Context): Promise<boolean> {
  const place = await placeOf(context);
  return context.store.read(async transaction =>
    (await candidatesAt(transaction, place)).some(
      ({ worktree_path: path, branch }) => path === null || path === place.directory || branch === place.branch,
    ),
  );
}

/** Changes since the last commit: a new file is `add`, however often it is written. */
async function touchesOf(
  workTree: WorkTree,
  paths: readonly string[],
  moved: ReadonlyMap<string, string>,
): Promise<TouchedFile[]> {
  const located = new Map<string, string>();
  for (const path of paths) located.set(path, await workTree.locate(path));
  const top = `${workTree.root.replaceAll('\\', '/')}/`;
  const inside = [...located.values()].filter(path => path.startsWith(top)).map(path => path.slice(top.length));
  const { commit } = await workTree.head();
  const committed = commit === undefined ? new Map<string, string>() : await workTree.blobsOf(inside, commit);
  const gone = new Set(moved.values());
  return [...located].flatMap(([named, path]): TouchedFile[] => {
    const from = moved.get(named);
    if (from !== undefined) return [{ path, change: 'rename', oldPath: located.get(from) ?? from }];
    if (gone.has(named)) return [];
    if (!existsSync(path)) return [{ path, change: 'delete' }];
    return [{ path, change: !path.startsWith(top) || committed.has(path.slice(top.length)) ? 'edit' : 'add' }];
  });
}

/** True for the test of an open slice, or one that a gate requires, run at the top of a worktree. */
async function recordTest(
  session: Context,
  sessionTree: WorkTree,
  { command: text = '', directory }: ToolCall,
  exitCode: number,
): Promise<boolean> {
  const [, folder, behind] = /^cd\s+(\S+)\s*&&\s*([\s\S]+)$/.exec(text.trim()) ?? [];
  const at = await sessionTree.locate(within(directory ?? '.', unquoted(folder ?? '.')));
  const command = behind ?? text.trim();
  const workTree = treeAt(sessionTree, at);
  if (workTree === undefined || at !== workTree.root.replaceAll('\\', '/')) return false;
  const context = inTree(session, workTree);
  if (!(await isTest(context, command))) return false;
  const owner = (await hasTask(context))
    ? await resolveOwner(context, { task: undefined, slice: undefined })
    : { taskId: null, sliceId: null };
  const now = context.clock.now();
  const draft = {
    ...(await draftEvidence(context, context.ids.ulid(now), now)),
    command: redact(command),
    directory: '',
    exit_code: exitCode,
    passed: exitCode === 0 ? (1 as const) : (0 as const),
    result: `ended with ${exitCode}, as the hook of ${context.actor.harness} reported`,
    grade: 'reported' as const,
    tree_hash: await workTree.treeHash(),
    log_hash: null,
    log_bytes: null,
    log_file: null,
    duration_ms: null,
    started_at: now,
  };
  await context.store.transaction(transaction => insertEvidence(transaction, context, draft, owner));
  const memory = await HookMemory.open(context);
  memory.session.ran = { command: draft.command, tree: draft.tree_hash };
  await memory.keep();
  return true;
}

function within(directory: string, folder: string): string {
  return isAbsolute(folder) ? folder : join(directory, folder);
}

function unquoted(word: string): string {
  return /^(["'])(.*)\1$/.exec(word)?.[2] ?? word;
}

async function isTest(context: Context, command: string): Promise<boolean> {
  const { gate } = await readConfig(context);
  if (gate.commands.some(one => sameCommand(one, command))) return true;
  const tests = await cachedUntilCommit(context, { name: 'slice-tests', version: 1 }, async transaction => {
    const live = await transaction.tasks.live();
    const slices = await Promise.all(live.map(({ id }) => transaction.slices.ofTask(id)));
    return slices
      .flat()
      .flatMap(({ status, test_command: test }) => (status === 'closed' || test === null ? [] : [test]));
  });
  return (tests ?? []).some(one => sameCommand(one, command));
}

/** Records a failure with its count, so that one row has the total. Failures to write are only logged. */
async function recordFailure(context: Context, call: ToolCall, { tool, error, exitCode }: ToolOutcome): Promise<void> {
  const { store, log, actor, clock, workTree } = context;
  const command = call.command === undefined ? undefined : redact(call.command).slice(0, maxCommandLength);
  const text = redact(error ?? `exit code ${exitCode}`).slice(0, maxErrorLength);
  try {
    // Recording a failure must not create a store.
    if ((await store.health()).state !== 'ready') return;
    const now = clock.now();
    await store.transaction(async transaction => {
      const lane = actor.lane ?? (await laneAt(transaction, workTree?.root))?.name;
      const fingerprint = sha256(failureKey(tool, command, text, lane)).slice(0, 12);
      const before = await transaction.events.failureOf(actor.name, fingerprint, now - longPauseMs);
      const count = before === undefined ? 0 : countInRow(before, now);
      if (before !== undefined && count >= maxFailureEvents && now - before.last_at < rareFailureMs) return;
      await transaction.events.append([
        newEvent(lane === undefined ? actor : { ...actor, lane }, now, 'tool_failed', null, {
          ...{ tool, ...(command === undefined ? {} : { command }), error: text },
          ...{ fingerprint, count: count + 1 },
        }),
      ]);
    });
  } catch (problem) {
    log.warn(`A failed tool call could not be recorded: ${String(problem)}`);
  }
}
