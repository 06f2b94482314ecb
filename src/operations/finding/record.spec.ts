import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import { otherAgent, person } from '../../../test/support/testRepository.js';
import { findingFix } from './findingFix.js';
import { findingList } from './findingList.js';
import { findingRecord } from './findingRecord.js';
import { findingRecordMany } from './findingRecordMany.js';
import { findingReopen } from './findingReopen.js';
import { findingShow } from './findingShow.js';
import { findingWontfix } from './findingWontfix.js';

let repo: GitTestRepository;
beforeEach(() => {
  repo = new GitTestRepository();
});
afterEach(() => repo.close());

const remark = { severity: 'high', path: 'README.md', line: '2-3', text: 'Two is not three' } as const;

describe('recording a finding', () => {
  it('keeps who found what, where and at which commit', async () => {
    await repo.task('retry', { branch: 'main' });
    const head = repo.git('rev-parse', 'HEAD');
    const { finding, outcome } = await repo.ok(
      findingRecord,
      { ...remark, fix: 'Count again', id: 'retry', rule: 'counting', repro: 'false' },
      otherAgent,
    );
    expect(outcome).toBe('recorded');
    expect(finding).toEqual({
      ref: 'F-1',
      id: expect.any(String),
      key: 'retry',
      task: 'T-1',
      severity: 'high',
      status: 'open',
      mode: 'branch',
      path: 'README.md',
      lineStart: 2,
      lineEnd: 3,
      side: null,
      text: 'Two is not three',
      fix: 'Count again',
      rule: 'counting',
      tool: null,
      repro: 'false',
      reproState: null,
      reviewRun: null,
      workItem: null,
      note: null,
      fixedCommit: null,
      fixEvidence: null,
      resolvedRef: null,
      resolvedBy: null,
      resolvedAt: null,
      supersededBy: null,
      reopenCount: 0,
      reopenReason: null,
      replies: [],
      reopenedAt: null,
      mergedFrom: [],
      actor: 'claude',
      role: 'agent',
      harness: 'claude-code',
      model: null,
      effort: null,
      session: null,
      branch: 'main',
      commit: head,
      createdAt: '2026-11-02T10:00:00.000Z',
      updatedAt: '2026-11-02T10:00:00.000Z',
      revision: 1,
    });
    for (const id of ['F-1', '1', 'retry', finding.id]) {
      expect((await repo.ok(findingShow, { id })).finding.ref).toBe('F-1');
    }
    expect(await repo.eventTypes()).toEqual(['finding_recorded']);
  });

  it('takes paths as they are typed and keeps them relative to the top', async () => {
    for (const [index, path] of ['./README.md', `${repo.repository}/README.md`, 'docs/../README.md'].entries()) {
      const { finding } = await repo.ok(findingRecord, { ...remark, path, text: `No ${index}`, repository: true });
      expect(finding).toMatchObject({ path: 'README.md', task: null });
    }
  });

  it('refuses what cannot be in the repository, in a sentence', async () => {
    const messages: string[] = [];
    for (const wrong of [
      { path: '../README.md' },
      { path: '/etc/passwd' },
      { line: '4' },
      { line: '3-4' },
      { line: '0' },
      { line: '3-2' },
      { path: 'gone.md' },
      { severity: 'critical' },
      { text: ' ' },
      { text: 'x'.repeat(4001) },
      { id: 'F-3' },
    ]) {
      const refusal = await repo.refused(findingRecord, { ...remark, repository: true, ...wrong });
      expect(refusal.code).toBe('invalid_input');
      messages.push(refusal.message);
    }
    expect(messages).toEqual([
      'The path ../README.md is not inside the repository.',
      'The path /etc/passwd is not inside the repository.',
      'Line 4 not found; README.md has 3 lines.',
      'Lines 3-4 not found; README.md has 3 lines.',
      '“0” is not a valid line or range; lines start at 1.',
      '“3-2” is not a valid line or range; lines start at 1.',
      'File gone.md not found, so lines 2-3 cannot be checked.',
      'Invalid input: severity: it must be one of high, medium, low.',
      'Invalid input: text: it is empty.',
      'Invalid input: text: it is longer than 4000 characters.',
      'Invalid input: id: it looks like one of Stateroom’s own ids.',
    ]);
  });

  it('takes a file that is missing as a finding, without lines', async () => {
    const { severity, text } = remark;
    const { finding } = await repo.ok(findingRecord, { severity, text, path: 'test/retry.spec.ts', repository: true });
    expect(finding).toMatchObject({ path: 'test/retry.spec.ts', lineStart: null, lineEnd: null });
  });

  it('needs a task or the repository, and never guesses between tasks', async () => {
    expect((await repo.refused(findingRecord, remark)).code).toBe('not_found');
    await repo.task('one');
    await repo.task('two');
    expect(await repo.refused(findingRecord, remark)).toMatchObject({ code: 'ambiguous' });
    expect((await repo.ok(findingRecord, { ...remark, task: 'two' })).finding.task).toBe('T-2');
    expect((await repo.refused(findingRecord, { ...remark, task: 'two', repository: true })).code).toBe(
      'invalid_input',
    );
    await repo.task('old', { archived_at: 1 });
    expect(await repo.refused(findingRecord, { ...remark, task: 'old' })).toMatchObject({
      code: 'transition_not_allowed',
      message: 'T-3 (old) is archived and cannot take findings.',
    });
    expect((await repo.refused(findingRecord, { ...remark, run: 'V-9' })).message).toBe('Review run V-9 not found.');
  });
});

