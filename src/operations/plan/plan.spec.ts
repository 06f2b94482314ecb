import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import { closedSlice, passedProof } from '../../../test/support/proofRows.js';
import { agent, otherAgent, person } from '../../../test/support/testRepository.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { randomIds } from '../../platform/idSource.js';
import { findingFix } from '../finding/findingFix.js';
import { findingRecord } from '../finding/findingRecord.js';
import { reviewRecord } from '../review/reviewRecord.js';
import { planAccept } from './planAccept.js';
import { planAnalyse } from './planAnalyse.js';
import { planAttest } from './planAttest.js';
import { planList } from './planList.js';
import { planRegister } from './planRegister.js';
import { planShow } from './planShow.js';
import { planSync } from './planSync.js';

const path = '.stateroom/plans/limits.md';
const plan = `# Limits

## Objective

No caller gets more than 100 calls a minute.

## Steps

- [ ] Count calls {#count}
- [ ] Refuse the 101st {#refuse}
- [x] Name the header {#header}

## Acceptance

- [ ] The wording is kind {#wording}

## Tests

\`npm test\`
`;

let repo: GitTestRepository;
let task: TaskRow;
beforeEach(async () => {
  repo = new GitTestRepository();
  repo.write(path, plan);
  task = await repo.task('w1-limits');
});
afterEach(() => repo.close());

const fileNow = () => readFileSync(join(repo.repository, path), 'utf8');
const pass = (verdict: 'pass' | 'pass_with_findings' | 'fail' | 'conditional_pass' = 'pass') => {
  repo.now += 1000;
  return repo.ok(reviewRecord, { verdict, subject: path }, otherAgent);
};

describe('registering a plan', () => {
  it('makes it the plan of the task, with one event, and says again what it is', async () => {
    const first = await repo.ok(planRegister, { plan: 'limits' });
    expect(first).toMatchObject({
      plan: { path, title: 'Limits', task: 'T-1', status: 'registered', stale: null, acceptedAt: null, analysis: null },
      resolution: 'worktree',
      exists: true,
      created: true,
    });
    expect(await repo.eventTypes()).toEqual(['plan_registered']);
    const again = await repo.ok(planRegister, { plan: path });
    expect(again).toEqual({ ...first, created: false });
    expect(await repo.eventTypes()).toEqual(['plan_registered']);
    repo.write(path, plan.replace('# Limits', '# Rate limits'));
    expect((await repo.ok(planRegister, { plan: path })).plan).toMatchObject({ title: 'Rate limits', revision: 2 });
    expect((await repo.ok(planShow, {})).plan.path).toBe(path);
  });

  it('finds a path however it is given, and says how', async () => {
    repo.commit('Plans', { 'docs/a.md': '# A\n', '.stateroom/plans/b.md': '# B\n' });
    repo.remove('.stateroom/plans/b.md');
    const found = async (name: string) => {
      const { plan: registered, resolution, exists } = await repo.ok(planRegister, { plan: name, repository: true });
      return [registered.path, resolution, exists];
    };
    expect(await found(join(repo.repository, 'docs/a.md'))).toEqual(['docs/a.md', 'absolute', true]);
    expect(await found('./docs//x/../a.md')).toEqual(['docs/a.md', 'worktree', true]);
    expect(await found('limits')).toEqual([path, 'worktree', true]);
    expect(await found('limits.md')).toEqual([path, 'worktree', true]);
    expect(await found('b')).toEqual(['.stateroom/plans/b.md', 'workspace', true]);
    const refusal = await repo.refused(planRegister, { plan: 'nowhere' });
    expect(refusal).toMatchObject({
      code: 'not_found',
      message: 'File .stateroom/plans/nowhere.md or nowhere not found in this worktree.',
      details: { resolution: 'unresolved', exists: false },
    });
    repo.remove(path);
    const shown = await repo.ok(planShow, { plan: path });
    expect([shown.resolution, shown.exists]).toEqual(['workspace', true]);
    repo.git('rm', '-q', '--cached', path);
    repo.commit('Gone');
    expect(await repo.ok(planShow, { plan: path })).toMatchObject({
      plan: { contentHash: null },
      resolution: 'unresolved',
      exists: false,
      items: [],
    });
  });

  it.each([
    ['../other/plan.md', 'Plan ../other/plan.md is outside this repository.'],
    ['/etc/passwd.md', 'Plan /etc/passwd.md is outside this repository.'],
    ['docs/link.md', 'docs/link.md is a symbolic link or is inside one; a plan must be a regular file.'],
    ['docs/away/plan.md', 'docs/away/plan.md is a symbolic link or is inside one; a plan must be a regular file.'],
    ['docs/empty.md', 'docs/empty.md is empty.'],
    ['docs/binary.md', 'docs/binary.md is not UTF-8 text.'],
    ['docs/latin.md', 'docs/latin.md is not UTF-8 text.'],
    ['docs/large.md', 'docs/large.md is 10.0 MB; a plan can be at most 512 kB.'],
    ['docs/boxes.md', 'docs/boxes.md has 1001 checkboxes; a plan can have at most 1000.'],
    ['docs/plan.txt', 'docs/plan.txt is not a Markdown file: its name does not end in .md or .markdown.'],
    ['docs', 'File .stateroom/plans/docs.md or docs not found in this worktree.'],
  ])('refuses %s', async (name, message) => {
    repo.write('docs/empty.md', '\uFEFF \n');
    repo.write('docs/binary.md', '# P\n\0\n');
    writeFileSync(join(repo.repository, 'docs/latin.md'), Buffer.from([0x23, 0x20, 0xe9, 0x0a]));
    repo.write('docs/large.md', '- [ ] ten bytes'.padEnd(10 * 1024 * 1024, '\nx'));
    repo.write('docs/boxes.md', '- [ ] a\n'.repeat(1001));
    repo.write('docs/plan.txt', plan);
    symlinkSync('/etc/hostname', join(repo.repository, 'docs/link.md'));
    symlinkSync(repo.directory, join(repo.repository, 'docs/away'));
    writeFileSync(join(repo.directory, 'plan.md'), plan);
    expect((await repo.refused(planRegister, { plan: name })).message).toBe(message);
  });

  it('refuses a plan of another task, and one of no task where none is live', async () => {
    await repo.ok(planRegister, { plan: 'limits' });
    await repo.task('w2-other');
    expect(await repo.refused(planRegister, { plan: 'limits' })).toMatchObject({ code: 'ambiguous' });
    expect(await repo.refused(planRegister, { plan: 'limits', task: 'w2-other' })).toMatchObject({
      code: 'conflict',
      message: `${path} is already the plan of T-1.`,
    });
  });
});

