import { afterEach, beforeEach, expect, it } from 'vitest';
import { person, TestRepository } from '../../../../test/support/testRepository.js';
import { queueAsk } from '../../../operations/queue/queueAsk.js';
import { queueClaim } from '../../../operations/queue/queueClaim.js';
import { queueResolve } from '../../../operations/queue/queueResolve.js';
import { repositoryBoard } from '../../../operations/repository/repositoryBoard.js';
import { boardText } from './boardText.js';
import { makeStyle } from './style.js';

let repository: TestRepository;

beforeEach(() => {
  repository = new TestRepository();
});

afterEach(() => repository.close());

async function lines(): Promise<string[]> {
  const report = await repository.ok(repositoryBoard, {}, person);
  return boardText(report, { style: makeStyle(false), width: 80, now: repository.now }).split('\n');
}

it('writes the columns one below the other', async () => {
  for (const title of ['Limit the rate of logins', 'Keep the cart', 'Search in titles', 'Paint'])
    await repository.add(title);
  await repository.add('After the cart', { dependsOn: ['W-2'] });
  await repository.ok(queueClaim, { id: 'W-1' });
  await repository.ok(queueAsk, { id: 'W-1', question: '5 or 10 logins a minute?', choices: ['5', '10'] });
  await repository.ok(queueClaim, { id: 'W-2' });
  await repository.ok(queueClaim, { id: 'W-4' });
  await repository.ok(queueResolve, { id: 'W-4', status: 'cancelled' }, person);
  expect(await lines()).toEqual([
    '1 needs you',
    '',
    'Ready 1',
    '  W-3  Search in titles',
    '',
    'Waiting 1',
    '  W-5  After the cart',
    '    waits for W-2',
    '',
    'Working 2',
    '! W-1  Limit the rate of logins  codex',
    '    question  5 or 10 logins a minute?  5 / 10',
    '  W-2  Keep the cart  codex',
    '',
    'Review 0',
    '',
    'Done today 1',
    '  W-4  Paint  cancelled · codex',
  ]);
});

it('groups the cards of each column, by name and the rest last', async () => {
  await repository.add('Shop');
  await repository.add('Search in titles', { labels: ['ui', 'search'], parent: 'W-1' });
  await repository.add('Refunds', { labels: ['payments'], assignee: 'codex' });
  await repository.add('Paint');
  const ready = async (by: 'label' | 'agent' | 'parent') => {
    const report = await repository.ok(repositoryBoard, { by }, person);
    const text = boardText(report, { style: makeStyle(false), width: 80, now: repository.now });
    return text.split('\n\n')[0]?.split('\n').slice(1);
  };
  expect(await ready('label')).toEqual([
    ...[' payments', '  W-3  Refunds', ' ui', '  W-2  Search in titles', ' no label', '  W-1  Shop', '  W-4  Paint'],
  ]);
  expect(await ready('agent')).toEqual([
    ...[' codex', '  W-3  Refunds', ' nobody', '  W-1  Shop', '  W-2  Search in titles', '  W-4  Paint'],
  ]);
  expect(await ready('parent')).toEqual([
    ...[' W-1 Shop', '  W-2  Search in titles', ' no parent', '  W-1  Shop', '  W-3  Refunds', '  W-4  Paint'],
  ]);
});

it('groups work in progress by its parent too', async () => {
  await repository.add('Shop');
  await repository.add('Search in titles', { parent: 'W-1' });
  await repository.ok(queueClaim, { id: 'W-2' });
  const { columns, parents } = await repository.ok(repositoryBoard, {}, person);
  expect(columns.working.cards.map(({ ref, parent }) => [ref, parent])).toEqual([['W-2', 'W-1']]);
  expect(parents).toEqual({ 'W-1': 'Shop' });
});

it('lists branches without a lane below what is worked on, with the command that adopts each', async () => {
  const report = await repository.ok(repositoryBoard, {}, person);
  const elsewhere = [{ branch: 'claude/fix', worktreePath: "/shop/it's", maker: 'Claude Code' }];
  const text = boardText({ ...report, elsewhere }, { style: makeStyle(false), width: 80, now: repository.now });
  expect(text.split('\n').slice(2, 6)).toEqual([
    'Working 0',
    '',
    'Branches without a lane 1',
    "  claude/fix  Claude Code · stateroom lane adopt '/shop/it'\\''s'",
  ]);
});

it('names the first step where nothing is', async () => {
  expect(await lines()).toEqual(['Nothing on the board. Add one: stateroom queue add "Fix the login redirect"']);
});
