import { expect, it } from 'vitest';
import { trendChoices } from './trendChoices.js';

it('says what happened in words, not in names of events', () => {
  const row = { at: '2026-11-21T11:00:00.000Z', title: null, minutes: null };
  const rows = [
    { ...row, ref: 'W-12', title: 'Paint', actor: 'codex', type: 'work_item_created' },
    { ...row, ref: 'L-2', actor: 'codex', type: 'lane_status_changed' },
    { ...row, ref: null, actor: 'ada', type: 'team_lunch' },
    { ...row, ref: 'F-3', title: 'It leaks', actor: null, type: null },
  ];
  const choices = trendChoices({ total: 7, rows });
  // The zone and the way to write times are the machine's.
  const shown = choices.map(row => [
    row.label,
    ...('value' in row ? [row.description?.replace(/(?:^| · )[^·]*$/, ''), row.value] : []),
  ]);
  expect(shown).toEqual([
    ['Paint', 'W-12 added · codex', 'W-12'],
    ['L-2 lane status changed', 'codex', 'L-2'],
    ['team lunch', 'ada', null],
    ['It leaks', 'F-3', 'F-3'],
    ['… and 3 more'],
  ]);
});