describe('the same remark again', () => {
  const again = { ...remark, line: '1', text: 'two is  not three.', repository: true };

  it('is not recorded twice', async () => {
    await repo.ok(findingRecord, { ...remark, repository: true });
    expect(await repo.ok(findingRecord, again, otherAgent)).toMatchObject({
      outcome: 'known',
      finding: { ref: 'F-1', actor: 'codex', lineStart: 2, revision: 1 },
    });
    expect(await repo.eventTypes()).toEqual(['finding_recorded']);
  });

  it('is recorded once however many say it at the same time', async () => {
    const results = await Promise.all(
      Array.from({ length: 20 }, () => repo.ok(findingRecord, { ...remark, repository: true })),
    );
    expect(results.map(({ outcome }) => outcome).sort()).toEqual([...Array(19).fill('known'), 'recorded']);
    expect(await repo.eventTypes()).toEqual(['finding_recorded']);
  });

  it('is another one for another task', async () => {
    await repo.task('one');
    await repo.ok(findingRecord, { ...remark, repository: true });
    expect(await repo.ok(findingRecord, { ...remark, task: 'one' })).toMatchObject({
      outcome: 'recorded',
      finding: { ref: 'F-2' },
    });
  });

  it('reopens one whose fix is in the history here', async () => {
    await repo.ok(findingRecord, { ...remark, repository: true });
    repo.commit('Fix', { 'README.md': 'one\ntwo\nthree\nfour\n' });
    const { commit } = await repo.ok(findingFix, { ids: ['F-1'] });
    const later = repo.commit('Later', { 'b.txt': 'b\n' });
    repo.now += 5000;
    expect(await repo.ok(findingRecord, again, otherAgent)).toMatchObject({
      outcome: 'reopened',
      finding: {
        status: 'open',
        reopenCount: 1,
        reopenReason: 'found again',
        reopenedAt: '2026-11-02T10:00:05.000Z',
        fixedCommit: null,
        resolvedAt: null,
        lineStart: 1,
        lineEnd: 1,
        commit: later,
      },
    });
    expect(commit).not.toBe(later);
    expect(await repo.eventTypes()).toEqual(['finding_recorded', 'finding_fixed', 'finding_reopened']);
  });

  it('does not reopen one whose fix is not in the history here', async () => {
    await repo.ok(findingRecord, { ...remark, repository: true });
    repo.git('switch', '-q', '-c', 'elsewhere');
    repo.commit('Fix', { 'README.md': 'one\ntwo\nthree\nfour\n' });
    await repo.ok(findingFix, { ids: ['F-1'] });
    repo.git('switch', '-q', 'main');
    expect(await repo.ok(findingRecord, again)).toMatchObject({ outcome: 'known', finding: { status: 'fixed' } });
  });

  it('leaves alone what was decided marked as won’t fix', async () => {
    await repo.ok(findingRecord, { ...remark, repository: true });
    await repo.ok(findingWontfix, { ids: ['F-1'], note: 'It is a joke' }, person);
    expect(await repo.ok(findingRecord, again)).toMatchObject({ outcome: 'known', finding: { status: 'wontfix' } });
  });

  it('moves an open one along when a rebase has replaced its commit', async () => {
    await repo.ok(findingRecord, { ...remark, repository: true });
    const found = repo.git('rev-parse', 'HEAD');
    repo.git('commit', '-q', '--amend', '-m', 'Begin anew');
    const anew = repo.git('rev-parse', 'HEAD');
    expect(await repo.refused(findingFix, { ids: ['F-1'] })).toMatchObject({
      code: 'transition_not_allowed',
      details: { classification: 'diverged', commit: anew, foundAt: found },
    });
    expect(await repo.ok(findingRecord, again)).toMatchObject({
      outcome: 'known',
      finding: { ref: 'F-1', status: 'open', commit: anew, lineStart: 1 },
    });
    repo.commit('Fix', { 'README.md': 'one\ntwo\nthree\nfour\n' });
    await repo.ok(findingFix, { ids: ['F-1'] });
    expect(await repo.eventTypes()).toEqual(['finding_recorded', 'finding_moved', 'finding_fixed']);
  });

  it('answers its own id, and refuses the id for another remark', async () => {
    await repo.ok(findingRecord, { ...remark, id: 'retry', repository: true });
    expect((await repo.ok(findingRecord, { ...again, id: 'retry' })).outcome).toBe('known');
    expect(await repo.refused(findingRecord, { ...again, id: 'retry', text: 'Something else' })).toMatchObject({
      code: 'conflict',
      message: 'The id retry already belongs to another finding, F-1 “Two is not three”.',
    });
  });
});

