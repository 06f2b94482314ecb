import { expect, it } from 'vitest';
import { catalogue } from '../../operations/catalogue.js';
import type { AnyOperation } from '../../operations/operation.js';
import { following, followingCall, known } from './following.js';

function named(tool: string, action: string): AnyOperation {
  const found = catalogue.find(({ mcp }) => mcp?.tool === tool && mcp.action === action);
  if (found === undefined) throw new Error(`There is no ${tool} ${action}.`);
  return found;
}

const item = { ref: 'W-3', section: 'ready', answer: 'file', questions: [] };

it.each<[tool: string, action: string, answer: object, sentence: string | undefined]>([
  [
    'work_items',
    'next',
    { item, continues: null },
    'Next: switch_task {"action":"start","workItem":"W-3"}; without a branch: work_items {"action":"resolve","id":"W-3","status":"done"} when done.',
  ],
  ['work_items', 'claim', { item, continues: 'T-1 continues in /shop. Call switch_task.' }, undefined],
  ['work_items', 'show', { item }, 'To go on: work_items {"action":"claim","id":"W-3"}.'],
  ['work_items', 'show', { item: { ...item, answer: null } }, undefined],
  [
    'work_items',
    'ask',
    {
      item: {
        ref: 'W-3',
        questions: [{ choices: ['a', 'b'], recommended: 'b', ifNoAnswer: { after: '2h', take: 'b' } }],
      },
    },
    'Choices: a, b (recommended). Without an answer in 2h: b. The answer comes in work_items {"action":"show","id":"W-3"} and load_session. Meanwhile: work_items {"action":"next"}.',
  ],
  [
    'work_items',
    'ask',
    { item: { ref: 'W-3', questions: [{ choices: [], recommended: null, ifNoAnswer: null }] } },
    'The answer comes in work_items {"action":"show","id":"W-3"} and load_session. Meanwhile: work_items {"action":"next"}.',
  ],
  [
    'switch_task',
    'hand_over',
    { item, task: 'T-2', to: 'codex', directory: '/shop.worktrees/t2' },
    'W-3 (T-2) is ready for codex, in /shop.worktrees/t2. You no longer hold it. For other work: work_items {"action":"next"}.',
  ],
  [
    'switch_task',
    'hand_over',
    { item, task: null, to: null, directory: null },
    'W-3 is ready for the next agent. You no longer hold it. For other work: work_items {"action":"next"}.',
  ],
  [
    'dispatch_lane_work',
    'done',
    { state: 'IN_REVIEW', conflicts: [] },
    'A person reviews and merges it; load_session then shows what was asked for.',
  ],
  [
    'dispatch_lane_work',
    'done',
    { state: 'CONFLICTED', conflicts: ['a.js'] },
    'Next: resolve these files, git add them, git rebase --continue, then dispatch_lane_work {"action":"done"}.',
  ],
  [
    'dispatch_lane_work',
    'done',
    { state: 'CONFLICTED', conflicts: ['a.js'], merging: 'main' },
    'Next: resolve these files, git add them, git commit --no-edit, then dispatch_lane_work {"action":"done"}.',
  ],
  ['work_items', 'list', { items: [] }, undefined],
])('%s %s is followed by a call: %j', (tool, action, answer, sentence) => {
  expect(followingCall(named(tool, action), answer)).toBe(sentence);
});

it('names acts that there are, and fields that they answer', () => {
  const actions = catalogue.flatMap(({ mcp }) => (mcp === null ? [] : [`${mcp.tool} ${mcp.action}`]));
  expect([...Object.keys(following), ...Object.keys(known)].filter(name => !actions.includes(name))).toEqual([]);
  for (const [name, fields] of Object.entries(known)) {
    const [tool = '', action = ''] = name.split(' ');
    const { shape } = named(tool, action).output as unknown as { readonly shape: object };
    expect(fields.filter(field => !Object.hasOwn(shape, field))).toEqual([]);
  }
});

it('names calls that there are', () => {
  const sentences = [
    ...Object.keys(following).flatMap(name => {
      const answers = [
        {
          item: { ref: 'W-1', questions: [{}] },
          task: { light: true },
          run: { ref: 'V-1' },
          state: 'red',
          conflicts: ['a'],
        },
        {
          item: { ref: 'W-1', questions: [{}], section: 'ready', answer: 'a' },
          task: { light: false },
          state: 'IN_REVIEW',
        },
      ];
      return answers.map(answer => following[name]?.(answer) ?? '');
    }),
  ];
  const calls = sentences.flatMap(sentence => [...sentence.matchAll(/([a-z]+_\w+|slices) (\{"action":"(\w+)")/g)]);
  expect(calls.length).toBeGreaterThan(10);
  for (const [, tool = '', , action = ''] of calls) expect(named(tool, action)).toBeDefined();
});