describe('analysing a plan', () => {
  it('keeps what it found, once', async () => {
    await repo.ok(planRegister, { plan: 'limits' });
    const { analysis, plan: analysed } = await repo.ok(planAnalyse, {});
    expect(analysis).toEqual({
      objective: 'No caller gets more than 100 calls a minute.',
      items: 4,
      ticked: 1,
      acceptance: ['The wording is kind {#wording}'],
      tests: ['npm test'],
      openQuestions: [],
      problems: [],
    });
    expect(analysed).toMatchObject({ status: 'analysed', analysis });
    expect(await repo.ok(planAnalyse, {})).toEqual({ analysis, plan: analysed });
    expect(await repo.eventTypes()).toEqual(['plan_registered', 'plan_analysed']);
    repo.remove(path);
    expect(await repo.refused(planAnalyse, {})).toMatchObject({
      code: 'not_found',
      message: `The plan ${path} is not in this worktree.`,
    });
  });
});

it('shows what the text lacks now, and records nothing', async () => {
  await repo.ok(planRegister, { plan: 'limits' });
  expect((await repo.ok(planShow, {})).gaps).toBeUndefined();
  repo.write(path, plan.slice(0, plan.indexOf('## Tests')));
  const shown = await repo.ok(planShow, { gaps: true });
  expect(shown.gaps).toMatchObject({ items: 4, ticked: 1, tests: [], problems: [{ code: 'no_tests' }] });
  expect(shown.plan).toMatchObject({ status: 'registered', analysis: null });
  expect(await repo.eventTypes()).toEqual(['plan_registered']);
  repo.remove(path);
  expect(await repo.ok(planShow, { gaps: true })).toMatchObject({ exists: false, items: [] });
});

