/** `keep`: it runs and goes on. */
export const controlActs = ['start', 'keep', 'stop', 'wait', 'give-up'] as const;
export type ControlAct = (typeof controlActs)[number];

/** Reasons for a wait that only a person ends. */
const forYouReasons = [
  'permission',
  'asksYou',
  'reviewYou',
  'mergeYou',
  'stopped',
  'signIn',
  'budgetUsed',
  'settingsBad',
  'settingsRaised',
  'agentMissing',
  'agentFails',
  'noAgent',
  'conflict',
  'elsewhere',
] as const;

/** Reasons of decisions; no other exists. Their sentences are the messages `control.<reason>`. */
export const controlReasons = [
  // start
  'ready',
  'again',
  'away',
  // keep, stop
  'atWork',
  'stopping',
  'stopNow',
  'workEnded',
  ...forYouReasons,
  // wait for a person, or for someone
  'dayUsed',
  'placeFails',
  'assignedTo',
  'heldBy',
  // wait for work or time
  'waitsFor',
  'hasParts',
  'scheduled',
  'itemCooldown',
  'providerLimit',
  'full',
  'agentFull',
  'exclusive',
  'behindExclusive',
  'timeOver',
  'switchedOff',
  // give up
  'sameFailure',
  'attemptsUsed',
  'nothingToDo',
] as const;
export type ControlReason = (typeof controlReasons)[number];

const forYou: ReadonlySet<ControlReason> = new Set(forYouReasons);

/** True for a wait that only a person ends. */
export function isForYou({ subject, act, reason }: Pick<ControlDecision, 'subject' | 'act' | 'reason'>): boolean {
  // Once for all items that wait for it.
  if (reason === 'placeFails') return subject === 'control';
  return act === 'give-up' || (act === 'wait' && forYou.has(reason));
}

export interface ControlDecision {
  /** `W-15`; a lane without an open item: `L-4`; `control` for all. */
  readonly subject: string;
  readonly title: string;
  readonly act: ControlAct;
  readonly reason: ControlReason;
  readonly agent: string | null;
  /** Time at which the wait ends, ms UTC; null if it has no time. */
  readonly until: number | null;
  /** Own words of the reason: a question, refs, a person, an error. */
  readonly detail: string | null;
  /** Number of the attempt, or of agents then at work. */
  readonly count: number | null;
}
