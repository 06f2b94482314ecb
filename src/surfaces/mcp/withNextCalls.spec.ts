import { describe, expect, it } from 'vitest';
import { message } from '../../messages/message.js';
import { say } from '../../messages/say.js';
import { withNextCalls } from './withNextCalls.js';

describe('a sentence that an agent is sent', () => {
  it.each([
    [
      message('workers.nothingToSubmitHint', { lane: 'login' }),
      'Commit the work and try again, or end the lane (dispatch_lane_work {"action":"fail"} or `stateroom lane close login`). Ask a person to run the command.',
    ],
    [
      message('lanes.ownsPathsHint', { lane: 'login' }),
      'Choose other paths, or open this one after that lane (after login).',
    ],
    [message('lanes.inUseHint'), /or keep the worktree \(leaveTree\)\.$/],
    [
      message('workers.commitThen', { act: 'done' }),
      'Commit them, or ignore what a command wrote, then run dispatch_lane_work {"action":"done"} again.',
    ],
    [message('evidence.noResultHint'), 'Set exitCode or passed.'],
    [
      message('tasks.noCommitYetHint'),
      'Create the first commit, or start the task here (switch_task {"action":"start","here":true}).',
    ],
    // For a person, and a command of git.
    [message('trust.untrustedAgent'), /in a terminal with `stateroom trust grant`\.$/],
    [message('lanes.treeLockedHint'), /^Unlock it with `git worktree unlock`/],
  ])('names calls and fields where it has them: %o', async (sentence, expected) => {
    const { hint } = await withNextCalls({ hint: sentence });
    expect(say(hint)).toMatch(expected);
  });

  it('leaves the words of others in it as they are', async () => {
    const sentence = message('lanes.ownsPathsHint', { lane: '`lane list` --from' });
    const { hint } = await withNextCalls({ hint: sentence });
    expect(say(hint)).toBe('Choose other paths, or open this one after that lane (after `lane list` --from).');
  });

  it('leaves texts of records as they are', async () => {
    const answer = { item: { title: 'Run `lane list --archived`' } };
    expect(await withNextCalls(answer)).toBe(answer);
  });
});
