import { describe, expect, it } from 'vitest';
import { type Refusal, refuse } from '../../../domain/refusal/refusal.js';
import { verbatim } from '../../../messages/message.js';
import { say } from '../../../messages/say.js';
import type { RefusalNotice } from '../repository/refusalNotice.js';
import type { Repository } from '../repository.js';
import { answerTurn } from './dayTurn.js';

/** Answers a turn to merge in a repository with this lane; gives what was asked of the repository, and what was refused. */
async function merged(state: string, refusal?: Refusal) {
  const asked: [string, unknown][] = [];
  const refused: string[] = [];
  const invoke = async ({ name }: { name: string }, input: unknown) => {
    asked.push([name, input]);
    return name === 'worker.show' ? (refusal ?? { state }) : {};
  };
  const repository = { invoke } as unknown as Repository;
  const notice = { show: ({ message }: Refusal) => refused.push(say(message)) } as unknown as RefusalNotice;
  await answerTurn(repository, { act: 'merge', lane: 'timetable' }, notice);
  return { asked: asked.filter(([name]) => name !== 'worker.show'), refused };
}

describe('answering that a lane is ready to merge', () => {
  it('approves what waits for a review, and merges it', async () => {
    expect(await merged('IN_REVIEW')).toEqual({
      asked: [
        ['worker.approve', { lane: 'timetable' }],
        ['worker.merge', { lane: 'timetable' }],
      ],
      refused: [],
    });
  });

  it('merges what was approved before, without approving it again', async () => {
    expect(await merged('APPROVED')).toEqual({ asked: [['worker.merge', { lane: 'timetable' }]], refused: [] });
  });

  it('says why it can do neither', async () => {
    const gone = refuse('not_found', verbatim('Lane timetable not found.'));
    expect(await merged('', gone)).toEqual({ asked: [], refused: ['Lane timetable not found.'] });
  });
});
