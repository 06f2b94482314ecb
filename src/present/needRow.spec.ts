import { describe, expect, it } from 'vitest';
import { need } from '../../test/support/need.js';
import type { Need, NeedKind } from '../domain/lane/need.js';
import { message } from '../messages/message.js';
import { say } from '../messages/say.js';
import type { Sentence } from '../messages/sentence.js';
import { english } from '../reports/translate.js';
import { needRow, needTooltip } from './needRow.js';

const tell = (sentence: Sentence): string => say(sentence);

/** Five minutes after the test's needs began. */
const now = Date.UTC(2026, 10, 21, 11, 5);

describe('the row of something that needs a person', () => {
  it.each<[NeedKind, string, string]>([
    ['approval', 'ready for review', 'git-pull-request'],
    ['unstarted', 'not started', 'watch'],
    ['merge', 'ready to merge', 'git-merge'],
    ['unready', 'not ready to merge', 'git-merge'],
    ['changes', 'changes requested, no agent', 'request-changes'],
    ['permission', 'asks for permission', 'shield'],
    ['dead', 'worker is dead', 'stop-circle'],
  ])('%s: %s', (kind, words, icon) => {
    const row = needRow(need(kind, 'L-2', { blocks: 3, title: 'Keep the cart', lane: 'cart' }), now, english, tell);
    expect([row.label, row.description, row.icon]).toEqual([
      'Keep the cart',
      `${words} · 5 min ago · blocks 3 · L-2`,
      icon,
    ]);
  });

  it('tells the question of a work item first, its title last, and when its words become wrong', () => {
    const acts = [{ operation: 'queue.advance', input: { id: 'W-3' } }];
    const about = { title: 'Port the page', lane: null, blocks: 1, acts };
    const asked = need('workItem', 'W-3', { ...about, text: 'May I\ndrop it?' });
    const row = needRow(asked, now, english, tell);
    expect([row.label, row.description, row.changesAt]).toEqual([
      'May I drop it?',
      'question · 5 min ago · blocks 1 · Port the page · W-3',
      Date.UTC(2026, 10, 21, 11, 6),
    ]);
  });

  it('tells last why the work on an item ended', () => {
    const acts = [{ operation: 'worker.retry', input: { lane: 'docs' } }];
    const text = 'L-4 (docs) failed: no key. What next?';
    const ended = need('workItem', 'W-4', { title: 'Say how to install', lane: null, acts, text });
    const row = needRow(ended, now, english, tell);
    expect([row.label, row.description]).toEqual([
      'Say how to install',
      'question · 5 min ago · L-4 (docs) failed: no key. What next? · W-4',
    ]);
  });

  it('tells of open findings how many there are, and what they hold up', () => {
    const found = need('findings', 'F-1', {
      ...{ title: 'The key is logged', lane: null, task: 'T-3', blocks: 1 },
      text: message('lanes.openFindings', { count: 2, severity: 'high' }),
    });
    const row = needRow(found, now, english, tell);
    expect([row.label, row.description]).toEqual([
      'The key is logged',
      '2 open high findings · 5 min ago · blocks 1 · F-1',
    ]);
    const task = { command: 'stateroom.task.show', arguments: [{ task: 'T-3' }] };
    expect(needTooltip(found, english, tell, () => 'noon').lines).toContainEqual([
      { name: 'Task', text: 'T-3', opens: task },
    ]);
  });

  it('leaves a long title to the editor, which knows the room', () => {
    const long = need('approval', 'L-4', { title: 'List the crossings after a time of day that a passenger chooses' });
    const row = needRow(long, now, english, tell);
    expect([row.label, row.spoken]).toEqual([
      'List the crossings after a time of day that a passenger chooses',
      'List the crossings after a time of day that a passenger chooses, ready for review, 5 min ago, L-4',
    ]);
  });

  it('tells who waits for what and since when once it is pointed at', () => {
    const blocked = need('approval', 'L-2', {
      title: 'Keep the cart',
      lane: 'cart',
      item: 'W-7',
      from: 'codex',
      blocks: 3,
    });
    const tell = (sentence: unknown): string => String(sentence);
    const { heading, lines } = needTooltip({ ...blocked, text: 'Is it right?' }, english, tell, () => 'noon');
    const lane = { command: 'stateroom.lane.showPage', arguments: [{ lane: 'cart' }] };
    expect(heading).toEqual({ ref: 'L-2', title: 'Keep the cart', opens: lane });
    expect(lines).toEqual([
      [
        { icon: 'git-pull-request', text: 'Ready for review' },
        { name: 'Since', text: 'noon' },
      ],
      [{ text: 'Is it right?' }],
      [{ name: 'From', text: 'codex' }],
      [
        { name: 'Work item', text: 'W-7', opens: { command: 'stateroom.queue.show', arguments: [{ id: 'W-7' }] } },
        { name: 'Lane', text: 'cart', opens: lane },
      ],
      [{ text: 'Lanes and work items waiting for it: 3' }],
    ]);
  });

  it.each<[NeedKind, Partial<Need>, string, object, object, string]>([
    [
      ...(['findings', { ref: 'F-1', lane: null, task: 'T-3' }, 'finding.filter'] as const),
      ...([{ filter: { status: 'open', task: 'T-3' } }, {}, 'need kind:findings'] as const),
    ],
    ['findings', { lane: null }, 'finding.filter', { filter: { status: 'open' } }, {}, 'need kind:findings'],
    [
      ...(['blocker', { ref: 'B-1', task: 'T-3' }, 'task.show', { task: 'T-3' }] as const),
      ...([{ blocker: 'B-1' }, 'need kind:blocker ofLane'] as const),
    ],
    ['question', { ref: 'M-7' }, 'lane.answer', { message: 'M-7' }, { lane: 'login' }, 'need kind:question ofLane'],
    ['question', { ref: 'M-7', lane: null }, 'lane.answer', { message: 'M-7' }, {}, 'need kind:question'],
    ['report', { ref: 'P-4' }, 'lane.showReports', { report: 'P-4' }, { lane: 'login' }, 'need kind:report ofLane'],
    ['approval', {}, 'lane.showChanges', { lane: 'login' }, { lane: 'login' }, 'need kind:approval ofLane'],
    ['merge', {}, 'lane.showChanges', { lane: 'login' }, { lane: 'login' }, 'need kind:merge ofLane'],
    ['unready', {}, 'lane.showChanges', { lane: 'login' }, { lane: 'login' }, 'need kind:unready ofLane'],
    ['dead', {}, 'lane.showPage', { lane: 'login' }, { lane: 'login' }, 'need kind:dead ofLane'],
    ['unstarted', {}, 'lane.showPage', { lane: 'login' }, { lane: 'login' }, 'need kind:unstarted ofLane'],
    ['changes', {}, 'lane.showPage', { lane: 'login' }, { lane: 'login' }, 'need kind:changes ofLane'],
  ])('goes on from a need: %s %j', (kind, more, command, given, input, context) => {
    const row = needRow(need(kind, 'L-2', more), now, english, tell);
    expect(row.command).toEqual({ command: `stateroom.${command}`, arguments: [given] });
    expect([row.input, row.contextValue]).toEqual([input, context]);
  });
});
