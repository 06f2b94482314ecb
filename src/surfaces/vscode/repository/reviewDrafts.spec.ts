import { expect, it, vi } from 'vitest';

const { editor } = await vi.hoisted(async () => {
  const { FakeEditor } = await import('../../../../test/editor/fake/fakeEditor.js');
  return { editor: new FakeEditor() };
});

vi.mock('vscode', () => editor.module);

import { type Draft, type FindingDraft, isFindingDraft, ReviewDrafts } from './reviewDrafts.js';

class Memory {
  kept: unknown;
  keys = () => ['stateroom.reviewDrafts'];
  get = () => JSON.parse(JSON.stringify(this.kept ?? null)) ?? undefined;
  update = async (_: string, value: unknown) => {
    this.kept = value;
  };
}

const draft = (id: string, lane = 'login', text = 'Why?'): Draft => ({
  id,
  revision: {
    repository: '/shop/.git',
    top: '/shop.worktrees/login',
    lane,
    side: 'head',
    path: 'a.ts',
    commit: 'abc1',
    across: { path: 'a.ts', commit: '' },
  },
  lines: { start: 1, end: 2 },
  severity: 'low',
  text,
});

it('keeps drafts by lane in the order they were typed, through a reload, and tells of each change', async () => {
  const memory = new Memory();
  const drafts = new ReviewDrafts(memory as never);
  let told = 0;
  drafts.onDidChange(() => {
    told += 1;
  });
  await drafts.put(draft('1'));
  await drafts.put(draft('2', 'search'));
  await drafts.put(draft('3'));
  await drafts.put(draft('1', 'login', 'Why now?'));
  await drafts.remove(['3']);
  expect(told).toBe(5);
  const again = new ReviewDrafts(memory as never);
  expect(again.all).toEqual([draft('1', 'login', 'Why now?'), draft('2', 'search')]);
  expect(again.of({ repository: '/shop/.git', lane: 'login' })).toEqual([draft('1', 'login', 'Why now?')]);
  expect(again.of({ repository: '/other/.git', lane: 'login' })).toEqual([]);
  await again.put(draft('4', 'search'));
  expect([...again.countsIn('/shop/.git')]).toEqual([
    ['login', 1],
    ['search', 2],
  ]);
  expect([...again.countsIn('/other/.git')]).toEqual([]);
});

it('keeps replies to findings beside them', async () => {
  const memory = new Memory();
  const { lines: _, severity: __, ...typed } = draft('2') as FindingDraft;
  const reply = { ...typed, finding: 'F-3' };
  const drafts = new ReviewDrafts(memory as never);
  await drafts.put(draft('1'));
  await drafts.put(reply);
  const kept = new ReviewDrafts(memory as never).all;
  expect(kept).toEqual([draft('1'), reply]);
  expect(kept.map(isFindingDraft)).toEqual([true, false]);
});

it('leaves out what is no draft', () => {
  const memory = new Memory();
  memory.kept = [
    draft('1'),
    { ...draft('2'), severity: 'grave' },
    { ...draft('3'), lines: { start: 0, end: 1 } },
    null,
  ];
  expect(new ReviewDrafts(memory as never).all).toEqual([draft('1')]);
  memory.kept = 'nothing';
  expect(new ReviewDrafts(memory as never).all).toEqual([]);
});
