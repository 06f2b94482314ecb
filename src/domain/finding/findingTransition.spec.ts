import { describe, expect, it } from 'vitest';
import { findingStatuses } from './findingStatus.js';
import { allowsAct, findingActs, findingTransitions } from './findingTransition.js';

describe('the transitions of a finding', () => {
  it('are these and no others', () => {
    const allowed = findingStatuses.flatMap(status =>
      findingActs.filter(act => allowsAct(status, act)).map(act => `${status} ${act} ${findingTransitions[act].to}`),
    );
    expect(allowed).toEqual([
      'open fix fixed',
      'open resolve resolved_on_branch',
      'open wontfix wontfix',
      'open defer deferred',
      'open supersede superseded',
      'fixed integrate integrated',
      'fixed reopen open',
      'wontfix reopen open',
      'deferred reopen open',
      'resolved_on_branch integrate integrated',
      'resolved_on_branch reopen open',
      'integrated reopen open',
      'superseded reopen open',
    ]);
  });
});
