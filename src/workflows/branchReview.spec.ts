import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitTestRepository } from '../../test/support/gitTestRepository.js';
import { person } from '../../test/support/testRepository.js';
import { isRefusal } from '../domain/refusal/refusal.js';
import { say } from '../messages/say.js';
import { evidenceRun } from '../operations/evidence/evidenceRun.js';
import { findingRecord } from '../operations/finding/findingRecord.js';
import { invoke } from '../operations/invoke.js';
import { reviewChanges } from '../operations/review/reviewChanges.js';
import { reviewSubmit } from '../operations/review/reviewSubmit.js';
import { plainMarkup } from '../reports/markup.js';
import { english } from '../reports/translate.js';
import { branchReview } from './branchReview.js';
import type { Prepared, Proposal } from './workflow.js';

let repository: GitTestRepository;
beforeEach(async () => {
  repository = new GitTestRepository();
  repository.commit('Old', { 'src/gone.ts': 'one\ntwo\n', 'src/old name.ts': 'a\nb\nc\nd\ne\nf\n' });
  repository.git('switch', '-q', '-c', 'feature/t1-limits');
  repository.remove('src/gone.ts');
  repository.git('mv', 'src/old name.ts', 'src/new name.ts');
  repository.commit('Limit', {
    'README.md': 'one\n2\nthree\n',
    'src/limit.ts': 'export const limit = 10;\nexport const wait = 60;\nexport const burst = 0;\n',
  });
  // Not committed, and new.
  repository.write('src/fresh.ts', 'const fresh = 1;\n');
  repository.write('.stateroom/plans/own.md', '# Own\n');
  await repository.task('t1-limits', { branch: 'feature/t1-limits' });
});
afterEach(() => repository.close());

async function prepared(request = ''): Promise<Prepared> {
  const found = await branchReview.prepare(
    {
      now: repository.now,
      markup: plainMarkup,
      translate: english,
      tell: sentence => say(sentence),
      invoke: (operation, input) => invoke(operation, repository.context(person), input),
    },
    request,
  );
  if (isRefusal(found)) throw new Error(say(found.message));
  return found;
}

const reviewed = {
  summary: 'It limits logins.',
  findings: [
    { path: './src/limit.ts', line: 3, severity: 'high' as const, text: 'A burst of 0 lets nobody in.', fix: 'Say 1.' },
    { path: 'README.md', line: 900, severity: 'low' as const, text: 'Two is a word elsewhere.', fix: null },
    { path: 'src/other.ts', line: 1, severity: 'medium' as const, text: 'Nothing checks it.' },
  ],
};

/** What would be recorded of a reply, where all parts of the prompt were sent but those that `isLeftOut` names. */
function proposal({ prompt }: Prepared, reply: unknown, isLeftOut = (_text: string) => false): Proposal {
  const asked = (prompt?.parts ?? []).map(({ text }) => text).filter(text => !isLeftOut(text));
  const found = prompt?.reply?.propose(prompt.reply.schema.parse(reply), asked.join('\n\n'));
  if (found === undefined || isRefusal(found)) throw new Error(say(found?.message ?? 'nothing is asked'));
  return found;
}

const lines = ({ sections }: Proposal | Prepared['brief'], heading: string): readonly string[] | undefined =>
  sections.find(section => section.heading === heading)?.lines;

