import { expect, it, vi } from 'vitest';
import { loadLaneOperations } from '../../../../operations/loadLaneCatalogue.js';
import type { Repository } from '../../repository.js';
import { changedSinceReview } from './laneQuestions.js';

it('asks for the changes of all lanes at once', async () => {
  await loadLaneOperations();
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  const invoke = (_operation: unknown, input: { readonly lane: string; readonly sinceReview?: boolean }) => {
    asked.push(`${input.lane}${input.sinceReview === true ? ' since' : ''}`);
    const files = input.sinceReview === true ? ['a.ts'] : ['a.ts', 'b.ts'];
    return new Promise(resolve => answers.push(() => resolve({ files })));
  };
  const counts = changedSinceReview({ invoke } as unknown as Repository, ['one', 'two']);
  await vi.waitFor(() => expect(asked).toEqual(['one', 'one since', 'two', 'two since']));
  for (const answer of answers) answer();
  expect([...(await counts)]).toEqual([
    ['one', { files: 1, of: 2 }],
    ['two', { files: 1, of: 2 }],
  ]);
});
