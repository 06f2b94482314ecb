import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import { otherAgent, person } from '../../../test/support/testRepository.js';
import { isRefusal } from '../../domain/refusal/refusal.js';
import { say } from '../../messages/say.js';
import { actionAdd } from '../../operations/action/actionAdd.js';
import { findingRecord } from '../../operations/finding/findingRecord.js';
import { hooksStatus } from '../../operations/hooks/hooksStatus.js';
import { invoke } from '../../operations/invoke.js';
import { queueAdd } from '../../operations/queue/queueAdd.js';
import { queueAsk } from '../../operations/queue/queueAsk.js';
import { queueClaim } from '../../operations/queue/queueClaim.js';
import { touchedRecord } from '../../operations/touched/touchedRecord.js';
import { plainMarkup } from '../../reports/markup.js';
import { english } from '../../reports/translate.js';
import { context } from '../context.js';
import type { Prepared, WorkflowCall } from '../workflow.js';
import { asks } from './asks.js';
import { readQuestion } from './readQuestion.js';

let repository: LaneTestRepository;
beforeEach(() => {
  repository = new LaneTestRepository();
});
afterEach(() => repository.close());

/** `hooks`: what is said of the repository's hooks, in place of asking git. */
async function ask(request: string, hooks?: object): Promise<Prepared> {
  const before = await repository.dump();
  const prepared = await context.prepare(
    {
      now: repository.now,
      markup: plainMarkup,
      translate: english,
      tell: sentence => say(sentence),
      invoke: (async (operation, input) =>
        hooks !== undefined && operation.name === hooksStatus.name
          ? hooks
          : invoke(operation, repository.context(person), input)) as WorkflowCall['invoke'],
    },
    request,
  );
  expect(await repository.dump()).toBe(before);
  if (isRefusal(prepared)) throw new Error(say(prepared.message));
  return prepared;
}

/** The lines below each heading. */
const told = ({ brief }: Prepared): Record<string, readonly string[]> =>
  Object.fromEntries(brief.sections.map(({ heading, lines }) => [heading, lines]));
const acts = ({ brief }: Prepared): unknown[] => brief.acts.map(({ operation, input }) => [operation, input]);

it('what next: the task in hand with its next action, the question that waits, what is ready', async () => {
  repository.git('switch', '-q', '-c', 'feature/t1-limits');
  await repository.task('t1-limits', { branch: 'feature/t1-limits', objective: 'Logins are limited' });
  await repository.ok(actionAdd, { text: 'Write the test' });
  await repository.ok(queueAdd, { title: 'Paint' });
  const answer = await ask('what should I do next?');
  expect(told(answer)).toEqual({
    'In progress here': ['T-1 Logins are limited', '', '- Next action A-1: Write the test'],
    Next: ['1. W-1 Paint (the only ready item)'],
  });
  expect(acts(answer)).toEqual([
    ['queue.next', {}],
    ['gate.check', { gate: 'review-ready', task: 'T-1' }],
  ]);
  expect(answer.asks).toEqual(['What needs me?', 'Why can’t I push?']);
});

it('what next without a task: how the queue stands', async () => {
  const answer = await ask('what next?');
  expect(told(answer)).toEqual({ Queue: ['The queue is empty. No work items have been added yet.'] });
  expect(acts(answer)).toEqual([]);
});

it('what needs me: questions and lanes, with the command that goes on', async () => {
  expect(told(await ask('what needs me?'))).toEqual({
    'Nothing needs your attention': ['No questions, reviews or failed workers are waiting for a person.'],
  });
  await repository.ok(queueAdd, { title: 'Choose a colour' });
  await repository.ok(queueClaim, { id: 'W-1' });
  await repository.ok(queueAsk, { id: 'W-1', question: 'Blue?' });
  repository.now += 20 * 60_000;
  const answer = await ask('Was braucht mich?');
  expect(told(answer)).toEqual({
    'What blocks work comes first': ['- W-1 Choose a colour (asked by codex 20 min ago)', '   “Blue?”'],
  });
  expect(acts(answer)).toEqual([['queue.advance', { id: 'W-1' }]]);
});

