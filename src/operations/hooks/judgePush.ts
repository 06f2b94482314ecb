import { formatRef } from '../../domain/identifier/identifier.js';
import { RefusalError } from '../../domain/refusal/refusal.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { taskName } from '../../domain/task/taskRule.js';
import type { GateName, GateReason, ReasonCode } from '../../gates/gate.js';
import { judgeGate } from '../../gates/judgeGate.js';
import { say } from '../../messages/say.js';
import type { Sentence } from '../../messages/sentence.js';
import type { Context } from '../../records/context.js';
import { collectSnapshot } from '../../records/gate/collectSnapshot.js';
import { commitToJudge } from '../../records/gate/finishedBy.js';
import type { StoreHealth } from '../../store/store.js';
import { withNextCommands } from '../nextSteps.js';
import { judgeLanePush } from './judgeLane.js';
import { judgeDone, judgeStray } from './judgeUnowned.js';
import type { Ruling } from './override.js';
import { type PushedRef, readPushedRefs } from './pushedRef.js';
import { TasksOfPush } from './pushedWork.js';
import { findPushTarget, type PushTarget } from './pushTarget.js';

/**
 * Judges every pushed tip at its own tree. Only Stateroom's operations (`own`) push a lane that leaves git to it. A task in
 * review, or a protected target, needs a ready gate; otherwise open reasons are one line of advice, unless `gate.push` differs.
 * Stateroom's internal refs are never pushed. Deletions, tags and branches without a task pass. Fails open if there never was a
 * store; fails closed if it is gone, damaged or too new, and if git's lines cannot be parsed.
 */
export async function judgePush(context: Context, input: string, own = false): Promise<Ruling> {
  const { store, workTree } = context;
  if (workTree === undefined) return { allowed: true, lines: [] };
  const { refs, internal, unreadable } = readPushedRefs(input);
  if (internal.length > 0) return refuseInternal(internal);
  if (unreadable.length > 0) return closed(`cannot parse this line from git: ${unreadable[0]?.slice(0, 200)}`);
  if (refs.length === 0) return { allowed: true, lines: [] };
  // Runs git while the store opens.
  const aims = findAims(context, refs);
  const [health] = await Promise.all([store.health(), aims.catch(() => undefined)]);
  const blind = await judgeHealth(context, health);
  if (blind !== undefined) return blind;
  try {
    const tasks = await TasksOfPush.read(store, workTree);
    const rulings: Ruling[] = await judgeLanePush(context, refs, own);
    for (const { ref, target } of await aims) {
      const work = await tasks.carriedBy(ref, target);
      for (const task of work.open) rulings.push(await judgeTip(context, ref, task, target));
      for (const { row } of work.done) rulings.push(...(await judgeFinish(context, ref, row, target)));
      rulings.push(...judgeDone(ref, work, target), ...judgeStray(ref, work, target));
    }
    return combine(rulings);
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    const { message, hint, code } = await withNextCommands(error.refusal);
    return closed(message, hint, code);
  }
}

/** As `git push --mirror` sends them. */
function refuseInternal(internal: readonly string[]): Ruling {
  const more = internal.length > 1 ? ` and ${internal.length - 1} more` : '';
  return {
    allowed: false,
    lines: [
      `stateroom: push refused: it includes internal refs of this repository: ${internal[0]}${more}.`,
      '  Push branches and tags explicitly: git push --all, git push --tags',
    ],
    about: { code: 'internal_refs', refs: internal.slice(0, 20) },
  };
}

interface Aim {
  readonly ref: PushedRef;
  readonly target: PushTarget;
}

async function findAims(context: Context, refs: readonly PushedRef[]): Promise<Aim[]> {
  const aims: Aim[] = [];
  for (const ref of refs) aims.push({ ref, target: await findPushTarget(context, ref) });
  return aims;
}

function closed(why: Sentence, hint?: Sentence, code = 'unreadable'): Ruling {
  const lines = [
    `stateroom: the push could not be checked: ${say(why)}`,
    ...(hint === undefined ? [] : [`  ${say(hint)}`]),
  ];
  return { allowed: false, lines, about: { code } };
}