describe('the changes of a branch', () => {
  it('are told with sizes, the biggest first, new files too', async () => {
    const changes = await repository.ok(reviewChanges, { lines: true });
    expect(changes).toMatchObject({
      task: 'T-1',
      branch: 'feature/t1-limits',
      base: 'main',
      count: 5,
      added: 5,
      removed: 3,
    });
    expect(changes.from).toBe(repository.git('rev-parse', 'main'));
    expect(changes.files).toEqual([
      {
        path: 'src/limit.ts',
        kind: 'add',
        added: 3,
        removed: 0,
        hunks: '@@ -0,0 +1,3 @@\n+export const limit = 10;\n+export const wait = 60;\n+export const burst = 0;\n',
      },
      { path: 'README.md', kind: 'edit', added: 1, removed: 1, hunks: '@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n' },
      { path: 'src/gone.ts', kind: 'delete', added: 0, removed: 2, hunks: '@@ -1,2 +0,0 @@\n-one\n-two\n' },
      { path: 'src/fresh.ts', kind: 'add', added: 1, removed: 0, hunks: '@@ -0,0 +1,1 @@\n+const fresh = 1;\n' },
      { path: 'src/new name.ts', kind: 'rename', oldPath: 'src/old name.ts', added: 0, removed: 0, hunks: '' },
    ]);
  });

  it('are not those of another branch', async () => {
    repository.git('switch', '-q', '-c', 'feature/other');
    expect(await repository.refused(reviewChanges, { task: 'T-1' })).toMatchObject({
      message: 'T-1 is on feature/t1-limits, but this worktree is on feature/other.',
    });
    expect(await repository.ok(reviewChanges, {})).toMatchObject({ task: null, branch: 'feature/other' });
  });
});

describe('the brief of a branch review', () => {
  it('tells reasons, files, findings and proofs, and writes nothing', async () => {
    await repository.ok(findingRecord, {
      severity: 'medium',
      path: 'src/limit.ts',
      line: '2',
      text: 'A minute is long.',
    });
    await repository.ok(findingRecord, { severity: 'low', path: 'src/gone.md', text: 'Not of this branch.' });
    await repository.ok(evidenceRun, { command: ['true'] });
    const before = await repository.dump();
    const { brief } = await prepared('T-1 the limits');
    expect(await repository.dump()).toBe(before);
    expect(brief.title).toBe('Branch Review: feature/t1-limits');
    expect(lines(brief, 'Not ready for review')?.join('\n')).toMatch(/^- .*F-1.* Next: /m);
    expect(lines(brief, 'Changed files')).toEqual([
      '5 files changed compared with main: +5 -3',
      '',
      '- src/limit.ts (new, +3)',
      '- README.md (+1 -1)',
      '- src/gone.ts (deleted, -2)',
      '- src/fresh.ts (new, +1)',
      '- src/new name.ts (renamed, +0 -0)',
    ]);
    expect(lines(brief, 'Open findings on these files')).toEqual(['- F-1 medium, src/limit.ts:2: A minute is long.']);
    expect(lines(brief, 'Evidence')).toEqual(['- E-1 true: passed, on this exact tree']);
    expect(brief.acts.map(({ operation }) => operation)).toEqual(['review.start', 'gate.check']);
    repository.write('src/fresh.ts', 'const fresh = 2;\n');
    expect(lines((await prepared()).brief, 'Evidence')).toEqual(['- E-1 true: passed, on a different tree']);
  });
});

it('counts one file as one', async () => {
  repository.git('switch', '-q', 'main');
  repository.git('switch', '-q', '-c', 'feature/one');
  repository.remove('src/fresh.ts');
  repository.write('src/one.ts', 'const one = 1;\n');
  expect(lines((await prepared()).brief, 'Changed files')?.[0]).toBe('1 file changed compared with main: +1 -0');
});

