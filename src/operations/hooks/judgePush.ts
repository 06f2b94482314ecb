import { formatRef } from '../../domain/identifier/identifier.js';
import { RefusalError } from '../../domain/refusal/refusal.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import type { GateName, GateReason } from '../../gates/gate.js';
import { judgeGate } from '../../gates/judgeGate.js';
import type { Context } from '../context.js';
import { collectSnapshot } from '../gate/collectSnapshot.js';
import type { Ruling } from './override.js';
import { type PushedRef, readPushedRefs } from './pushedRef.js';

/**
 * Judges every pushed tip at its own tree. A task in review, or a protected target, needs a ready gate; else what is open is
 * one line of advice (`gate.push` makes that stricter or milder). Deletions, tags and branches without a live task pass.
 * Open where there is no store at all; closed where there is one that cannot be read.
 */
export async function judgePush(context: Context, input: string): Promise<Ruling> {
  const { store, workTree } = context;
  if (workTree === undefined) return { allowed: true, lines: [] };
  const pushed = readPushedRefs(input);
  if (pushed.length === 0) return { allowed: true, lines: [] };
  const { state } = await store.health();
  if (state === 'absent') {
    return { allowed: true, lines: ['stateroom: there is no store here, so nothing is checked.'] };
  }
  try {
    const live = await store.read(transaction => transaction.tasks.live());
    const rulings: Ruling[] = [];
    for (const ref of pushed) {
      for (const task of await tasksOf(context, ref, live)) rulings.push(await judgeTip(context, ref, task));
    }
    return combine(rulings);
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    const { message, hint } = error.refusal;
    return {
      allowed: false,
      lines: [`stateroom: the push cannot be judged: ${message}`, ...(hint === undefined ? [] : [`  ${hint}`])],
      about: { code: error.refusal.code },
    };
  }
}

/** The live tasks whose work a ref carries: those of its branch, else those whose branch stands at the same commit. */
async function tasksOf({ workTree }: Context, ref: PushedRef, live: readonly TaskRow[]): Promise<readonly TaskRow[]> {
  if (ref.branch !== undefined) return live.filter(task => task.branch === ref.branch);
  const carried: TaskRow[] = [];
  for (const task of live) {
    const tip = task.branch === null ? undefined : await workTree?.resolveCommit(`refs/heads/${task.branch}`);
    if (tip === ref.commit) carried.push(task);
  }
  return carried;
}

async function judgeTip(context: Context, ref: PushedRef, task: TaskRow): Promise<Ruling> {
  const { snapshot } = await collectSnapshot(context, {
    task: formatRef('task', task.number),
    tip: { branch: task.branch ?? undefined, commit: ref.commit },
  });
  const { gate: settings, protect } = snapshot.config;
  const isProtected = ref.target !== undefined && protect.branches.includes(ref.target);
  // What lands on a protected branch is done: nothing may be left to do.
  const gate: GateName = isProtected ? 'close-check' : 'review-ready';
  const { ready, reasons } = judgeGate(gate, snapshot);
  if (ready) return { allowed: true, lines: [] };
  const { push } = settings;
  const name = `${formatRef('task', task.number)} (${task.ref})`;
  const binds = push === 'always' || (push === 'review' && (isProtected || task.status === 'review'));
  return binds ? refusal(gate, name, reasons, task, ref) : advice(gate, name, reasons);
}

function refusal(gate: GateName, name: string, reasons: readonly GateReason[], task: TaskRow, ref: PushedRef): Ruling {
  const lines = reasons.flatMap(({ code, text, fix }) => [`  ${code}: ${text}`, `    ${fix}`]);
  return {
    allowed: false,
    lines: [`stateroom: the push is refused: ${name} is not ${gate}.`, ...lines],
    about: { gate, ref: ref.remoteRef, commit: ref.commit, reasons: reasons.map(({ code }) => code) },
    taskId: task.id,
  };
}

function advice(gate: GateName, name: string, reasons: readonly GateReason[]): Ruling {
  const codes = reasons.map(({ code }) => code).join(', ');
  return { allowed: true, lines: [`stateroom: ${name} is not ${gate} yet: ${codes}. See: stateroom gate ${gate}`] };
}

/** One refused tip refuses the push. */
function combine(rulings: readonly Ruling[]): Ruling {
  const refused = rulings.filter(({ allowed }) => !allowed);
  const lines = rulings.flatMap(ruling => ruling.lines);
  const [first] = refused;
  if (first === undefined) return { allowed: true, lines };
  const about = refused.length === 1 ? (first.about ?? {}) : { refused: refused.map(ruling => ruling.about ?? {}) };
  return { allowed: false, lines, about, taskId: first.taskId };
}
