import type { ControlDecision } from '../domain/control/controlDecision.js';
import { nextDue } from '../domain/control/planPass.js';
import { newEvent } from '../domain/event/newEvent.js';
import { parseIdentifier } from '../domain/identifier/identifier.js';
import type { LaneRow } from '../domain/lane/laneRow.js';
import { RefusalError, refusalError } from '../domain/refusal/refusal.js';
import { errorText } from '../messages/errorText.js';
import { type MessageKey, message } from '../messages/message.js';
import { startAgent } from '../operations/lane/agent/agentStart.js';
import { agentStop } from '../operations/lane/agent/agentStop.js';
import { workerRetry } from '../operations/lane/worker/workerRetry.js';
import { redact } from '../platform/redact.js';
import { releaseUnbegun } from '../records/agentSession/releaseUnbegun.js';
import type { Context } from '../records/context.js';
import { endShift } from '../records/control/controlShifts.js';
import { giveUp } from '../records/control/giveUp.js';
import { type Pass, readPass } from '../records/control/readPass.js';
import type { Transaction } from '../store/store.js';
import { LostLeaseError } from './runnerLease.js';
import { inAct, type RunnerPlace } from './runnerPlace.js';

const maxWhy = 300;
/** Time after which a pass that failed is tried again, ms. */
const retryMs = 30_000;

/** Does what passes decide while control is on, one act at a time; after each it decides anew. */
export class ControlRun {
  readonly #place: RunnerPlace;
  readonly #onDone: () => void;
  #isOn = true;
  #isDue = true;
  #dueAt: number | undefined;
  #running: Promise<void> | undefined;

  /** `onDone` is called after each pass. */
  constructor(place: RunnerPlace, onDone: () => void) {
    this.#place = place;
    this.#onDone = onDone;
  }

  /** True while control is on, or not yet looked for. */
  get isOn(): boolean {
    return this.#isOn;
  }

  /** Call it when the store has changed. */
  changed(): void {
    this.#isDue = true;
  }

  /** Begins a pass if something changed or a wait has ended. */
  look(): void {
    const isTime = this.#dueAt !== undefined && this.#place.context.clock.now() >= this.#dueAt;
    if (this.#running !== undefined || !(this.#isDue || isTime)) return;
    this.#isDue = false;
    this.#running = this.#pass()
      .catch(error => {
        if (error instanceof LostLeaseError) return;
        this.#dueAt = this.#place.context.clock.now() + retryMs;
        this.#place.context.log.error(`Control could not decide: ${errorText(error)}`, error);
      })
      .finally(() => {
        this.#running = undefined;
        this.#onDone();
      });
  }

  async settled(): Promise<void> {
    await this.#running;
  }

  async #pass(): Promise<void> {
    const { context } = this.#place;
    const done = new Set<string>();
    for (;;) {
      const shift = await context.store.read(({ controlShifts }) => controlShifts.open());
      this.#isOn = shift !== undefined;
      this.#dueAt = undefined;
      if (shift === undefined) return;
      const pass = await readPass(context);
      const next = pass.decisions.find(one => isEffect(one) && !done.has(`${one.act} ${one.subject}`));
      if (next === undefined) {
        await this.#endIfOver(pass);
        const due = [nextDue(pass.decisions, pass.now), pass.inForce.untilAt].filter(at => at != null && at > pass.now);
        this.#dueAt = due.length === 0 ? undefined : Math.min(...(due as number[]));
        return;
      }
      done.add(`${next.act} ${next.subject}`);
      await this.#place.confirm();
      await this.#apply(pass, next);
    }
  }

  async #apply(pass: Pass, decision: ControlDecision): Promise<void> {
    const { context } = this.#place;
    const { subject, act, agent } = decision;
    context.log.info(`Control: ${act} ${subject} (${decision.reason}).`);
    if (act === 'give-up') return inAct(this.#place, one => giveUp(one, decision));
    const begunAt = context.clock.now();
    try {
      if (act === 'stop') await agentStop.run(stopping(pass, decision, context), { id: subject });
      else await this.#start(pass, subject, agent ?? '');
    } catch (error) {
      if (error instanceof LostLeaseError) throw error;
      context.log.warn(`Control could not ${act} ${subject}: ${errorText(error)}`);
      if (act === 'start') await this.#noteFailure(decision, error, begunAt);
    }
  }