it('sends an agent to the diff without its secrets', () => {
  const commands = branchReview.steps.flatMap(step => /`(stateroom review changes[^`]*)`/.exec(step)?.[1] ?? []);
  expect(commands).toEqual(['stateroom review changes --lines --conceal']);
});

describe('what a model is asked', () => {
  it('has no secret in it, and the person is told where one could be', async () => {
    const token = ['ghp_', 'a1B2'.repeat(9)].join('');
    repository.write('src/client.ts', `const url = 'https://example.com';\nconst key = '${token}';\n`);
    repository.write('.env.local', 'LIMIT=hunter22\n');
    const found = await prepared();
    const asked = (found.prompt?.parts ?? []).map(({ text }) => text).join('\n');
    expect(asked).toContain("2 + const key = '[redacted]';");
    expect(asked).not.toMatch(/ghp_|hunter22/);
    expect(found.prompt?.withheld).toBe(
      'Not sent to the language model because they may contain secrets: src/client.ts:2, .env.local.',
    );
    const { sections } = proposal(found, {
      summary: 'Fine.',
      findings: [{ path: '.env.local', severity: 'low', text: 'No.' }],
    });
    expect(lines({ sections } as Proposal, 'Omitted: not in the files read')).toEqual(['- .env.local: No.']);
    expect(lines({ sections } as Proposal, 'Not read by the language model')).toEqual(['- .env.local']);
  });

  it('is told in no sentence where there is no secret', async () => {
    expect((await prepared()).prompt?.withheld).toBeUndefined();
  });
});

describe('what a model found', () => {
  it('is placed in the diff, shown, and recorded as one review', async () => {
    const proposed = proposal(await prepared(), reviewed);
    expect(lines(proposed, 'Findings')).toEqual([
      '1. high, src/limit.ts:3: A burst of 0 lets nobody in. Suggested fix: Say 1.',
      '2. low, README.md: Two is a word elsewhere. (Line 900 is not in the diff, so this is recorded for the whole file.)',
    ]);
    expect(lines(proposed, 'Omitted: not in the files read')).toEqual(['- src/other.ts: Nothing checks it.']);
    const [act] = proposed.acts;
    expect(act?.operation).toBe('review.submit');
    const recorded = await repository.ok(reviewSubmit, act?.input as never, person);
    expect(recorded.run).toMatchObject({
      ref: 'V-1',
      task: 'T-1',
      subject: 'feature/t1-limits',
      verdict: 'fail',
      stale: false,
      coveredFiles: ['README.md', 'src/fresh.ts', 'src/gone.ts', 'src/limit.ts', 'src/new name.ts'],
    });
    expect(
      (
        await repository.store.maintenance.query(
          'select path, line_start, severity, text, fix from findings order by number',
          9,
        )
      ).rows,
    ).toEqual([
      ['src/limit.ts', 3, 'high', 'A burst of 0 lets nobody in.', 'Say 1.'],
      ['README.md', null, 'low', 'Two is a word elsewhere.', null],
    ]);
    expect(await repository.eventTypes()).toEqual(['finding_recorded', 'finding_recorded', 'review_recorded']);
    // The button pressed twice.
    expect(await repository.refused(reviewSubmit, act?.input, person)).toMatchObject({
      message: 'This review is already recorded as V-1.',
    });
  });

  it('is not recorded of a branch that was changed meanwhile', async () => {
    const [act] = proposal(await prepared(), reviewed).acts;
    repository.write('src/limit.ts', 'export const limit = 11;\n\n\n');
    expect(await repository.refused(reviewSubmit, act?.input, person)).toMatchObject({
      message: 'feature/t1-limits has changed since it was read for this review.',
    });
  });

  it('counts for the files that it was given, and passes where it found nothing', async () => {
    const proposed = proposal(await prepared(), { summary: 'Fine.', findings: [] }, text =>
      text.includes('src/limit.ts'),
    );
    expect(proposed.accept).toBe('Record Pass');
    expect(lines(proposed, 'Not read by the language model')).toEqual(['- src/limit.ts']);
    const { run } = await repository.ok(reviewSubmit, proposed.acts[0]?.input as never, person);
    expect(run).toMatchObject({
      verdict: 'pass',
      coveredFiles: ['README.md', 'src/fresh.ts', 'src/gone.ts', 'src/new name.ts'],
    });
  });

  it('does not pass with a finding', async () => {
    const findings = [{ severity: 'low' as const, path: 'README.md', text: 'Two?' }];
    expect(await repository.refused(reviewSubmit, { verdict: 'pass', findings })).toMatchObject({
      message: 'A review with 1 open finding cannot pass.',
    });
  });
});
