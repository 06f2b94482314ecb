import { expect, it } from 'vitest';
import { plainMarkup } from '../reports/markup.js';
import { english } from '../reports/translate.js';
import { planAnalyze } from './planAnalyze.js';
import { planningReview } from './planningReview.js';
import { readQuestion } from './question/readQuestion.js';
import { scope } from './scope.js';
import { planNamedIn } from './standing.js';
import { titleOf } from './words.js';
import type { WorkflowCall } from './workflow.js';

/** What people paste, and each of which some pattern once ran through from each of its places. */
const pasted = ['a', '!', ' ', '.', '/', '@', ')', '-', 'a-', 'a@', 'a/'].map(
  piece => [piece, `x${piece.repeat(1_000_000 / piece.length)}\u0001`] as const,
);

/** A plan of one step, and a store with nothing else in it. */
const callOn = (step: string): WorkflowCall => {
  const plan = {
    path: 'a.md',
    title: 'A',
    task: null,
    status: 'registered',
    stale: null,
    analysis: null,
    contentHash: 'h',
  };
  const items = [{ id: 'a', text: step, checked: false }];
  const answers: Readonly<Record<string, unknown>> = {
    'queue.list': { items: [] },
    'task.list': { tasks: [] },
    'plan.show': { plan, exists: true, items, due: [], unproven: [] },
    'gate.check': { ready: false, reasons: [] },
    'finding.list': { findings: [] },
  };
  const call = {
    now: 0,
    markup: plainMarkup,
    translate: english,
    tell: (text: string) => text,
    invoke: async ({ name }: { name: string }) => answers[name],
  };
  return call as unknown as WorkflowCall;
};

/** Read from each place to the end, a megabyte takes half an hour; read once, far less than a second. */
const bound = 20_000;

it.each(pasted)('reads a megabyte of %j once', async (_piece, text) => {
  const started = performance.now();
  titleOf(text, 60);
  readQuestion(text, 0);
  readQuestion(`"${text}`, 0);
  planNamedIn(text);
  await scope.prepare(callOn('Count'), text);
  await planAnalyze.prepare(callOn(text), text);
  await planningReview.prepare(callOn(text), text);
  expect(performance.now() - started).toBeLessThan(bound);
});

it.each([
  ['src/a is slow', false],
  ['see README.md', false],
  ['a-file-.ts', false],
  ['`limit` is low', false],
  ['count logins', true],
  ['count -.ts', true],
  ['count. Then wait', true],
])('asks which part is meant only where none is named: %s', async (request, isAsked) => {
  const found = await scope.prepare(callOn('Count'), request);
  expect(JSON.stringify(found).includes('Which part of the repository does it affect?')).toBe(isAsked);
});

it.each([
  ['docs/limits.md, T-3', { plan: 'docs/limits.md' }],
  ['is (a.md.old or b.md)?', { plan: '(a.md' }],
  ['x.md/y.md.', { plan: 'x.md/y.md' }],
  ['.md a.mdx', {}],
  ['', {}],
])('finds the plan that is named in %j', (request, plan) => {
  expect(planNamedIn(request)).toEqual(plan);
});