it('who works on what, and who owns a path', async () => {
  expect(told(await ask('who works on what?'))).toEqual({
    'No work in progress': ['No claims, open lanes or active tasks.'],
  });
  await repository.spawn('api', { owns: ['src/api/**', 'docs/api.md'] });
  await repository.spawn('free');
  const task = await repository.task('t1-limits', { objective: 'Logins are limited' });
  await repository.ok(touchedRecord, {
    task: task.id,
    files: [
      { path: 'src/api/limit.ts', change: 'edit' },
      { path: 'src/other.ts', change: 'edit' },
    ],
  });
  const working = told(await ask('wer macht was?'));
  expect(working).toEqual({
    'In progress': [
      '- W-1 api: codex, lane api, assigned',
      '- W-2 free: codex, lane free, assigned',
      '- T-1 Logins are limited: codex, T-1, in progress',
    ],
  });

  const owned = await ask('who owns src/api?');
  expect(owned.brief.title).toBe('Who Owns src/api');
  const [api] = told(owned)['Lanes that own it or part of it'] ?? [];
  expect(api).toMatch(/^- L-1 api \(active; .*owns src\/api\/\*\*, docs\/api\.md\)$/);
  expect(told(owned)['Active tasks that touched it']).toEqual(['- T-1 Logins are limited (src/api/limit.ts)']);
  expect(acts(owned)).toEqual([['message.send', { to: 'api' }]]);
  const file = await ask('wem gehört ./src/api/v1/limit.ts?');
  expect(told(file)['Lanes that own it or part of it']).toEqual([api]);
  const free = await ask('may I edit src/apixel.ts?');
  expect(told(free)).toEqual({
    'Lanes that own it or part of it': ['No open lane owns src/apixel.ts. Anyone may change it.'],
    'Active tasks that touched it': ['None.'],
  });
  expect(acts(free)).toEqual([]);
});

it('why not: the reasons of the gate, each with its next step', async () => {
  repository.git('switch', '-q', '-c', 'feature/t1-limits');
  await repository.task('t1-limits', {
    branch: 'feature/t1-limits',
    objective: 'Logins are limited',
    status: 'review',
  });
  repository.commit('Limit', { 'limit.ts': 'one\n' });
  await repository.ok(findingRecord, { path: 'limit.ts', line: '1', severity: 'high', text: 'One is too few' });
  const push = await ask("why can't I push?");
  expect(push.brief.title).toBe('What Blocks Pushing');
  expect(told(push)['Blocking issues']).toContainEqual('- 1 open high finding: F-1. Next: Fix it and record the fix.');
  expect(acts(push)).toEqual([['gate.check', { gate: 'review-ready' }]]);
  expect(push.brief.missing).toEqual(['Checked for the current state of branch feature/t1-limits.']);
  // Where no hook is installed, none of it keeps anyone from a push.
  const unhooked = await ask("why can't I push?", { hooks: [{ installed: false }] });
  expect(Object.keys(told(unhooked))).toEqual(['Open issues (not enforced here)', 'Requirements']);
  expect(acts(unhooked).at(-1)).toEqual(['hooks.install', {}]);
  // What has to do with a review keeps no one from a commit.
  const commit = await ask('warum kann ich nicht committen?');
  expect(told(commit)['No known issues block committing']).toEqual(['No blocking issues.']);
  const close = await ask("why can't I close T-1?");
  expect(acts(close)).toEqual([['gate.check', { gate: 'close-check', task: 'T-1' }]]);
  expect(push.asks).toEqual(['What should I do next?', 'Which findings are open?']);

  const findings = await ask('findings in limit.ts');
  expect(told(findings)).toEqual({ '1 high, 0 medium, 0 low': ['- F-1 high, limit.ts:1: One is too few'] });
  expect(told(await ask('welche Befunde gibt es in src/api?'))).toEqual({ '0 high, 0 medium, 0 low': ['None.'] });
});

