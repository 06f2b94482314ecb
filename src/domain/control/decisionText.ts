import { type Message, message } from '../../messages/message.js';
import { type ControlDecision, type ControlReason, isForYou } from './controlDecision.js';

type Sentence = (of: { readonly agent: string; readonly detail: string; readonly count: number }) => Message;

const sentences: Readonly<Record<ControlReason, Sentence>> = {
  ready: () => message('control.ready'),
  again: ({ count }) => message('control.again', { count }),
  away: () => message('control.away'),
  atWork: () => message('control.atWork'),
  stopping: () => message('control.stopping'),
  stopNow: () => message('control.stopNow'),
  workEnded: () => message('control.workEnded'),
  permission: () => message('control.permission'),
  asksYou: ({ detail }) => message('control.asksYou', { detail }),
  reviewYou: () => message('control.reviewYou'),
  mergeYou: () => message('control.mergeYou'),
  stopped: ({ detail }) => message('control.stopped', { detail }),
  signIn: ({ agent }) => message('control.signIn', { agent }),
  budgetUsed: ({ detail }) => message('control.budgetUsed', { detail }),
  dayUsed: ({ detail }) => message('control.dayUsed', { detail }),
  placeFails: ({ detail }) => message('control.placeFails', { detail }),
  settingsBad: ({ detail }) => message('control.settingsBad', { detail }),
  settingsRaised: ({ detail }) => message('control.settingsRaised', { detail }),
  agentMissing: ({ agent }) => message('control.agentMissing', { agent }),
  agentFails: ({ agent, detail }) =>
    detail === '' ? message('control.agentFailsPlain', { agent }) : message('control.agentFails', { agent, detail }),
  noAgent: ({ agent }) => (agent === '' ? message('control.noAgent') : message('control.noAgentNamed', { agent })),
  assignedTo: ({ detail }) => message('control.assignedTo', { detail }),
  heldBy: ({ detail }) => message('control.heldBy', { detail }),
  conflict: () => message('control.conflict'),
  elsewhere: ({ detail }) => message('control.elsewhere', { detail }),
  waitsFor: ({ detail }) => message('control.waitsFor', { detail }),
  hasParts: () => message('control.hasParts'),
  scheduled: () => message('control.scheduled'),
  itemCooldown: ({ agent, detail, count }) =>
    detail === ''
      ? message('control.itemCooldownPlain', { agent, count })
      : message('control.itemCooldown', { agent, count, detail }),
  providerLimit: ({ agent, detail }) =>
    detail === '' ? message('control.providerLimit', { agent }) : message('control.providerLimitOwn', { agent }),
  full: ({ count }) => message('control.full', { count }),
  agentFull: ({ agent }) => message('control.agentFull', { agent }),
  exclusive: ({ count }) => message('control.exclusive', { count }),
  behindExclusive: ({ detail }) => message('control.behindExclusive', { detail }),
  timeOver: () => message('control.timeOver'),
  switchedOff: () => message('control.switchedOff'),
  sameFailure: ({ agent, detail }) =>
    detail === '' ? message('control.sameFailurePlain') : message('control.sameFailure', { agent, detail }),
  attemptsUsed: ({ detail, count }) =>
    detail === ''
      ? message('control.attemptsUsedPlain', { count })
      : message('control.attemptsUsed', { count, detail }),
  nothingToDo: ({ agent }) => message('control.nothingToDo', { agent }),
};

/** The reason of a decision, as a phrase. */
export function reasonText({ reason, agent, detail, count }: ControlDecision): Message {
  return sentences[reason]({ agent: agent ?? '', detail: detail ?? '', count: count ?? 0 });
}

export interface ActFacts {
  readonly isOn: boolean;
  /** The time of a wait in the words of the surface. */
  readonly time: (at: number) => string;
}

/** The act of a decision, as a phrase: `would start now`, `waits until 03:15`. */
export function actText(decision: ControlDecision, { isOn, time }: ActFacts): Message {
  const { act, until } = decision;
  if (act === 'start') return isOn ? message('control.startsNow') : message('control.startsIfOn');
  if (act === 'keep') return message('control.runs');
  if (act === 'stop') return message('control.isStopped');
  if (act === 'give-up') return message('control.givesUp');
  if (until !== null) return message('control.waitsUntil', { time: time(until) });
  return isForYou(decision) ? message('control.waitsForYou') : message('control.waits');
}
