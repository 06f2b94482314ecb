import { describe, expect, it } from 'vitest';
import { finding } from '../../../../../test/support/finding.js';
import type { Finding } from '../../../../domain/finding/finding.js';
import type { FindingPlace } from '../../../../present/findingPlace.js';
import { RowNodes } from '../rowNodes.js';
import { countOpen, type FindingRowsOptions, type FindingsRow, findingRows } from './findingRows.js';

const noon = Date.UTC(2026, 10, 21, 12, 0, 0);
const minutesAgo = (minutes: number): string => new Date(noon - minutes * 60_000).toISOString();

const some = [
  finding(1, { severity: 'low', path: 'src/b.ts', lineStart: null, lineEnd: null }),
  finding(2, { severity: 'high', path: 'src/b.ts', lineStart: 9, lineEnd: 12, reviewRun: 'V-2' }),
  finding(3, { path: 'src/a.ts', reviewRun: 'V-10', tool: 'eslint' }),
  finding(4, { severity: 'high', path: 'src/a.ts', lineStart: 20, lineEnd: 20, reviewRun: 'V-10' }),
  finding(5, { status: 'fixed', resolvedAt: minutesAgo(90) }),
  finding(6, { status: 'deferred', resolvedAt: minutesAgo(2) }),
];

/** The rows of the view, kept from one showing to the next. */
class Shown {
  findings: readonly Finding[];
  options: FindingRowsOptions;
  readonly nodes = new RowNodes<FindingsRow>();

  constructor(findings: readonly Finding[], options: Partial<FindingRowsOptions> = {}) {
    this.findings = findings;
    this.options = { grouping: 'severity', filter: {}, placeNow: () => undefined, ...options };
    this.show();
  }

  show(options: Partial<FindingRowsOptions> = {}, findings = this.findings): 'all' | string[] {
    this.options = { ...this.options, ...options };
    const redrawing = this.nodes.show(findingRows(findings, this.options));
    return redrawing === 'all' ? 'all' : redrawing.map(({ id }) => id);
  }

  get drawn(): string[][] {
    return this.nodes.roots.map(({ row, children }) => [
      `${row.label} ${row.description}`,
      ...children.map(child => `${child.row.label} | ${child.row.description}`),
    ]);
  }

  get titles(): (string | undefined)[] {
    return this.drawn.map(([title]) => title);
  }
}

describe('the rows of findings', () => {
  it('stands by severity at first, the heaviest first, and what ended last', () => {
    expect(new Shown(some).drawn).toEqual([
      ['High 2', 'Remark 4 | F-4 · src/a.ts:20 · codex', 'Remark 2 | F-2 · src/b.ts:9-12 · codex'],
      ['Medium 1', 'Remark 3 | F-3 · src/a.ts:3 · eslint'],
      ['Low 1', 'Remark 1 | F-1 · src/b.ts · codex'],
      ['Closed 2', 'Remark 6 | F-6 · src/app.ts:3 · deferred', 'Remark 5 | F-5 · src/app.ts:3 · fixed'],
    ]);
  });

  it('stands by file, without naming it again in each row', () => {
    expect(new Shown(some.slice(0, 4), { grouping: 'file' }).drawn).toEqual([
      ['src/a.ts 2', 'Remark 4 | F-4 · line 20 · codex', 'Remark 3 | F-3 · line 3 · eslint'],
      ['src/b.ts 2', 'Remark 2 | F-2 · lines 9-12 · codex', 'Remark 1 | F-1 · codex'],
    ]);
  });

  it('stands by review run, the newest first, those of none last', () => {
    expect(new Shown(some.slice(0, 4), { grouping: 'run' }).titles).toEqual([
      'V-10 2',
      'V-2 1',
      'Not in a review run 1',
    ]);
  });

  it('shows what the filter lets through', () => {
    const shown = new Shown(some);
    expect(shown.show({ filter: { text: 'ESLint' } })).toBe('all');
    expect(shown.drawn).toEqual([['Medium 1', 'Remark 3 | F-3 · src/a.ts:3 · eslint']]);
    shown.show({ filter: { severity: 'high', text: 'b.ts' } });
    expect(shown.drawn).toEqual([['High 1', 'Remark 2 | F-2 · src/b.ts:9-12 · codex']]);
  });

  it('counts those that are open, and those that keep a review from being ready', () => {
    expect(countOpen(some)).toEqual({ open: 4, blocking: 3 });
  });

  it('shows where findings are now, below the file they are in now, and marks those that are outdated', () => {
    const places = new Map<string, FindingPlace>([
      ['id-3', { path: 'src/renamed.ts', lines: { start: 30, end: 31 }, outdated: false }],
      ['id-4', { path: 'src/a.ts', lines: null, outdated: true }],
      ['id-5', { path: 'src/app.ts', lines: null, outdated: true }],
    ]);
    const shown = new Shown(some.slice(2, 5), { placeNow: id => places.get(id) });
    expect(shown.drawn).toEqual([
      ['High 1', 'Remark 4 | F-4 · src/a.ts:20 · outdated · codex'],
      ['Medium 1', 'Remark 3 | F-3 · src/renamed.ts:30-31 · eslint'],
      ['Closed 1', 'Remark 5 | F-5 · src/app.ts:3 · fixed'],
    ]);
    expect(shown.nodes.find('id-4')?.row.contextValue).toBe('finding severity:high status:open outdated');
    shown.show({ grouping: 'file' });
    expect(shown.titles).toEqual(['src/a.ts 1', 'src/renamed.ts 1', 'Closed 1']);
  });

  it('says which are about the base, whose lines the branch may have removed', () => {
    const places = new Map<string, FindingPlace>([
      ['id-2', { path: 'src/app.ts', lines: null, outdated: true }],
      ['id-3', { path: 'src/app.ts', lines: { start: 9, end: 9 }, outdated: false }],
    ]);
    const onBase = [finding(1, { side: 'base' }), finding(2, { side: 'base' }), finding(3, { side: 'base' })];
    const shown = new Shown(onBase, { placeNow: id => places.get(id) });
    expect(shown.drawn.flat().sort()).toEqual([
      'Medium 3',
      'Remark 1 | F-1 · src/app.ts:3 of the base · codex',
      'Remark 2 | F-2 · src/app.ts:3 of the base · codex',
      'Remark 3 | F-3 · src/app.ts:9 · codex',
    ]);
  });

  it('tells the groups between which a finding moved, and keeps the nodes of rows that stay', () => {
    const shown = new Shown(some);
    const [group] = shown.nodes.roots;
    const node = shown.nodes.find('id-4');
    expect(shown.show({}, [...some])).toEqual([]);
    const fixed = some.with(1, finding(2, { status: 'fixed', resolvedAt: minutesAgo(0) }));
    expect(shown.show({}, fixed)).toEqual(['severity.high', 'ended']);
    expect(shown.nodes.roots[0]).toBe(group);
    expect(shown.nodes.find('id-4')).toBe(node);
    expect(shown.nodes.find('id-2')?.parent?.id).toBe('ended');
  });
});