describe('recording a list', () => {
  const some = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ severity: 'low' as const, path: `f${index}.ts`, text: 'Bad' }));

  it('records up to 100, counts doubles once and keeps the order', async () => {
    await repo.ok(findingRecord, { severity: 'low', path: 'f1.ts', text: 'bad', repository: true });
    const findings = [...some(3), ...some(1), { severity: 'high' as const, path: 'z.ts', text: 'Worse', id: 'z' }];
    const done = await repo.ok(findingRecordMany, { findings, repository: true });
    expect(done.findings.map(({ finding, outcome }) => `${finding.ref} ${finding.path} ${outcome}`)).toEqual([
      'F-2 f0.ts recorded',
      'F-1 f1.ts known',
      'F-3 f2.ts recorded',
      'F-2 f0.ts known',
      'F-4 z.ts recorded',
    ]);
    expect(done).toMatchObject({ recorded: 3, known: 2, reopened: 0 });
    expect((await repo.ok(findingRecordMany, { findings: some(100), repository: true })).recorded).toBe(97);
  });

  it('reads JSON and JSON Lines', async () => {
    const text = '{"severity":"low","path":"a.ts","text":"A"}\n\n{"severity":"low","path":"b.ts","text":"B"}\n';
    expect((await repo.ok(findingRecordMany, { findings: text, repository: true })).recorded).toBe(2);
    const list = '[{"severity":"low","path":"a.ts","text":"A"},{"severity":"low","path":"c.ts","text":"C"}]';
    expect(await repo.ok(findingRecordMany, { findings: list, repository: true })).toMatchObject({
      recorded: 1,
      known: 1,
    });
  });

  it('writes none when one is wrong, and says which', async () => {
    const messages: string[] = [];
    for (const findings of [
      [...some(2), { severity: 'bad', path: 'x', text: 'x' }],
      [...some(2), { severity: 'low', path: '../x', text: 'x' }],
      [...some(2), { severity: 'low', path: 'README.md', text: 'x', line: '9' }],
      some(101),
      [],
      '[{"severity":',
      '{"severity":"low","path":"a.ts","text":"A"}\nnot json',
      'null',
    ]) {
      const refusal = await repo.refused(findingRecordMany, { findings, repository: true });
      expect(refusal.code).toBe('invalid_input');
      messages.push(refusal.message.replace('Invalid input: ', ''));
    }
    expect(messages).toEqual([
      'findings[2].severity: it must be one of high, medium, low.',
      'Finding 3: the path ../x is not inside the repository.',
      'Finding 3: line 9 not found; README.md has 3 lines.',
      'findings: it has more than 100 entries.',
      'findings: it is empty.',
      'findings: it is not valid JSON.',
      'findings: line 2 is not valid JSON.',
      'findings[0]: it must be an object, not null.',
    ]);
    expect((await repo.ok(findingList, { status: 'any' })).findings).toEqual([]);
  });

  it('records none when an id is taken', async () => {
    await repo.ok(findingRecord, { severity: 'low', path: 'a.ts', text: 'A', id: 'mine', repository: true });
    const findings = [...some(2), { severity: 'low' as const, path: 'b.ts', text: 'B', id: 'mine' }];
    expect((await repo.refused(findingRecordMany, { findings, repository: true })).code).toBe('conflict');
  });

  it('refuses one id for two findings of the list', async () => {
    const findings = [
      { severity: 'low' as const, path: 'a.ts', text: 'A', id: 'mine' },
      { severity: 'low' as const, path: 'b.ts', text: 'B', id: 'mine' },
    ];
    expect(await repo.refused(findingRecordMany, { findings, repository: true })).toMatchObject({
      code: 'conflict',
      message: 'The id mine is used for two different findings.',
    });
  });
});