it('what changed: what others did since then, the heaviest first', async () => {
  await repository.task('t1-limits', {});
  await repository.ok(queueAdd, { title: 'Old' });
  repository.now += 3 * 3_600_000;
  await repository.ok(findingRecord, { path: 'a.ts', severity: 'high', text: 'It leaks', task: 'T-1' }, otherAgent);
  await repository.ok(queueAdd, { title: 'Paint' });
  await repository.ok(queueAdd, { title: 'Mine' }, person);
  repository.now += 5 * 60_000;
  const answer = await ask('what changed in the last 2 hours?');
  expect(answer.brief.title).toBe('What Changed in the Last 2 h');
  expect(told(answer)).toEqual({
    'Changes by others': ['- F-1 recorded, high: It leaks (claude, 5 min ago)', '- W-2 added (codex, 5 min ago)'],
  });
  expect(told(await ask('what changed in the last minute?'))).toEqual({
    'Changes by others': ['No changes by others since then.'],
  });
});

it('status of records: each as it is, and which there are not', async () => {
  await repository.ok(queueAdd, { title: 'Paint' });
  await repository.ok(queueAdd, { title: 'Sell', dependsOn: ['W-1'] });
  await repository.task('t1-limits', { objective: 'Logins are limited' });
  await repository.spawn('api', { owns: ['src/api/**'] });
  await repository.ok(findingRecord, { path: 'a.ts', severity: 'low', text: 'It leaks', fix: 'Close it' });
  const answer = await ask('status of W-2, T-1, F-1, L-1 and W-9');
  expect(told(answer)).toMatchObject({
    'W-2 Sell': ['Blocked by W-1 · priority 2'],
    'T-1 Logins are limited': ['- Status: in progress', '- Open findings: 0 high, 0 medium, 1 low'],
    'Finding F-1': expect.arrayContaining(['- F-1 low, a.ts: It leaks', '- Status: open', '- Suggested fix: Close it']),
    'Lane api': expect.arrayContaining([expect.stringMatching(/^- L-1 api \(active/), '- Branch: feature/api']),
  });
  expect(answer.brief.missing).toEqual([expect.stringMatching(/W-9/)]);
  // W-1, and the lane's item, is what one asks about next; what was named already is not.
  expect(answer.brief.references.filter(({ kind }) => kind === 'workItem')).toEqual([
    { kind: 'workItem', ref: 'W-1' },
    { kind: 'workItem', ref: 'W-3' },
  ]);
  expect(acts(await ask('W-1?'))).toEqual([['queue.show', { id: 'W-1' }]]);
});

it('says what can be asked where it did not understand, and offers a model the same questions', async () => {
  await repository.ok(queueAdd, { title: 'Paint' });
  const { brief, choice } = await ask('tell me about the weather');
  expect(brief.sections[0]?.lines).toEqual([
    '- What should I do next?',
    '- What needs me?',
    '- Why can’t I push?',
    '- What changed since yesterday?',
    '- Which findings are open?',
    '- Who owns src/api?',
    '- What about W-12?',
  ]);
  expect(brief.sections[1]?.lines[0]).toBe('1 ready · 0 in progress · 0 done');
  const { schema } = choice?.reply ?? {};
  expect(schema?.safeParse({ question: { about: 'owner', path: 'src' } }).success).toBe(true);
  expect(schema?.safeParse({ question: { about: 'owner' } }).success).toBe(false);
  expect(schema?.safeParse({ question: { about: 'records', refs: ['W-1; drop'] } }).success).toBe(false);
  expect(await choice?.follow({ question: { about: 'changes', since: 'the ides' } })).toMatchObject({
    refused: true,
    message: '“the ides” is not a valid time in the past.',
  });
});

it('what is offered to be asked is understood in both languages', () => {
  const german: Record<string, string> = JSON.parse(readFileSync('media/l10n/bundle.l10n.de.json', 'utf8'));
  const about = (text: string) => readQuestion(text, repository.now)?.about;
  for (const ask of Object.values(asks)) {
    const words = ask(english);
    expect(about(words)).toBeDefined();
    expect([words, about(german[words] ?? '')]).toEqual([words, about(words)]);
  }
  for (const [words, value, meant] of [
    ['Who owns {0}?', 'src/api', 'owner'],
    ['What about {0}?', 'W-12', 'records'],
    ['Which findings are open in {0}?', 'src/api', 'findings'],
  ] as const) {
    expect(about(words.replace('{0}', value))).toBe(meant);
    expect([words, about((german[words] ?? '').replace('{0}', value))]).toEqual([words, meant]);
  }
});
