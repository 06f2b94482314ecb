import type { AttemptEnd } from '../attempt/attemptRow.js';

/** Calls by which an agent ends its work; `none` if it made none of them. */
export const sessionCalls = ['done', 'ask', 'fail', 'nothing', 'none'] as const;
export type SessionCall = (typeof sessionCalls)[number];

/**
 * `limit`: the turn ended at a limit of tokens or requests; `refused`: the model refused, or the program could not be started;
 * `crashed`: the program ended by itself; `budget`: its budget was used up; `stalled`: it was
 * silent for too long.
 */
export const sessionExits = ['ended', 'limit', 'refused', 'stopped', 'crashed', 'budget', 'stalled'] as const;
export type SessionExit = (typeof sessionExits)[number];

export interface SessionFacts {
  readonly call: SessionCall;
  readonly exit: SessionExit;
  /** True if the lane's branch has commits that it did not have when the session began. */
  readonly commits: boolean;
  /** True if a command passed in the session and was recorded as evidence. */
  readonly evidence: boolean;
  /** End that its attempt has already, by which the work went to someone else. */
  readonly passedOn?: PassedOn | undefined;
}

/** Ends of an attempt by which the work went to someone else, so that its agent does not go on with it. */
export const passedOnEnds = ['handed-over', 'reassigned', 'taken-over', 'released'] as const satisfies AttemptEnd[];
export type PassedOn = (typeof passedOnEnds)[number];

/** True for an end by which others took the work from its agent. */
export function isTakenAway(end: AttemptEnd | null): boolean {
  return end === 'stopped' || passedOnEnds.some(one => one === end);
}

/** True for an end after which answers and words wake the agent. */
export function goesOn(end: AttemptEnd | null): boolean {
  return end !== 'failed' && !isTakenAway(end);
}

export interface SessionOutcome {
  readonly end: AttemptEnd;
  /** Missing part of the work, one sentence; undefined if the end says all. */
  readonly missing?: string;
}

const endsOfCalls: Readonly<Record<Exclude<SessionCall, 'none' | 'nothing'>, AttemptEnd>> = {
  done: 'done',
  ask: 'blocked',
  fail: 'failed',
};

/** The end of a session, from recorded facts alone: no text of the agent counts. */
export function outcomeOf({ call, exit, commits, evidence, passedOn }: SessionFacts): SessionOutcome {
  if (passedOn !== undefined) return { end: passedOn };
  if (call !== 'none' && call !== 'nothing') return { end: endsOfCalls[call] };
  if (call === 'nothing' && !commits) return { end: 'nothing-to-do' };
  if (exit === 'stopped') return { end: 'stopped' };
  if (exit === 'crashed' || exit === 'budget' || exit === 'stalled') return { end: exit };
  if (exit === 'refused') return { end: 'failed' };
  if (call === 'nothing') return { end: 'partial', missing: 'It reported that there is nothing to do, but committed.' };
  if (commits && evidence)
    return { end: 'partial', missing: 'It committed, and a check passed, but it did not submit.' };
  if (commits) return { end: 'partial', missing: 'It committed, but no check passed and it did not submit.' };
  if (evidence) return { end: 'unclear', missing: 'A check passed, but it committed nothing and did not report.' };
  return { end: 'unclear', missing: 'It ended without a commit, a question or a report.' };
}

/** True for an end after which the agent is asked once more for what is missing. */
export function asksAgain({ end }: SessionOutcome): boolean {
  return end === 'partial' || end === 'unclear';
}
