import * as z from 'zod';
import type { AttemptRow } from '../../domain/attempt/attemptRow.js';
import type { DecisionRow } from '../../domain/decision/decisionRow.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import type { SliceRow } from '../../domain/slice/sliceRow.js';
import { taskLimits } from '../../domain/task/taskRow.js';
import type { LineOrigin } from '../../git/lane/lineOrigin.js';
import { message } from '../../messages/message.js';
import { requireWorkTree } from '../../records/evidence/runForEvidence.js';
import { requireLanes } from '../../records/lane/laneAccess.js';
import { laneAt } from '../../records/lane/laneAt.js';
import type { Transaction } from '../../store/store.js';
import { defineOperation } from '../operation.js';

/** Max decisions and runs of a task that are searched. */
const searched = 200;

export const laneWhy = defineOperation({
  name: 'lane.why',
  order: 65,
  title: 'Explain Line',
  summary:
    'Explains a line of a file: the lane, attempt and decision that it came with, and the run that passed with it.',
  input: z.strictObject({
    path: z.string().trim().min(1).max(taskLimits.path).describe('File, with the line: src/login.ts:12'),
    line: z.int().positive().optional().describe('Line, from 1; default: that of the path'),
  }),
  output: z.object({
    path: z.string(),
    line: z.int(),
    /** Null for a line that is not committed. */
    commit: z.string().nullable(),
    subject: z.string(),
    author: z.string(),
    at: z.string(),
    /** Ref; null if no lane brought it, and for the rest too. */
    lane: z.string().nullable(),
    workItem: z.object({ ref: z.string(), title: z.string() }).nullable(),
    attempt: z.object({ number: z.int(), actor: z.string(), model: z.string().nullable() }).nullable(),
    slice: z.object({ ref: z.string(), title: z.string() }).nullable(),
    decision: z.object({ ref: z.string(), decision: z.string(), rationale: z.string() }).nullable(),
    /** The first run that passed after it was written. */
    evidence: z
      .object({ ref: z.string(), command: z.string(), result: z.string().nullable(), grade: z.string() })
      .nullable(),
  }),
  effect: 'read',
  // A reviewer's question; agents have git.
  mcp: null,
  cli: {
    path: ['why'],
    paths: { path: 'path' },
    positionals: ['path', 'line'],
    examples: ['why src/login.ts:12', 'why README.md 3'],
  },
  palette: false,
  async run(context, input) {
    const ports = requireLanes(context);
    const { root } = requireWorkTree(context);
    const { path, line } = placeOf(input);
    const trees = await ports.trees();
    const origin = await trees.lineOrigin(root, { path, line });
    if (origin === undefined) {
      throw refusalError('not_found', message('lanes.noLine', { path, line }), { hint: 'lanes.noLineHint' });
    }
    const { commit, subject, author, writtenAt } = origin;
    const here = await context.store.read(transaction => laneAt(transaction, root));
    // A rebase brings what others merged.
    const isOwn = here !== undefined && (commit === null || !(await trees.isIn(commit, here.base_branch)));
    const found = await context.store.read(transaction =>
      explain(transaction, origin, { here: isOwn ? here : undefined, path }),
    );
    return { path, line, commit, subject, author, at: new Date(writtenAt).toISOString(), ...found };
  },
});

/** `src/login.ts:12` names a line too; an own `line` counts first. */
function placeOf({ path, line }: { readonly path: string; readonly line?: number | undefined }) {
  const [, file = path, last] = /^(.*?):(\d{1,9})$/.exec(path) ?? [];
  if (line !== undefined) return { path, line };
  if (last === undefined) {
    throw refusalError('invalid_input', message('lanes.lineMissing', { path }), { hint: 'lanes.lineMissingHint' });
  }
  return { path: file, line: Number(last) };
}

async function explain(
  transaction: Transaction,
  origin: LineOrigin,
  { here, path }: { readonly here: LaneRow | undefined; readonly path: string },
) {
  const lane = here ?? (await laneOf(transaction, origin));
  const nothing = { lane: null, workItem: null, attempt: null, slice: null, decision: null, evidence: null };
  if (lane === undefined) return nothing;
  const { writtenAt } = origin;
  const [item] = lane.work_item_id === null ? [] : await transaction.workItems.ofIds([lane.work_item_id]);
  const attempts = item === undefined ? [] : await transaction.attempts.ofItem(item.id);
  const attempt = attempts.findLast(one => one.lane_id === lane.id && covers(one.begun_at, one.ended_at, writtenAt));
  const task = lane.task_id;
  const slices = task === null ? [] : await transaction.slices.ofTask(task);
  const slice = slices.findLast(one => covers(one.started_at, one.closed_at, writtenAt));
  const decisions = task === null ? [] : await transaction.decisions.ofTask(task, searched);
  const decision = decisionFor(decisions, slice, path);
  const runs = task === null ? [] : await transaction.evidence.list({ taskId: task, passed: true }, searched);
  const run = runs.findLast(one => one.created_at >= writtenAt);
  return {
    lane: formatRef('lane', lane.number),
    workItem: item === undefined ? null : { ref: formatRef('workItem', item.number), title: item.title },
    attempt: attempt === undefined ? null : attemptOf(attempt),
    slice: slice === undefined ? null : { ref: formatRef('slice', slice.number), title: slice.title },
    decision:
      decision === undefined
        ? null
        : {
            ref: formatRef('decision', decision.number),
            decision: decision.decision,
            rationale: decision.rationale,
          },
    evidence:
      run === undefined
        ? null
        : { ref: formatRef('evidence', run.number), command: run.command, result: run.result, grade: run.grade },
  };
}

/** The lane that was merged by the commit that brought the line. */
async function laneOf(transaction: Transaction, { broughtBy }: LineOrigin): Promise<LaneRow | undefined> {
  if (broughtBy === null) return undefined;
  const merged = await transaction.lanes.list(['merged']);
  return merged.find(({ merged_sha }) => merged_sha === broughtBy);
}

/** Times of git are whole seconds. */
const second = 1000;

function covers(from: number, to: number | null, at: number): boolean {
  return from < at + second && (to === null || at <= to);
}

function attemptOf({ position, actor, model }: AttemptRow) {
  return { number: position, actor, model };
}

/** The decision of the slice, else the latest one of the task that names the file. */
function decisionFor(
  decisions: readonly DecisionRow[],
  slice: SliceRow | undefined,
  path: string,
): DecisionRow | undefined {
  const ofSlice = decisions.find(({ id, slice_id }) => id === slice?.decision_id || (slice && slice_id === slice.id));
  return ofSlice ?? decisions.find(({ changed_files }) => (JSON.parse(changed_files) as string[]).includes(path));
}
