import { afterEach, describe, expect, it, vi } from 'vitest';
import { usualFilter } from '../../../src/protocol/dashboardTrend.js';
import { dashboardState, needsRow, workRow } from '../../../test/support/dashboardState.js';
import { textsOfPage } from '../../../test/support/dashboardTexts.js';
import { Text } from '../text.js';
import { overview } from './overview.js';
import type { View } from './view.js';
import { work } from './work.js';

const nothing = (): void => undefined;

/** A template as its markup, and the listeners in it by their order. */
function markupOf(part: unknown): { markup: string; listeners: (() => void)[] } {
  const listeners: (() => void)[] = [];
  const write = (value: unknown): string => {
    if (typeof value === 'function') listeners.push(value as () => void);
    if (Array.isArray(value)) return value.map(write).join('');
    if (typeof value !== 'object' || value === null) return typeof value === 'string' ? value : '';
    const { strings, values = [] } = value as { strings?: readonly string[]; values?: readonly unknown[] };
    if (strings !== undefined) return strings.map((text, index) => text + write(values[index])).join('');
    // A list that is kept by keys: its rows and how each is drawn.
    const [rows, , draw] = values as readonly [unknown[], unknown, (row: unknown) => unknown];
    return rows.map(row => write(draw(row))).join('');
  };
  return { markup: write(part), listeners };
}

const acted: unknown[] = [];
const view: View = {
  text: new Text({ ...textsOfPage, 'working.above': '{0} above', 'count.in_flight': 'In progress' }, 'en'),
  now: Date.parse('2026-11-21T12:00:00Z'),
  page: { numbersShown: [], filter: usualFilter, unfolded: [], tab: 'charts', find: '' },
  trouble: undefined,
  late: false,
  chartsLost: false,
  askAgain: nothing,
  countAgain: nothing,
  act: act => acted.push(act),
  say: nothing,
  narrow: nothing,
  save: nothing,
  change: nothing,
};

/** One that is worked on, one that waits for its agent, and one that needs a person. */
const state = dashboardState({
  counts: { needs_you: 1, ready: 0, in_flight: 3, blocked: 0, scheduled: 0, done: 0 },
  work: {
    rows: [needsRow('L-3', { kind: 'approval' }), workRow('W-1'), workRow('W-2', { group: 'waiting', owner: null })],
    hidden: 0,
  },
});

describe('what is in progress', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('is one list with the number of its tile, which says what of that is above', () => {
    const { markup } = markupOf(work(view, state));
    const list = markup.slice(markup.indexOf('id="heading-working"'));
    expect(/<span class="count">(\d+)</.exec(list)?.[1]).toBe('3');
    expect([...list.matchAll(/data-focus="open ([^"]+)"/g)].map(([, ref]) => ref)).toEqual(['W-1', 'W-2']);
    expect(list).toContain('1 above');
  });

  it('comes into sight when its tile is pressed', () => {
    const focused: string[] = [];
    vi.stubGlobal('document', { getElementById: (id: string) => ({ focus: () => focused.push(id) }) });
    const { listeners } = markupOf(overview(view, state));
    for (const press of listeners) press();
    expect([acted, focused]).toEqual([[{ act: 'showSection', section: 'needs_you' }], ['heading-working']]);
  });
});
