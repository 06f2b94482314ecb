import { afterEach, beforeEach, expect, it } from 'vitest';
import { GitTestRepository } from '../../test/support/gitTestRepository.js';
import { person } from '../../test/support/testRepository.js';
import { isRefusal, type Refusal } from '../domain/refusal/refusal.js';
import { say } from '../messages/say.js';
import { invoke } from '../operations/invoke.js';
import { runClose } from '../operations/run/runClose.js';
import { runEvidence } from '../operations/run/runEvidence.js';
import { runHypothesize } from '../operations/run/runHypothesize.js';
import { runResolve } from '../operations/run/runResolve.js';
import { runStart } from '../operations/run/runStart.js';
import { plainMarkup } from '../reports/markup.js';
import { english } from '../reports/translate.js';
import { investigate } from './investigate.js';
import type { Prepared } from './workflow.js';

let repository: GitTestRepository;
beforeEach(() => {
  repository = new GitTestRepository();
});
afterEach(() => repository.close());

function ask(request = ''): Promise<Prepared | Refusal> {
  const call = {
    ...{ now: repository.now, markup: plainMarkup, translate: english, tell: say },
    invoke: ((operation, input) => invoke(operation, repository.context(person), input)) as Parameters<
      typeof investigate.prepare
    >[0]['invoke'],
  };
  return investigate.prepare(call, request);
}

async function prepared(request = ''): Promise<Prepared> {
  const found = await ask(request);
  if (isRefusal(found)) throw new Error(say(found.message));
  return found;
}

const told = ({ brief }: Prepared) => Object.fromEntries(brief.sections.map(({ heading, lines }) => [heading, lines]));
const acts = ({ brief }: Prepared) => brief.acts.map(({ title, operation, input }) => [title, operation, input]);

it('needs a question where no investigation is active', async () => {
  const answer = await ask();
  expect(isRefusal(answer) && say(answer.message)).toBe('No question given.');
});

it('knows earlier investigations that are about the same, offers to start one, and writes nothing', async () => {
  for (const request of ['Why is the checkout slow?', 'Why did the build break?']) {
    await repository.ok(runStart, { request });
    await repository.ok(runClose, { summary: 'The import ran twice' });
  }
  const before = await repository.dump();
  const found = await prepared('the checkout is slow on Mondays');
  expect(await repository.dump()).toBe(before);
  expect(found.brief.title).toBe('Investigate: the checkout is slow on Mondays');
  expect(told(found)).toEqual({
    'Earlier investigations': ['- R-1 Why is the checkout slow?: The import ran twice'],
  });
  expect(acts(found)).toEqual([['Start Investigation', 'run.start', { request: 'the checkout is slow on Mondays' }]]);
  expect(found.brief.references).toEqual([{ kind: 'run', ref: 'R-1' }]);
  expect(found.packet).toContain('Investigate this question in the repository: the checkout is slow on Mondays\n');
  expect(found.packet).toContain('- Earlier investigation R-1: Why is the checkout slow? — The import ran twice\n');
});

it('goes on with the active one: what is open, what is known, and what makes sense next', async () => {
  await repository.ok(runStart, { request: 'Why is the checkout slow?' });
  expect(acts(await prepared())).toEqual([['Add Hypothesis', 'run.hypothesize', { run: 'R-1' }]]);
  await repository.ok(runHypothesize, { text: 'The import still runs' });
  await repository.ok(runEvidence, { text: 'Both at 07:00', hypothesis: 'H001' });
  const found = await prepared();
  expect(told(found)).toEqual({
    'Active investigation': ['R-1 Why is the checkout slow?'],
    Hypotheses: ['- H001 open: The import still runs'],
    Evidence: ['- E001 on H001: Both at 07:00'],
    'Earlier investigations': ['None.'],
  });
  expect(acts(found)).toEqual([
    ['Add Hypothesis', 'run.hypothesize', { run: 'R-1' }],
    ['Add Evidence on H001', 'run.evidence', { run: 'R-1', hypothesis: 'H001' }],
    ['Resolve H001', 'run.resolve', { run: 'R-1', hypothesis: 'H001' }],
  ]);
  const asked = found.prompt?.parts.map(({ text }) => text).join('\n') ?? '';
  expect(asked).toContain('Hypothesis H001 (open): The import still runs');
  expect(asked).toContain('<question>\nWhy is the checkout slow?\n</question>');
  await repository.ok(runResolve, { hypothesis: 'H001', status: 'accepted' });
  expect(acts(await prepared())[0]).toEqual(['Close R-1', 'run.close', { run: 'R-1' }]);
});

it('turns hypotheses of a model into entries, each with its test, once a person accepts them', async () => {
  const propose = async () => {
    const { prompt } = await prepared('Why is it slow?');
    const reply = { hypotheses: [{ text: 'The import still runs.', test: 'Read the log of 07:00.' }] };
    expect(prompt?.reply?.schema.safeParse(reply).success).toBe(true);
    expect(prompt?.reply?.schema.safeParse({ hypotheses: [] }).success).toBe(false);
    const proposal = prompt?.reply?.propose(reply, '');
    if (proposal === undefined || isRefusal(proposal)) throw new Error('Nothing was proposed.');
    return proposal;
  };
  const first = await propose();
  expect(first.accept).toBe('Start Investigation with These');
  expect(first.sections).toEqual([
    { heading: 'Hypotheses', lines: ['1. The import still runs. Test: Read the log of 07:00.'] },
  ]);
  const text = 'The import still runs. Test: Read the log of 07:00.';
  expect(first.acts.map(({ operation, input }) => [operation, input])).toEqual([
    ['run.start', { request: 'Why is it slow?' }],
    ['run.hypothesize', { text }],
  ]);
  await repository.ok(runStart, { request: 'Why is it slow?' });
  const second = await propose();
  expect([second.accept, second.acts.map(({ input }) => input)]).toEqual(['Add to R-1', [{ text, run: 'R-1' }]]);
});