describe('accepting a plan', () => {
  beforeEach(() => repo.ok(planRegister, { plan: 'limits' }));

  it('is refused without a review, and on every verdict but pass', async () => {
    const refusedWith = async () => {
      const refusal = await repo.refused(planAccept, {});
      expect(refusal.code).toBe('conflict');
      return [refusal.message, ((refusal.details?.reasons ?? []) as { code: string }[]).map(reason => reason.code)];
    };
    expect(await refusedWith()).toEqual([
      `Cannot accept ${path}: ${path} has no planning review.`,
      ['plan_review_missing'],
    ]);
    await pass();
    for (const [verdict, number, called] of [
      ['pass_with_findings', 2, 'pass with findings'],
      ['conditional_pass', 3, 'conditional pass'],
      ['fail', 4, 'fail'],
    ] as const) {
      await pass(verdict);
      expect(await refusedWith()).toEqual([
        `Cannot accept ${path}: the verdict of the latest planning review, V-${number}, is ${called}; only pass counts.`,
        ['plan_review_not_pass'],
      ]);
    }
    await pass();
    expect((await repo.ok(planAccept, {})).plan.status).toBe('accepted');
  });

  it('is refused on a pass of who registered it, where reviews are independent', async () => {
    repo.commit('Ask for independent reviews', { '.stateroom/config.json': '{"review":{"independent":true}}' });
    const own = { verdict: 'pass', subject: path } as const;
    await repo.ok(reviewRecord, own, { ...agent, session: 'another' });
    expect((await repo.refused(planAccept, {})).message).toBe(
      `Cannot accept ${path}: the latest planning review, V-1, is by codex, who registered the plan.`,
    );
    await pass();
    expect((await repo.ok(planAccept, {})).plan.status).toBe('accepted');
  });

  it('is refused while a planning finding about it is open', async () => {
    await repo.ok(
      findingRecord,
      { severity: 'low', path, text: 'Which header?', mode: 'planning', task: 'T-1' },
      otherAgent,
    );
    await repo.ok(
      findingRecord,
      { severity: 'high', path, text: 'Of the code', mode: 'branch', task: 'T-1' },
      otherAgent,
    );
    await pass();
    expect((await repo.refused(planAccept, {})).message).toBe(
      `Cannot accept ${path}: 1 planning finding is open: F-1.`,
    );
    await repo.ok(findingFix, { ids: ['F-1'] });
    expect((await repo.ok(planAccept, {})).plan.reviewRun).toBe('V-1');
  });

  it('is refused when it was edited after the review, and stale when edited afterwards; a tick is no edit', async () => {
    await pass();
    repo.write(path, plan.replace('101st', '102nd'));
    expect((await repo.refused(planAccept, {})).message).toBe(
      `Cannot accept ${path}: the plan was edited after it passed V-1.`,
    );
    repo.write(path, plan);
    repo.now += 1000;
    const accepted = (await repo.ok(planAccept, {}, person)).plan;
    expect(accepted).toMatchObject({
      status: 'accepted',
      stale: false,
      acceptedBy: 'Ada',
      acceptedAt: '2026-11-02T10:00:02.000Z',
      reviewRun: 'V-1',
    });
    expect((await repo.ok(planAccept, {}, agent)).plan).toEqual(accepted);
    expect((await repo.eventTypes()).filter(type => type === 'plan_accepted')).toHaveLength(1);

    repo.write(path, plan.replace('- [ ] Count', '- [x] Count').replaceAll('\n', '\r\n'));
    expect((await repo.ok(planShow, {})).plan.stale).toBe(false);
    repo.write(path, plan.replace('100 calls', '200 calls'));
    expect((await repo.ok(planShow, {})).plan).toMatchObject({ status: 'accepted', stale: true });
    expect((await repo.ok(planAnalyse, {})).plan).toMatchObject({ status: 'accepted', stale: true });
    expect((await repo.ok(planList, {})).plans).toMatchObject([{ path, stale: true }]);
    expect((await repo.refused(planAccept, {})).message).toMatch('edited after it passed V-1');
    await pass();
    expect((await repo.ok(planAccept, {})).plan).toMatchObject({ stale: false, reviewRun: 'V-2' });
  });
});