describe('listing findings', () => {
  const refs = (page: { findings: { ref: string }[] }) => page.findings.map(({ ref }) => ref);

  async function fill(): Promise<void> {
    await repo.task('one');
    const record = (severity: 'high' | 'medium' | 'low', path: string, text: string, more: object = {}) =>
      repo.ok(findingRecord, { severity, path, text, repository: true, ...more });
    await record('low', 'src/a.ts', 'first');
    await record('high', 'src/b/c.ts', 'second');
    await record('medium', 'src2/a.ts', 'third', { mode: 'planning' });
    await record('high', 'README.md', 'fourth', { line: '2' });
    await record('high', 'README.md', 'fifth 100%', { line: '1', repository: undefined, task: 'one' });
    repo.now += 1000;
    await repo.ok(findingWontfix, { ids: ['F-2'], note: 'no' });
  }

  it('gives the open ones, the heaviest first, and counts the rest', async () => {
    await fill();
    const page = await repo.ok(findingList, {});
    expect(refs(page)).toEqual(['F-4', 'F-5', 'F-3', 'F-1']);
    expect(page.counts).toEqual({
      open: { high: 2, medium: 1, low: 1 },
      fixed: 0,
      wontfix: 1,
      deferred: 0,
      resolved_on_branch: 0,
      integrated: 0,
      superseded: 0,
    });
  });

  it('filters and sorts', async () => {
    await fill();
    const list = async (filter: object) => refs(await repo.ok(findingList, filter));
    expect(await list({ status: 'any' })).toEqual(['F-4', 'F-5', 'F-3', 'F-1', 'F-2']);
    expect(await list({ status: 'wontfix' })).toEqual(['F-2']);
    expect(await list({ status: 'any', severity: 'high' })).toEqual(['F-4', 'F-5', 'F-2']);
    expect(await list({ status: 'any', path: 'src' })).toEqual(['F-1', 'F-2']);
    for (const path of ['.', './', repo.repository]) expect(await list({ path })).toHaveLength(4);
    expect(await list({ path: './README.md' })).toEqual(['F-4', 'F-5']);
    expect(await list({ path: 'SRC' })).toEqual([]);
    expect(await list({ task: 'T-1' })).toEqual(['F-5']);
    expect(await list({ repository: true })).toEqual(['F-4', 'F-3', 'F-1']);
    expect(await list({ mode: 'planning' })).toEqual(['F-3']);
    expect(await list({ text: '100%' })).toEqual(['F-5']);
    expect(await list({ text: 'readme' })).toEqual(['F-4', 'F-5']);
    expect(await list({ text: 'f-5' })).toEqual(['F-5']);
    expect(await list({ status: 'any', order: 'path' })).toEqual(['F-5', 'F-4', 'F-1', 'F-2', 'F-3']);
    expect(await list({ status: 'any', order: 'updated' })).toEqual(['F-2', 'F-5', 'F-4', 'F-3', 'F-1']);
    expect(await list({ status: 'any', order: 'created' })).toEqual(['F-1', 'F-2', 'F-3', 'F-4', 'F-5']);
  });

  it('pages in every order without a gap', async () => {
    await fill();
    for (const order of ['severity', 'path', 'updated', 'created'] as const) {
      const whole = refs(await repo.ok(findingList, { status: 'any', order }));
      for (const limit of [1, 2, 3]) {
        const paged: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await repo.ok(findingList, { status: 'any', order, limit, cursor });
          paged.push(...refs(page));
          cursor = page.nextCursor ?? undefined;
        } while (cursor !== undefined);
        expect(paged).toEqual(whole);
      }
    }
    const { nextCursor } = await repo.ok(findingList, { limit: 1 });
    expect((await repo.refused(findingList, { order: 'path', cursor: nextCursor })).code).toBe('invalid_input');
  });

  it('knows no task and no run that is not there', async () => {
    expect((await repo.refused(findingList, { task: 'T-9' })).message).toBe('Task T-9 not found.');
    expect((await repo.refused(findingList, { run: 'V-9' })).message).toBe('Review run V-9 not found.');
    expect((await repo.refused(findingShow, { id: 'F-9' })).message).toBe('Finding F-9 not found.');
    expect((await repo.refused(findingReopen, { ids: ['F-9'], reason: 'x' })).message).toBe('Finding F-9 not found.');
  });
});

