import { expect, it } from 'vitest';
import { trendRowsPage } from './trendRowsPage.js';

it('says what happened in words, not in names of events', () => {
  const row = { at: '2026-11-21T11:00:00.000Z', title: null, minutes: null };
  const rows = [
    { ...row, ref: 'W-12', title: 'Paint', actor: 'codex', type: 'work_item_created' },
    { ...row, ref: 'L-2', actor: 'codex', type: 'lane_status_changed' },
    { ...row, ref: null, actor: 'ada', type: 'team_lunch' },
    { ...row, ref: 'F-3', title: 'It leaks', actor: null, type: null },
  ];
  const page = trendRowsPage('Created', { total: 4, rows });
  const said = page.split('\n').filter(line => line.startsWith('- '));
  // The zone and the way to write times are the machine's.
  expect(said.map(line => line.replace(/^- [^·]* · /, ''))).toEqual([
    'W-12 added · Paint · codex',
    'L-2 lane status changed · codex',
    'team lunch · ada',
    'F-3 · It leaks',
  ]);
});
