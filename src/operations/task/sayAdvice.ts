import type { Advice, SessionAct } from '../../domain/session/sessionAdvice.js';
import { verbatim } from '../../messages/message.js';
import { say } from '../../messages/say.js';
import type { Context } from '../../records/context.js';

const operationsOfActs: Readonly<Record<SessionAct, string>> = {
  switchTask: 'task.switch',
  startTask: 'task.start',
  nextItem: 'queue.next',
  showItem: 'queue.show',
  resolveBlocker: 'blocker.resolve',
  completeAction: 'action.complete',
  startSlice: 'slice.start',
  runEvidence: 'evidence.run',
  commitSlice: 'slice.commit',
  closeSlice: 'slice.close',
  checkGate: 'gate.check',
  startLane: 'worker.start',
  submitLane: 'worker.done',
};

/** Advice as one text, with the operation in the terms of the caller's surface. */
export async function sayAdvice({ withNext }: Context, { text, act, input }: Advice): Promise<string> {
  const advised = { hint: verbatim(text), next: [{ operation: operationsOfActs[act], input }] };
  return say(withNext === undefined ? advised.hint : (await withNext(advised)).hint);
}
