import { describe, expect, it } from 'vitest';
import { asksAgain, goesOn, outcomeOf, passedOnEnds, sessionCalls, sessionExits } from './outcome.js';

/** Ends by commits and evidence: none · evidence · commits · both. */
const expected = {
  'done ended': 'done done done done',
  'done limit': 'done done done done',
  'done refused': 'done done done done',
  'done stopped': 'done done done done',
  'done crashed': 'done done done done',
  'done budget': 'done done done done',
  'done stalled': 'done done done done',
  'ask ended': 'blocked blocked blocked blocked',
  'ask limit': 'blocked blocked blocked blocked',
  'ask refused': 'blocked blocked blocked blocked',
  'ask stopped': 'blocked blocked blocked blocked',
  'ask crashed': 'blocked blocked blocked blocked',
  'ask budget': 'blocked blocked blocked blocked',
  'ask stalled': 'blocked blocked blocked blocked',
  'fail ended': 'failed failed failed failed',
  'fail limit': 'failed failed failed failed',
  'fail refused': 'failed failed failed failed',
  'fail stopped': 'failed failed failed failed',
  'fail crashed': 'failed failed failed failed',
  'fail budget': 'failed failed failed failed',
  'fail stalled': 'failed failed failed failed',
  'nothing ended': 'nothing-to-do nothing-to-do partial partial',
  'nothing limit': 'nothing-to-do nothing-to-do partial partial',
  'nothing refused': 'nothing-to-do nothing-to-do failed failed',
  'nothing stopped': 'nothing-to-do nothing-to-do stopped stopped',
  'nothing crashed': 'nothing-to-do nothing-to-do crashed crashed',
  'nothing budget': 'nothing-to-do nothing-to-do budget budget',
  'nothing stalled': 'nothing-to-do nothing-to-do stalled stalled',
  'none ended': 'unclear unclear partial partial',
  'none limit': 'unclear unclear partial partial',
  'none refused': 'failed failed failed failed',
  'none stopped': 'stopped stopped stopped stopped',
  'none crashed': 'crashed crashed crashed crashed',
  'none budget': 'budget budget budget budget',
  'none stalled': 'stalled stalled stalled stalled',
};

describe('the outcome of a session', () => {
  it('follows from the call, the exit, the commits and the evidence', () => {
    const found = sessionCalls.flatMap(call =>
      sessionExits.map(exit => {
        const ends = [false, true].flatMap(commits =>
          [false, true].map(evidence => outcomeOf({ call, exit, commits, evidence }).end),
        );
        return [`${call} ${exit}`, ends.join(' ')];
      }),
    );
    expect(Object.fromEntries(found)).toEqual(expected);
  });

  it('names what is missing of work that is neither submitted nor reported', () => {
    const missing = (commits: boolean, evidence: boolean) =>
      outcomeOf({ call: 'none', exit: 'ended', commits, evidence }).missing;
    expect([missing(false, false), missing(false, true), missing(true, false), missing(true, true)]).toEqual([
      'It ended without a commit, a question or a report.',
      'A check passed, but it committed nothing and did not report.',
      'It committed, but no check passed and it did not submit.',
      'It committed, and a check passed, but it did not submit.',
    ]);
  });

  it.each(passedOnEnds)('is that of its attempt if the work went to someone else: %s', passedOn => {
    expect(outcomeOf({ call: 'none', exit: 'stopped', commits: true, evidence: false, passedOn })).toEqual({
      end: passedOn,
    });
  });

  it('wakes the agent with answers unless it failed, or the work was taken from it', () => {
    const ends = ['done', 'blocked', 'failed', 'stopped', 'crashed', 'handed-over', 'released', 'unclear'] as const;
    expect(ends.filter(goesOn)).toEqual(['done', 'blocked', 'crashed', 'unclear']);
  });

  it('is asked for once more if it is partial or unclear', () => {
    const ends = ['done', 'blocked', 'failed', 'nothing-to-do', 'stopped', 'crashed', 'partial', 'unclear'] as const;
    expect(ends.filter(end => asksAgain({ end }))).toEqual(['partial', 'unclear']);
  });
});
