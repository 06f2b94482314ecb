import { afterEach, beforeEach, expect, it } from 'vitest';
import { GitTestRepository } from '../../test/support/gitTestRepository.js';
import { person } from '../../test/support/testRepository.js';
import { isRefusal, type Refusal } from '../domain/refusal/refusal.js';
import { inEnglish } from '../messages/inEnglish.js';
import { say } from '../messages/say.js';
import { actionAdd } from '../operations/action/actionAdd.js';
import { blockerAdd } from '../operations/blocker/blockerAdd.js';
import { decisionRecord } from '../operations/decision/decisionRecord.js';
import { findingRecord } from '../operations/finding/findingRecord.js';
import { invoke } from '../operations/invoke.js';
import { planRegister } from '../operations/plan/planRegister.js';
import { reviewSubmit } from '../operations/review/reviewSubmit.js';
import { taskUpdate } from '../operations/task/taskUpdate.js';
import { plainMarkup } from '../reports/markup.js';
import { english } from '../reports/translate.js';
import { branchLifecycle } from './branchLifecycle.js';
import { handoffLifecycle } from './handoffLifecycle.js';
import { planAnalyze } from './planAnalyze.js';
import { planningReview } from './planningReview.js';
import type { Prepared, Workflow } from './workflow.js';

let repository: GitTestRepository;
beforeEach(async () => {
  repository = new GitTestRepository();
  repository.git('switch', '-q', '-c', 'feature/t1-limits');
  await repository.task('t1-limits', { branch: 'feature/t1-limits', objective: 'Logins are limited' });
});
afterEach(() => repository.close());

async function ask(ritual: Workflow, request = ''): Promise<Prepared | Refusal> {
  return ritual.prepare(
    {
      now: repository.now,
      markup: plainMarkup,
      translate: english,
      tell: sentence => say(sentence),
      invoke: (operation, input) => invoke(operation, repository.context(person), input),
    },
    request,
  );
}

async function prepared(ritual: Workflow, request = ''): Promise<Prepared> {
  const found = await ask(ritual, request);
  if (isRefusal(found)) throw new Error(say(found.message));
  return found;
}

/** The lines below each heading. */
function told({ brief }: Prepared): Record<string, readonly string[]> {
  return Object.fromEntries(brief.sections.map(({ heading, lines }) => [heading, lines]));
}

const plan = `# Limits

## Objective
Nobody guesses a password.

- [ ] Count logins {#count}
- [x] Read the log {#log}

## Open questions
- How long is a lock?
`;

it('hand-off: what is there to know of a task, and a word where nothing says how to begin', async () => {
  const before = await repository.dump();
  const empty = await prepared(handoffLifecycle);
  expect(await repository.dump()).toBe(before);
  expect(empty.brief.title).toBe('Hand Off: T-1');
  expect(told(empty)).toMatchObject({
    Task: ['T-1 Logins are limited', '', '- Status: in progress', '- Branch: feature/t1-limits'],
    'Open slices': ['None.'],
    'Next actions': ['None.'],
    Blockers: ['None.'],
    'Open findings': ['0 high, 0 medium, 0 low'],
  });
  expect(told(empty)['Not ready to close']?.length).toBeGreaterThan(0);
  expect(empty.brief.missing).toEqual([
    'No next action is recorded, so the next person or agent does not know where to start.',
  ]);
  expect(empty.brief.acts.map(({ operation, input }) => [operation, input])).toEqual([
    ['action.add', { task: 'T-1' }],
    ['task.update', { task: 'T-1' }],
  ]);
});

it('hand-off: names what is in hand, next, in the way and decided, for people and for a model', async () => {
  await repository.ok(taskUpdate, { focus: 'the counter' });
  await repository.ok(actionAdd, { text: 'Write the\u001b[31m test' });
  await repository.ok(blockerAdd, { description: 'The log is not there' });
  await repository.ok(decisionRecord, {
    decision: 'person_choice_t1-limits_count_by_address',
    rationale: 'Names are not known yet',
  });
  await repository.ok(findingRecord, { path: 'README.md', severity: 'high', text: 'It says nothing of limits' });
  const found = await prepared(handoffLifecycle, 'T-1 please');
  expect(told(found)).toMatchObject({
    Task: expect.arrayContaining(['- Focus: the counter']),
    'Next actions': ['- A-1 Write the\\x1b[31m test'],
    Blockers: ['- B-1 The log is not there'],
    'Recent decisions': ['- D-1 person_choice_t1-limits_count_by_address'],
    'Open findings': ['1 high, 0 medium, 0 low'],
  });
  expect(found.brief.missing).toEqual([]);
  const asked = found.prompt?.parts.map(({ text }) => text).join('\n') ?? '';
  for (const part of [
    'Logins are limited',
    'Focus: the counter',
    'Blocker: The log',
    'Decision: person_choice_t1-limits_count_by_address',
  ]) {
    expect(asked).toContain(part);
  }
  // What is asked for is prose: nothing is written of it.
  expect(found.prompt?.reply).toBeUndefined();
});

