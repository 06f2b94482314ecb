import { describe, expect, it } from 'vitest';
import { finding } from '../../../../../test/support/finding.js';
import type { FindingPlace } from '../../../../present/findingPlace.js';
import { FindingsModel } from './findingsModel.js';

const now = Date.UTC(2026, 10, 21, 12, 0, 0);
const minutesAgo = (minutes: number): string => new Date(now - minutes * 60_000).toISOString();

const some = [
  finding(1, { severity: 'low', path: 'src/b.ts', lineStart: null, lineEnd: null }),
  finding(2, { severity: 'high', path: 'src/b.ts', lineStart: 9, lineEnd: 12, reviewRun: 'V-2' }),
  finding(3, { path: 'src/a.ts', reviewRun: 'V-10', tool: 'eslint' }),
  finding(4, { severity: 'high', path: 'src/a.ts', lineStart: 20, lineEnd: 20, reviewRun: 'V-10' }),
  finding(5, { status: 'fixed', resolvedAt: minutesAgo(90) }),
  finding(6, { status: 'deferred', resolvedAt: minutesAgo(2) }),
];

const drawn = (model: FindingsModel): string[][] =>
  model.roots.map(group => [
    `${group.title} ${group.description}`,
    ...group.children.map(({ row }) => `${row.label} | ${row.description}`),
  ]);

describe('FindingsModel', () => {
  it('stands by severity at first, the heaviest first, and what ended last', () => {
    const model = new FindingsModel();
    expect(model.read(some, now)).toBe('all');
    expect(drawn(model)).toEqual([
      ['High 2', 'F-4 Remark 4 | src/a.ts:20 · codex · 5 min ago', 'F-2 Remark 2 | src/b.ts:9-12 · codex · 5 min ago'],
      ['Medium 1', 'F-3 Remark 3 | src/a.ts:3 · eslint · 5 min ago'],
      ['Low 1', 'F-1 Remark 1 | src/b.ts · codex · 5 min ago'],
      ['Closed 2', 'F-6 Remark 6 | src/app.ts:3 · deferred 2 min ago', 'F-5 Remark 5 | src/app.ts:3 · fixed 1 h ago'],
    ]);
    expect(model.openCount).toBe(4);
  });

  it('stands by file, without naming it again in each row', () => {
    const model = new FindingsModel();
    model.grouping = 'file';
    model.read(some.slice(0, 4), now);
    expect(drawn(model)).toEqual([
      ['src/a.ts 2', 'F-4 Remark 4 | line 20 · codex · 5 min ago', 'F-3 Remark 3 | line 3 · eslint · 5 min ago'],
      ['src/b.ts 2', 'F-2 Remark 2 | lines 9-12 · codex · 5 min ago', 'F-1 Remark 1 | codex · 5 min ago'],
    ]);
  });

  it('stands by review run, the newest first, those of none last', () => {
    const model = new FindingsModel();
    model.grouping = 'run';
    model.read(some.slice(0, 4), now);
    expect(drawn(model).map(([title]) => title)).toEqual(['V-10 2', 'V-2 1', 'Not in a review run 1']);
  });

  it('shows what the filter lets through, and counts all that are open', () => {
    const model = new FindingsModel();
    model.read(some, now);
    model.filter = { text: 'ESLint' };
    expect(model.arrange(now)).toBe('all');
    expect(drawn(model)).toEqual([['Medium 1', 'F-3 Remark 3 | src/a.ts:3 · eslint · 5 min ago']]);
    model.filter = { severity: 'high', text: 'b.ts' };
    model.arrange(now);
    expect(drawn(model)).toEqual([['High 1', 'F-2 Remark 2 | src/b.ts:9-12 · codex · 5 min ago']]);
    expect(model.openCount).toBe(4);
  });

  it('counts for the badge what keeps a review from being ready', () => {
    const model = new FindingsModel();
    model.read(some, now);
    expect(model.blockingCount).toBe(3);
  });

  it('shows where findings are now, below the file they are in now, and marks those that are outdated', () => {
    const places = new Map<string, FindingPlace>([
      ['id-3', { path: 'src/renamed.ts', lines: { start: 30, end: 31 }, outdated: false }],
      ['id-4', { path: 'src/a.ts', lines: null, outdated: true }],
      ['id-5', { path: 'src/app.ts', lines: null, outdated: true }],
    ]);
    const model = new FindingsModel(id => places.get(id));
    model.read(
      [some[2], some[3], some[4]].flatMap(each => each ?? []),
      now,
    );
    expect(drawn(model)).toEqual([
      ['High 1', 'F-4 Remark 4 | src/a.ts:20 · outdated · codex · 5 min ago'],
      ['Medium 1', 'F-3 Remark 3 | src/renamed.ts:30-31 · eslint · 5 min ago'],
      ['Closed 1', 'F-5 Remark 5 | src/app.ts:3 · fixed 1 h ago'],
    ]);
    expect(model.find('id-4')?.row.contextValue).toBe('finding severity:high status:open outdated');
    model.grouping = 'file';
    model.arrange(now);
    expect(drawn(model).map(([title]) => title)).toEqual(['src/a.ts 1', 'src/renamed.ts 1', 'Closed 1']);
  });

  it('tells whether anything is to be drawn anew, and keeps the nodes of rows that stay', () => {
    const model = new FindingsModel();
    model.read(some, now);
    const [group] = model.roots;
    const node = model.find('id-4');
    expect(model.read([...some], now)).toEqual([]);
    expect(model.read(some.with(1, finding(2, { status: 'fixed', resolvedAt: minutesAgo(0) })), now)).toBe('all');
    expect(model.roots[0]).toBe(group);
    expect(model.find('id-4')).toBe(node);
    expect(model.find('id-2')?.parent.id).toBe('ended');
  });

  it('draws rows alone when nothing but their words changed', () => {
    const model = new FindingsModel();
    const [young, old] = [finding(1, { createdAt: minutesAgo(5) }), finding(2, { createdAt: minutesAgo(90) })];
    model.read([young, old], now);
    const redrawn = model.arrange(now + 60_000);
    expect(redrawn).toEqual([model.find('id-1')]);
    expect(model.find('id-1')?.row.description).toBe('src/app.ts:3 · codex · 6 min ago');
    expect(model.arrange(now + 60_000)).toEqual([]);
  });

  it('knows when the words of a row become wrong', () => {
    const model = new FindingsModel();
    model.read([finding(1, { createdAt: minutesAgo(5) })], now);
    expect(model.changesAt).toBe(now + 60_000);
  });
});
