import { describe, expect, it } from 'vitest';
import { need } from '../../test/support/need.js';
import type { Need, NeedKind } from '../domain/lane/need.js';
import { english } from '../reports/translate.js';
import { needRow } from './needRow.js';

const now = Date.UTC(2026, 10, 21, 12, 0, 0);

describe('the row of something that needs a person', () => {
  it.each<[NeedKind, string, string]>([
    ['approval', 'ready for review', 'git-pull-request'],
    ['unstarted', 'not started', 'watch'],
    ['changes', 'changes requested, no agent', 'request-changes'],
    ['dead', 'worker is dead', 'stop-circle'],
  ])('%s: %s', (kind, words, icon) => {
    const row = needRow(need(kind, 'L-2', { blocks: 3, title: 'Keep the cart', lane: 'cart' }), now, english);
    expect([row.label, row.description, row.icon]).toEqual([
      'L-2 Keep the cart',
      `${words} · lane cart · blocks 3 · 1 h ago`,
      icon,
    ]);
  });

  it('leaves room for what is asked beside a long title, which is spoken whole', () => {
    const long = need('approval', 'L-4', { title: 'List the crossings after a time of day', lane: 'cart' });
    const row = needRow(long, now, english);
    expect([row.label, row.spoken]).toEqual([
      'L-4 List the crossings after…',
      'L-4 List the crossings after a time of day, ready for review, lane cart, 1 h ago',
    ]);
  });

  it.each<[NeedKind, Partial<Need>, string, object, object, string]>([
    ['question', { ref: 'M-7' }, 'lane.answer', { message: 'M-7' }, { lane: 'login' }, 'need kind:question ofLane'],
    ['question', { ref: 'M-7', lane: null }, 'lane.answer', { message: 'M-7' }, {}, 'need kind:question'],
    ['report', { ref: 'P-4' }, 'lane.showReports', { report: 'P-4' }, { lane: 'login' }, 'need kind:report ofLane'],
    ['approval', {}, 'lane.showChanges', { lane: 'login' }, { lane: 'login' }, 'need kind:approval ofLane'],
    ['merge', {}, 'lane.showChanges', { lane: 'login' }, { lane: 'login' }, 'need kind:merge ofLane'],
    ['dead', {}, 'lane.reveal', { lane: 'login' }, { lane: 'login' }, 'need kind:dead ofLane'],
    ['unstarted', {}, 'lane.reveal', { lane: 'login' }, { lane: 'login' }, 'need kind:unstarted ofLane'],
    ['changes', {}, 'lane.reveal', { lane: 'login' }, { lane: 'login' }, 'need kind:changes ofLane'],
  ])('goes on from a need: %s %j', (kind, more, command, given, input, context) => {
    const row = needRow(need(kind, 'L-2', more), now, english);
    expect(row.command).toEqual({ command: `stateroom.${command}`, arguments: [given] });
    expect([row.input, row.contextValue]).toEqual([input, context]);
  });
});