  async #start({ snapshot, shift }: Pass, subject: string, agent: string): Promise<void> {
    const { context } = this.#place;
    const { worker } = snapshot.items.find(({ ref }) => ref === subject) ?? {};
    const permit = async (transaction: Transaction) => {
      if (!(await isStarting(transaction, shift?.id))) throw refusalError('not_allowed', message('control.isOff'));
    };
    const prepare = async ({ id }: LaneRow) => {
      // A failed lane starts again at its base, with a backup of its files.
      if (worker !== 'FAILED') return;
      await context.store.read(permit);
      await workerRetry.run(context, { lane: id });
    };
    await startAgent(context, { id: subject, agent, policy: shift?.policy ?? 'edit' }, { prepare, permit });
  }

  /**
   * Gives back what was taken for a start that was refused, and records it, which counts as a failed attempt unless the machine is at fault; not one of which there is a
   * session since `begunAt`, with which someone else was faster, or before which control was switched off.
   */
  #noteFailure({ subject, agent }: ControlDecision, error: unknown, begunAt: number): Promise<void> {
    return inAct(this.#place, async act => {
      const { transaction, actor, now } = act;
      const item = await transaction.workItems.find(parseIdentifier('workItem', subject));
      const sessions = item === undefined ? [] : await transaction.agentSessions.forItem(item.id);
      const isSeen = sessions.some(one => one.ended_at === null || one.requested_at >= begunAt);
      if (item === undefined || isSeen) return;
      for (const lane of await transaction.lanes.ofWorkItem(item.id)) await releaseUnbegun(act, lane, actor.name);
      if (!(await isStarting(transaction))) return;
      const why = redact(errorText(error)).slice(0, maxWhy);
      const payload = { agent, why, ...(isPlaceFault(error) ? { isPlace: true } : {}) };
      await transaction.events.append([newEvent(actor, now, 'control_start_failed', item.id, payload)]);
    });
  }

  /** Switches control off once it is to end and nothing runs. */
  async #endIfOver({ shift, snapshot, inForce, now }: Pass): Promise<void> {
    if (shift === undefined) return;
    const isOver = shift.stop !== null || (inForce.untilAt !== null && inForce.untilAt <= now);
    const isRunning = [...snapshot.items, ...snapshot.others].some(({ session }) => session?.isOfControl === true);
    if (!isOver || isRunning) return;
    await inAct(this.#place, act => endShift(act, shift.id));
    this.#isOn = false;
  }
}

/** The context of a stop: a person's, if one asked for the end of all at once. */
function stopping({ shift }: Pass, { reason }: ControlDecision, context: Context): Context {
  const name = shift?.stop_by ?? null;
  return reason !== 'stopNow' || name === null ? context : { ...context, actor: { role: 'human', name } };
}

/** True while control is on, as the shift of this ULID if one is named, and nobody has asked for its end. */
async function isStarting({ controlShifts }: Transaction, id?: string): Promise<boolean> {
  const shift = await controlShifts.open();
  return shift !== undefined && shift.stop === null && (id === undefined || shift.id === id);
}

const placeFaults: ReadonlySet<MessageKey> = new Set<MessageKey>([
  'lanes.placeNotWritable',
  'lanes.notOpened',
  'lanes.noMainTree',
  'sessions.runnerFailed',
]);

/** True for a failure that no other item would be spared: no refusal of Stateroom, or one that names the machine. */
function isPlaceFault(error: unknown): boolean {
  if (!(error instanceof RefusalError)) return true;
  return placeFaults.has(error.refusal.message.key);
}

function isEffect({ act }: ControlDecision): boolean {
  return act === 'start' || act === 'stop' || act === 'give-up';
}