/** Damage does not stop reads, but the missing records may be the ones that refuse. */
async function judgeHealth({ hooks }: Context, health: StoreHealth): Promise<Ruling | undefined> {
  const { state, reason, hint, location } = await withNextCommands(health);
  if (state === 'corrupt') return closed(reason ?? `The store at ${location} is damaged.`, hint, 'store_corrupt');
  if (state === 'too-new') return closed(reason ?? `The store at ${location} is too new.`, hint, 'store_too_new');
  if (state !== 'absent') return undefined;
  const status = await hooks?.status();
  if (status === undefined || !status.hooks.some(({ installed }) => installed)) {
    return { allowed: true, lines: ['stateroom: no store here, so the push is not checked.'] };
  }
  // Installing hooks created a store.
  return closed(
    `The hooks are installed, but the store at ${location} is missing.`,
    'Restore it from a backup (stateroom store restore <file>), or remove the hooks: stateroom hooks uninstall.',
    'store_absent',
  );
}

/** Judges a task finished without a gate, or by other settings than the remote's, by the remote's. */
async function judgeFinish(context: Context, ref: PushedRef, task: TaskRow, aim: PushTarget): Promise<Ruling[]> {
  const { target, remoteCommit } = ref;
  if (target === undefined || remoteCommit === undefined) return [];
  const commit = await commitToJudge(context, task, { branch: target, there: remoteCommit });
  return commit === undefined ? [] : [await judgeTip(context, { ...ref, commit }, task, aim)];
}

/** Reasons on the place of work: a done task's commit alone is judged. */
const ofLive: readonly ReasonCode[] = ['no_active_task', 'detached_head'];

async function judgeTip(
  context: Context,
  ref: PushedRef,
  task: TaskRow,
  { config, isProtected }: PushTarget,
): Promise<Ruling> {
  const { snapshot } = await collectSnapshot(context, {
    task: formatRef('task', task.number),
    tip: { branch: task.branch ?? undefined, commit: ref.commit },
    ...(isProtected ? { config } : {}),
  });
  // On a protected branch, nothing may be left to do.
  const gate: GateName = isProtected ? 'close-check' : 'review-ready';
  const { reasons: all } = judgeGate(gate, snapshot);
  const reasons = task.status === 'done' ? all.filter(({ code }) => !ofLive.includes(code)) : all;
  if (reasons.length === 0) return { allowed: true, lines: [] };
  const { push } = snapshot.config.gate;
  const binds = push === 'always' || (push === 'review' && (isProtected || task.status === 'review'));
  return binds ? refusal(gate, task, await withNextCommands(reasons), ref) : advice(gate, task, reasons);
}

function refusal(gate: GateName, task: TaskRow, reasons: readonly GateReason[], ref: PushedRef): Ruling {
  const lines = reasons.flatMap(({ text, fix }) => [`  ${say(text)}`, `    ${say(fix)}`]);
  return {
    allowed: false,
    lines: [`stateroom: push refused: ${taskName(task)} does not pass the gate ${gate}.`, ...lines],
    about: { gate, ref: ref.remoteRef, commit: ref.commit, reasons: reasons.map(({ code }) => code) },
    taskId: task.id,
  };
}

function advice(gate: GateName, task: TaskRow, reasons: readonly GateReason[]): Ruling {
  const [first] = reasons;
  const more = reasons.length > 1 ? ` And ${reasons.length - 1} more.` : '';
  const open = first === undefined ? '' : ` ${say(first.text)}${more}`;
  return {
    allowed: true,
    lines: [`stateroom: ${taskName(task)} does not pass the gate ${gate} yet:${open} See: stateroom gate ${gate}`],
  };
}

function combine(rulings: readonly Ruling[]): Ruling {
  const refused = rulings.filter(({ allowed }) => !allowed);
  const lines = rulings.flatMap(ruling => ruling.lines);
  const [first] = refused;
  if (first === undefined) return { allowed: true, lines };
  const about = refused.length === 1 ? (first.about ?? {}) : { refused: refused.map(ruling => ruling.about ?? {}) };
  return { allowed: false, lines, about, taskId: first.taskId };
}
