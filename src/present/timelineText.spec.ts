import { expect, it } from 'vitest';
import type { TimelineEvent } from '../domain/event/event.js';
import { english } from '../reports/translate.js';
import { timelineWriter } from './timelineText.js';

/** Local time, as the lines have it. */
const at = (day: number, hour: number) => new Date(2026, 10, day, hour, 4, 5).toISOString();

const event = (facts: Partial<TimelineEvent>): TimelineEvent => ({
  ...{ id: 1, at: at(21, 9), type: 'work_item_created', actor: 'codex', role: 'agent', workItem: null, payload: {} },
  ...facts,
});

const lines = (...events: readonly Partial<TimelineEvent>[]): string =>
  events.map(event).map(timelineWriter(english)).join('');

it('writes a line for each event below its day', () => {
  const text = lines(
    { workItem: 'W-12' },
    { at: at(21, 10), actor: 'Robin Smith the Second', type: 'lane_opened', payload: { lane: 'L-3', name: 'login' } },
    { at: at(22, 0), actor: 'ada', harness: 'codex', workItem: 'W-123456', type: 'work_item_reopened' },
  );
  expect(text).toBe(
    [
      '2026-11-21',
      '  09:04:05  W-12    codex                 added it',
      '  10:04:05          Robin Smith the Second  opened L-3 login',
      '',
      '2026-11-22',
      '  00:04:05  W-123456  ada (codex)           reopened it',
      '',
    ].join('\n'),
  );
});

it('writes events of others by type and content, and sentences that do not begin with who did it as they are', () => {
  expect(
    lines(
      { type: 'deploy_started', payload: { to: 'staging' } },
      { type: 'deploy_started' },
      { type: 'work_item_lease_expired', workItem: 'W-1', payload: { owner: 'codex' } },
      { type: 'tool_failed', payload: { tool: 'Bash', command: 'make', error: 'exit code 2' } },
    ),
  ).toBe(
    [
      '2026-11-21',
      '  09:04:05          codex                 deploy_started {"to":"staging"}',
      '  09:04:05          codex                 deploy_started',
      '  09:04:05  W-1     codex                 Lease of codex expired',
      '  09:04:05          codex                 codex: make failed: “exit code 2”',
      '',
    ].join('\n'),
  );
});

it('keeps each event on its line, whatever it says, and cuts what is very long', () => {
  const text = lines(
    { actor: 'a\n2026-01-01\u202e\u001b[2J', type: 'work_item_reopened', payload: { reason: 'x\n\n2026-01-02' } },
    { type: 'note', payload: { text: 'y'.repeat(5000) } },
  );
  expect(text.split('\n')).toHaveLength(4);
  expect(text.split('\n')[1]).toBe('  09:04:05          a 2026-01-01 [2J      reopened it: “x 2026-01-02”');
  expect(text.split('\n')[2]).toHaveLength(42 + 1000);
});