describe('ticking a plan', () => {
  beforeEach(() => repo.ok(planRegister, { plan: 'limits' }));

  it('ticks what a closed slice with proof has shown, and only on request', async () => {
    const before = fileNow();
    const slice = await closedSlice(repo, task.id, 'count');
    await passedProof(repo, { task_id: task.id, slice_id: slice });
    const dry = await repo.ok(planSync, {});
    expect(dry).toMatchObject({
      applied: false,
      ticks: [{ item: 'count', text: 'Count calls', line: 9, by: 'S-1 with E-1' }],
      unproven: [{ item: 'header', text: 'Name the header', line: 11 }],
      open: [{ item: 'refuse' }, { item: 'wording' }],
    });
    expect(fileNow()).toBe(before);
    expect((await repo.ok(planShow, {})).due).toEqual(['count']);

    const applied = await repo.ok(planSync, { apply: true });
    expect(applied).toMatchObject({ applied: true, ticks: dry.ticks, plan: { status: 'registered' } });
    expect(fileNow()).toBe(before.replace('- [ ] Count', '- [x] Count'));
    expect((await repo.ok(planSync, { apply: true })).applied).toBe(false);
    expect(await repo.eventTypes()).toEqual(['plan_registered', 'plan_item_ticked']);
  });

  it.each([
    ['an open slice', { status: 'open', closed_at: null }, {}],
    ['a slice of another item', { plan_item: 'other' }, {}],
    ['a proof that failed', {}, { passed: 0 }],
    ['a mere claim', {}, { grade: 'said' }],
    ['a proof of another slice', {}, { slice_id: 'another' }],
  ] as const)('does not tick for %s', async (_name, slice, proof) => {
    const before = fileNow();
    const slice_id = await closedSlice(repo, task.id, 'count', slice);
    await passedProof(repo, { task_id: task.id, slice_id, ...proof });
    expect(await repo.ok(planSync, { apply: true })).toMatchObject({ applied: false, ticks: [] });
    expect(fileNow()).toBe(before);
  });

  it('does not tick for what a test said before the work', async () => {
    const red = randomIds.ulid(repo.now);
    const slice_id = await closedSlice(repo, task.id, 'count', { red_evidence_id: red });
    await passedProof(repo, { id: red, task_id: task.id, slice_id });
    expect((await repo.ok(planSync, {})).ticks).toEqual([]);
    await passedProof(repo, { task_id: task.id, slice_id });
    expect((await repo.ok(planSync, {})).ticks).toMatchObject([{ item: 'count', by: 'S-1 with E-2' }]);
  });

  it('ticks what a person attests, and is done when all is ticked that was accepted', async () => {
    expect(await repo.refused(planAttest, { item: 'wording', note: 'Read it aloud' }, agent)).toMatchObject({
      code: 'not_allowed',
    });
    expect(await repo.refused(planAttest, { item: 'words', note: 'Read it aloud' }, person)).toMatchObject({
      code: 'not_found',
      message: `${path} has no item words.`,
      hint: 'Its items: count, refuse, header, wording.',
    });
    await pass();
    await repo.ok(planAccept, {});
    const { plan: attested } = await repo.ok(planAttest, { item: 'wording', note: 'Read it aloud' }, person);
    expect(attested.attestations).toEqual([
      { item: 'wording', note: 'Read it aloud', by: 'Ada', at: '2026-11-02T10:00:01.000Z' },
    ]);
    expect((await repo.ok(planAttest, { item: 'wording', note: 'Read it aloud' }, person)).plan).toEqual(attested);
    expect(await repo.ok(planSync, { apply: true })).toMatchObject({
      ticks: [{ item: 'wording', by: 'attested by Ada' }],
      plan: { status: 'accepted', stale: false },
    });
    for (const item of ['count', 'refuse']) {
      const slice_id = await closedSlice(repo, task.id, item);
      await passedProof(repo, { task_id: task.id, slice_id });
    }
    expect((await repo.ok(planSync, { apply: true })).plan).toMatchObject({ status: 'done', stale: false });
    expect(fileNow()).toBe(plan.replaceAll('[ ]', '[x]'));
  });

  it('refuses to write a plan that is on another branch only', async () => {
    repo.commit('Plan');
    const slice_id = await closedSlice(repo, task.id, 'count');
    await passedProof(repo, { task_id: task.id, slice_id });
    repo.remove(path);
    expect(await repo.refused(planSync, { apply: true })).toMatchObject({
      code: 'conflict',
      message: `${path} in this worktree has changed since it was read.`,
    });
  });
});

describe('listing plans', () => {
  it('goes page by page, and one that cannot be read hides no other', async () => {
    for (const name of ['a', 'b', 'c']) {
      repo.write(`docs/${name}.md`, `# ${name}\n`);
      await repo.ok(planRegister, { plan: `docs/${name}.md`, repository: true });
    }
    repo.write('docs/b.md', '\0');
    const first = await repo.ok(planList, { limit: 2 });
    expect(first.plans.map(one => [one.path, one.contentHash === null])).toEqual([
      ['docs/a.md', false],
      ['docs/b.md', true],
    ]);
    const second = await repo.ok(planList, { limit: 2, cursor: first.nextCursor ?? '' });
    expect([second.plans.map(one => one.path), second.nextCursor]).toEqual([['docs/c.md'], null]);
    expect((await repo.ok(planList, { task: 'w1-limits' })).plans).toEqual([]);
  });
});