it('hand-off: is refused for a task that is not there', async () => {
  expect(await ask(handoffLifecycle, 'T-9')).toMatchObject({ refused: true, code: 'not_found' });
});

it('plan: says what it lacks, what is open, and what accepting it asks for', async () => {
  repository.write('.stateroom/plans/limits.md', plan);
  await repository.ok(planRegister, { plan: 'limits' });
  const before = await repository.dump();
  const read = await prepared(planAnalyze);
  expect(await repository.dump()).toBe(before);
  expect(read.brief.missing).toEqual([]);
  expect(read.brief.title).toBe('Plan: Limits');
  expect(told(read)).toMatchObject({
    Plan: [
      'Nobody guesses a password.',
      '',
      '- .stateroom/plans/limits.md',
      '- registered',
      '- T-1',
      '- 1 of 2 steps ticked',
    ],
    Steps: ['- Count logins (open)', '- Read the log (ticked, no evidence)'],
    'Open questions': ['- How long is a lock?'],
    'Done when': ['None.'],
  });
  expect(told(read)['Gaps']).toContain('- It names no tests. Add a Tests section with the commands.');
  expect(told(read)['Not ready to accept']?.length).toBeGreaterThan(0);
  expect(read.brief.acts.map(({ operation, input }) => [operation, input])).toEqual([
    ['review.start', { subject: '.stateroom/plans/limits.md' }],
    ['plan.analyse', { plan: '.stateroom/plans/limits.md' }],
  ]);
  expect(read.brief.references).toEqual([{ kind: 'plan', ref: '.stateroom/plans/limits.md' }]);
});

it('plan: one that was removed is said to be gone, and a model is not asked about it', async () => {
  repository.write('.stateroom/plans/limits.md', plan);
  await repository.ok(planRegister, { plan: 'limits' });
  repository.remove('.stateroom/plans/limits.md');
  const gone = await prepared(planAnalyze, 'look at .stateroom/plans/limits.md');
  expect(told(gone).Plan).toContain('- .stateroom/plans/limits.md no longer exists');
  expect([gone.prompt, gone.brief.acts, gone.brief.references]).toEqual([undefined, [], []]);
});

it('plan: a task without one is refused in a sentence', async () => {
  expect(inEnglish(await ask(planAnalyze))).toMatchObject({ refused: true, message: expect.stringContaining('plan') });
});

it('branch: tells how far it is, and one next step', async () => {
  const before = await repository.dump();
  const begun = await prepared(branchLifecycle);
  expect(await repository.dump()).toBe(before);
  expect(begun.brief.title).toBe('Branch Lifecycle: feature/t1-limits');
  expect(told(begun)['Progress']).toEqual([
    '- Task has a branch: yes',
    '- Files changed: not yet',
    '- Ready for review: not yet',
    '- Ready to close: not yet',
  ]);
  expect(begun.brief.acts.map(({ operation, input }) => [operation, input])).toEqual([
    ['slice.start', { task: 'T-1' }],
  ]);
  repository.commit('Limit', { 'src/limit.ts': 'export const limit = 10;\n' });
  const changed = await prepared(branchLifecycle);
  expect(told(changed)['Progress']?.slice(0, 3)).toEqual([
    '- Task has a branch: yes',
    '- Files changed: yes',
    '- Ready for review: not yet',
  ]);
});

it('branch: one without a task begins with a task for what was said', async () => {
  repository.git('switch', '-q', '-c', 'elsewhere');
  const found = await prepared(branchLifecycle, 'limit the rate of logins');
  expect(told(found)).toEqual({ Progress: ['Not started: this branch has no task.'] });
  expect(found.brief.acts.map(({ operation, input }) => [operation, input])).toEqual([
    ['task.start', { objective: 'limit the rate of logins' }],
  ]);
});

