import { expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import { requireLanes } from '../lane/laneAccess.js';
import { readElsewhere } from './readElsewhere.js';

it('finds branches that name an item, and not that of a lane whose opening was killed', async () => {
  const repo = new LaneTestRepository();
  repo.judge = process => (process === 'gone' ? 'dead' : 'alive');
  const context = repo.context();
  const ports = requireLanes(context);
  const place = await (await ports.trees()).placeOf('w2-login');
  if (place === undefined) throw new Error('There is no place for it.');
  repo.git('worktree', 'add', '-q', '-b', 'feature/w1-cart', `${repo.repository}-cart`);
  repo.git('worktree', 'add', '-q', '-b', 'feature/w2-login', place);
  expect([...(await readElsewhere(context, ports))]).toEqual([
    [1, 'feature/w1-cart'],
    [2, 'feature/w2-login'],
  ]);
  const left = {
    ...{ version: 1, lane: 'w2-login', laneId: '01KAZ3V8Q7M2T5W9X4B6C1D0F1', startedAt: repo.now, step: 'kit' },
    ...{ process: 'gone', directory: place, files: null, abandoned: false },
    branch: { name: 'feature/w2-login', commit: repo.git('rev-parse', 'HEAD') },
  };
  await ports.intentLogs.begin('w2-login', JSON.stringify(left));
  expect([...(await readElsewhere(context, ports))]).toEqual([[1, 'feature/w1-cart']]);
  await repo.close();
});