it.each(['away.txt', 'folder/away.txt'])(
  'keeps nothing of what a link leads to out of the repository: %s',
  async path => {
    const outside = join(repo.directory, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'away.txt'), 'first of theirs\nforeign and confidential\nlast of theirs\n');
    symlinkSync(path === 'away.txt' ? join(outside, path) : outside, join(repo.repository, path.split('/')[0] ?? path));
    const remark = { severity: 'low', path, text: 'Whose?', repository: true } as const;
    expect((await repo.refused(findingRecord, { ...remark, line: '2' })).message).toBe(
      `File ${path} not found, so line 2 cannot be checked.`,
    );
    await repo.ok(findingRecord, remark);
    const { rows } = await repo.store.maintenance.query('select anchor from findings', 10);
    expect(rows).toEqual([[null]]);
    expect(await repo.dump()).not.toContain('confidential');
  },
);

it('keeps no token that stands in a remark', async () => {
  const token = ['ghp', 'abcdefghijklmnopqrstuvwxyz0123456789'].join('_');
  const { finding } = await repo.ok(findingRecord, {
    severity: 'high',
    path: 'README.md',
    text: `The token ${token} is committed`,
    repository: true,
  });
  expect(finding.text).toBe('The token [redacted] is committed');
  expect(await repo.dump()).not.toContain(token);
});

it('keeps no password of the lines that it is about, nor of those around', async () => {
  await repo.task('retry', { branch: 'main' });
  repo.write('db.ts', "const token = 'hunter23';\nconst password = 'hunter22';\nlogin();\n");
  await repo.ok(findingRecord, { severity: 'low', path: 'db.ts', line: '2', text: 'Too short' });
  const kept = JSON.stringify(await repo.dump());
  expect(kept).toContain('const password = [redacted];');
  expect(kept).toContain('const token = [redacted];');
  expect(kept).not.toContain('hunter2');
});

it('keeps no line of a file that holds secrets', async () => {
  await repo.task('retry', { branch: 'main' });
  const key = ['-----BEGIN RSA', 'PRIVATE KEY-----'].join(' ');
  const files: [path: string, text: string][] = [
    ['.aws/credentials', '[default]\naws_thing = ask9hunter\n'],
    ['.netrc', 'machine db login ann\n  ask9hunter\n'],
    ['.npmrc', '//registry/:_auth=ask9hunter\nask9hunter\n'],
    ['nginx.conf', `key: |\n  ask9hunter\n  ${key}\n`],
    ['deploy.yml', `key: |\n  ask9hunter\n  ${key}\n`],
  ];
  for (const [path, text] of files) {
    repo.write(path, text);
    await repo.ok(findingRecord, { severity: 'low', path, line: '2', text: `Why is ${path} here?` });
  }
  const kept = JSON.stringify(await repo.dump());
  expect(kept).toContain('.aws/credentials');
  expect(kept).not.toContain('ask9hunter');
  expect(kept).not.toContain('machine db login');
});