it('planning review: places what a model found on the steps, and records it as one review of exactly this text', async () => {
  repository.write('.stateroom/plans/limits.md', plan);
  await repository.ok(planRegister, { plan: 'limits' });
  const found = await prepared(planningReview);
  expect(found.brief.title).toBe('Planning Review: Limits');
  expect(told(found)['Open findings on the plan']).toEqual(['None.']);
  const reply = {
    summary: 'It says too little.',
    findings: [
      { line: 6, severity: 'medium', text: 'Nothing says how this is tested.', fix: 'Name a test.' },
      { line: 99, severity: 'low', text: 'The lock is never lifted.' },
    ],
  };
  const shape = found.prompt?.reply;
  const proposal = shape?.propose(shape.schema.parse(reply), '');
  if (proposal === undefined || isRefusal(proposal)) throw new Error('nothing is proposed');
  expect(proposal.sections.at(-1)?.lines).toEqual([
    '1. medium, line 6: Nothing says how this is tested. Suggested fix: Name a test.',
    '2. low: The lock is never lifted.',
  ]);
  expect(proposal.accept).toBe('Record Review and Findings');
  const [act] = proposal.acts;
  expect(act?.operation).toBe('review.submit');
  const recorded = await repository.ok(reviewSubmit, act?.input as never, person);
  expect(recorded.run).toMatchObject({ verdict: 'pass_with_findings', task: 'T-1' });
  expect(recorded.findings.map(({ finding }) => [finding.path, finding.lineStart, finding.severity])).toEqual([
    ['.stateroom/plans/limits.md', 6, 'medium'],
    ['.stateroom/plans/limits.md', null, 'low'],
  ]);
  expect((await prepared(planningReview)).brief.sections[0]?.lines).toHaveLength(2);
  // Pressed twice, and for a text that is another by now.
  expect(await repository.refused(reviewSubmit, act?.input, person)).toMatchObject({ refused: true });
  repository.write('.stateroom/plans/limits.md', plan.replace('Count', 'Measure'));
  const late = { ...act?.input, id: 'another' };
  expect(await repository.refused(reviewSubmit, late, person)).toMatchObject({ code: 'conflict' });
});

it('planning review: an empty list is a pass that a person records, and nonsense is none', async () => {
  repository.write('.stateroom/plans/limits.md', plan);
  await repository.ok(planRegister, { plan: 'limits' });
  const shape = (await prepared(planningReview)).prompt?.reply;
  const proposal = shape?.propose(shape.schema.parse({ summary: 'Sound.', findings: [] }), '');
  expect(proposal).toMatchObject({ accept: 'Record Pass', acts: [{ input: { verdict: 'pass' } }] });
  for (const junk of [{}, { summary: '', findings: [] }, { summary: 'x', findings: [{ text: 'y' }] }, 'fine']) {
    expect(shape?.schema.safeParse(junk).success).toBe(false);
  }
});

it('planning review: of a plan that has passed one offers to accept it beside the new review, and says which does what', async () => {
  repository.write('.stateroom/plans/limits.md', plan);
  await repository.ok(planRegister, { plan: 'limits' });
  const ask = async () => {
    const found = await prepared(planningReview);
    const shape = found.prompt?.reply;
    const proposal = shape?.propose(shape.schema.parse({ summary: 'Sound.', findings: [] }), '');
    if (proposal === undefined || isRefusal(proposal)) throw new Error('nothing is proposed');
    return { found, proposal };
  };
  const first = await ask();
  const buttons = 'What the buttons do';
  expect(first.proposal.sections.map(({ heading }) => heading)).not.toContain(buttons);
  await repository.ok(reviewSubmit, first.proposal.acts[0]?.input as never, person);
  repository.now += 1000;
  const { found, proposal } = await ask();
  expect(found.brief.acts.map(({ title }) => title)).toEqual(['Accept Plan', 'Start Review']);
  // The proposal is a review: it takes the place of that one, not of the way to accept the plan.
  expect(found.prompt?.replaces).toBe('review.start');
  expect(proposal.sections.at(-1)).toEqual({
    heading: buttons,
    lines: [
      '- “Record Pass” records this review but does not accept the plan.',
      '- “Accept Plan” accepts the plan based on the review it already passed, without recording this one.',
    ],
  });
});

it('plan: names the files of its steps, each once, and no address', async () => {
  const text =
    '# P\n\n- [ ] Edit `src/a.ts` and src/b/c.test.ts\n- [ ] Read src/a.ts, see https://x.org/y.html and and/or\n';
  repository.write('.stateroom/plans/p.md', text);
  await repository.ok(planRegister, { plan: 'p' });
  const found = await prepared(planAnalyze);
  const files = found.brief.sections.find(({ heading }) => heading === 'Files named in the steps');
  expect(files?.files).toEqual(['src/a.ts', 'src/b/c.test.ts']);
  expect(files?.lines).toEqual(['- src/a.ts', '- src/b/c.test.ts']);
});
