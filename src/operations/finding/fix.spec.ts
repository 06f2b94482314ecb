import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import { otherAgent } from '../../../test/support/testRepository.js';
import type { EvidenceRow } from '../../domain/evidence/evidenceRow.js';
import { randomIds } from '../../platform/idSource.js';
import { findingFix } from './findingFix.js';
import { findingIntegrate } from './findingIntegrate.js';
import { findingRecord } from './findingRecord.js';
import { findingReopen } from './findingReopen.js';

let repo: GitTestRepository;
/** The commit that findings are recorded at, by default. */
let found: string;
beforeEach(() => {
  repo = new GitTestRepository();
  found = repo.git('rev-parse', 'HEAD');
});
afterEach(() => repo.close());

async function record(text = 'Two is not three', path = 'README.md'): Promise<string> {
  const { finding } = await repo.ok(findingRecord, { severity: 'high', path, text, repository: true });
  return finding.ref;
}

/** Commits what may be called a fix; its full id. */
function commitFix(): string {
  return repo.commit('Fix', { 'README.md': 'one\n' });
}

/** Evidence as a row, of the worktree as it is now unless said otherwise; its ref. */
async function proof(more: Partial<EvidenceRow> = {}): Promise<string> {
  const treeHash = await repo.context().workTree?.treeHash();
  return repo.store.transaction(async transaction => {
    const number = await transaction.evidence.takeNumbers(1);
    await transaction.evidence.insert([
      {
        id: randomIds.ulid(repo.now),
        number,
        task_id: null,
        slice_id: null,
        command: 'npm test',
        directory: '',
        exit_code: 0,
        passed: 1,
        result: null,
        grade: 'observed',
        tree_hash: treeHash ?? null,
        log_hash: null,
        log_bytes: null,
        log_file: null,
        receipt: null,
        duration_ms: 1,
        actor: 'codex',
        role: 'agent',
        harness: 'codex',
        model: null,
        effort: null,
        session: null,
        lane: null,
        branch: 'main',
        commit_sha: null,
        started_at: repo.now,
        created_at: repo.now,
        ...more,
      },
    ]);
    return `E-${number}`;
  });
}

describe('the commit of a fix', () => {
  it('is HEAD when none is named', async () => {
    await record();
    const later = commitFix();
    expect(await repo.ok(findingFix, { ids: ['F-1'] })).toMatchObject({
      commit: later,
      pendingUncommitted: false,
      findings: [{ status: 'fixed', fixedCommit: later }],
    });
  });

  it('is not the commit where the finding was found, unless a note or a proof tells how that can be', async () => {
    await record();
    repo.git('branch', 'side');
    for (const asked of [{}, { commit: found }, { onBranch: 'side' }]) {
      expect(await repo.refused(findingFix, { ids: ['F-1'], ...asked })).toMatchObject({
        code: 'transition_not_allowed',
        message: `Commit ${found.slice(0, 10)} is where F-1 “Two is not three” was found, so nothing has changed since.`,
        hint: 'Commit the fix, then mark the finding as fixed. If nothing had to change, explain why in a note, or give evidence.',
        details: { classification: 'unchanged' },
      });
    }
    await record('not so');
    await record('proven otherwise');
    const note = 'The server was set up anew; no text had to change.';
    expect((await repo.ok(findingFix, { ids: ['F-2'], note })).findings).toMatchObject([{ fixedCommit: found }]);
    const evidence = await proof();
    expect((await repo.ok(findingFix, { ids: ['F-3'], evidence })).findings).toMatchObject([{ fixedCommit: found }]);
    repo.now += 61_000;
    const later = commitFix();
    await record('about that');
    expect((await repo.refused(findingFix, { ids: ['F-1', 'F-4'] })).details).toMatchObject({ foundAt: later });
    expect((await repo.ok(findingFix, { ids: ['F-1'] })).findings).toMatchObject([{ fixedCommit: later }]);
  });

  it('is on the branch where the finding was recorded, whatever is checked out', async () => {
    repo.git('checkout', '-q', '-b', 'fixes');
    await record();
    const later = commitFix();
    repo.git('checkout', '-q', 'main');
    expect(await repo.ok(findingFix, { ids: ['F-1'], commit: later })).toMatchObject({
      commit: later,
      findings: [{ status: 'resolved_on_branch', fixedCommit: later }],
    });
    // Elsewhere it has to be named.
    await record('on main');
    expect(await repo.refused(findingFix, { ids: ['F-2'], commit: later })).toMatchObject({
      code: 'transition_not_allowed',
      hint: 'Check out the branch with the fix, or name that branch.',
    });
  });

  it('is not that commit, whatever a note says, while there are changes that may be the fix', async () => {
    await record();
    repo.write('other.txt', 'guarded\n');
    const note = 'It is guarded in other.txt.';
    expect(await repo.refused(findingFix, { ids: ['F-1'], note })).toMatchObject({
      message:
        'F-1 “Two is not three” cannot be marked as fixed yet: nothing was committed since it was found, and there are uncommitted changes.',
      details: { classification: 'pending_uncommitted' },
    });
    expect(await repo.ok(findingFix, { ids: ['F-1'], note, commit: 'HEAD' })).toMatchObject({ commit: found });
  });

  it('is not that commit when the finding’s lines are committed, whatever else in the file is not', async () => {
    repo.write('README.md', 'one\ntwo\nthree\nfour\n');
    await repo.ok(findingRecord, { severity: 'low', path: 'README.md', line: '2', text: 'a line', repository: true });
    repo.git('checkout', '-q', '--', 'README.md');
    expect((await repo.refused(findingFix, { ids: ['F-1'] })).details).toMatchObject({ classification: 'unchanged' });
  });

  it('may be that commit when the finding is about changes that were not committed and are gone', async () => {
    repo.write('README.md', 'one\ntwo\nfour\n');
    repo.write('new.txt', 'new\n');
    await record('a whole file');
    await record('a new file', 'new.txt');
    await repo.ok(findingRecord, {
      severity: 'low',
      path: 'README.md',
      line: '3',
      text: 'a line',
      repository: true,
    });
    repo.git('checkout', '-q', '--', 'README.md');
    repo.remove('new.txt');
    await repo.ok(findingFix, { ids: ['F-1'] });
    await repo.ok(findingFix, { ids: ['F-2'] });
    repo.now += 61_000;
    expect(await repo.ok(findingFix, { ids: ['F-3'] })).toMatchObject({ commit: found });
  });

  it('is not that commit where git alone writes other line ends', async () => {
    repo.git('config', 'core.autocrlf', 'true');
    repo.write('README.md', 'one\r\ntwo\r\nthree\r\n');
    await record();
    expect((await repo.refused(findingFix, { ids: ['F-1'] })).details).toMatchObject({ classification: 'unchanged' });
  });

  it('may be that commit for a plan, whose text no commit is judged by', async () => {
    await repo.ok(findingRecord, {
      severity: 'low',
      path: 'README.md',
      text: 'No tests are planned',
      mode: 'planning',
      repository: true,
    });
    expect(await repo.ok(findingFix, { ids: ['F-1'] })).toMatchObject({ commit: found });
  });

  it('may be named in short, below HEAD', async () => {
    await record();
    const fix = repo.commit('Fix', { 'README.md': 'one\n' });
    repo.commit('More', { 'more.txt': 'more\n' });
    expect((await repo.ok(findingFix, { ids: ['F-1'], commit: fix.slice(0, 8) })).commit).toBe(fix);
  });

  it('is refused when it comes before the finding', async () => {
    const at = repo.commit('Break', { 'README.md': 'zero\n' });
    await record();
    expect(await repo.refused(findingFix, { ids: ['F-1'], commit: found })).toMatchObject({
      code: 'transition_not_allowed',
      message: `Commit ${found.slice(0, 10)} is older than ${at.slice(0, 10)}, where F-1 “Two is not three” was found, so it cannot be the fix.`,
      details: { classification: 'ancestor' },
    });
    repo.git('switch', '-q', '--detach', found);
    expect((await repo.refused(findingFix, { ids: ['F-1'] })).details).toMatchObject({ classification: 'ancestor' });
  });

  it('is refused when the histories have parted', async () => {
    repo.git('switch', '-q', '-c', 'side');
    repo.commit('Side', { 'side.txt': 'side\n' });
    await record();
    repo.git('switch', '-q', 'main');
    repo.commit('Main', { 'main.txt': 'main\n' });
    expect(await repo.refused(findingFix, { ids: ['F-1'] })).toMatchObject({
      code: 'transition_not_allowed',
      details: { classification: 'diverged' },
    });
  });

  it('may be on a rebased branch that no longer has the lines, and is refused there while it has them', async () => {
    repo.git('switch', '-q', '-c', 'side');
    repo.commit('Side', { 'README.md': 'zero\nthree\n' });
    await record();
    repo.git('switch', '-q', 'main');
    repo.commit('Main', { 'main.txt': 'main\n' });
    repo.git('switch', '-q', 'side');
    repo.git('rebase', '-q', 'main');
    expect(await repo.refused(findingFix, { ids: ['F-1'] })).toMatchObject({ details: { classification: 'diverged' } });
    const fix = repo.commit('Fix', { 'README.md': 'zero\ntwo\n' });
    expect((await repo.ok(findingFix, { ids: ['F-1'] })).commit).toBe(fix);
  });

  it('is refused when HEAD has not got it', async () => {
    await record();
    repo.git('switch', '-q', '-c', 'side');
    const newer = repo.commit('Fix', { 'README.md': 'one\n' });
    repo.git('switch', '-q', 'main');
    expect(await repo.refused(findingFix, { ids: ['F-1'], commit: newer })).toMatchObject({
      code: 'transition_not_allowed',
      message: `Commit ${newer.slice(0, 10)} is not in the history of HEAD.`,
    });
  });

  it('is refused when it is made up', async () => {
    await record();
    for (const commit of ['deadbeef', 'f'.repeat(40), '--all', 'HEAD~7']) {
      expect(await repo.refused(findingFix, { ids: ['F-1'], commit })).toMatchObject({
        code: 'invalid_input',
        message: `Commit ${commit} not found in this repository.`,
      });
    }
  });

  it('is not there yet while the file has changes that are not committed', async () => {
    await record();
    repo.write('README.md', 'one\ntwo\n');
    expect(await repo.refused(findingFix, { ids: ['F-1'] })).toMatchObject({
      code: 'transition_not_allowed',
      message: 'F-1 “Two is not three” cannot be marked as fixed yet: README.md has uncommitted changes.',
      details: { classification: 'pending_uncommitted' },
    });
    const fix = commitFix();
    repo.write('README.md', 'one\ntwo\n');
    expect(await repo.ok(findingFix, { ids: ['F-1'], commit: 'HEAD' })).toMatchObject({
      commit: fix,
      pendingUncommitted: false,
    });
  });

  it('says when other changes are not committed', async () => {
    await record();
    commitFix();
    repo.write('other.txt', 'new\n');
    expect((await repo.ok(findingFix, { ids: ['F-1'] })).pendingUncommitted).toBe(true);
  });

  it('on a branch must be on that branch', async () => {
    await record();
    repo.git('switch', '-q', '-c', 'fixes');
    const fix = repo.commit('Fix', { 'README.md': 'one\n' });
    repo.git('switch', '-q', 'main');
    for (const onBranch of ['gone', '--all', 'HEAD', 'a..b', 'x y', 'refs/heads/main', '@{-1}']) {
      expect(await repo.refused(findingFix, { ids: ['F-1'], onBranch })).toMatchObject({
        code: 'not_found',
        message: `Branch ${onBranch} not found.`,
      });
    }
    const { findings } = await repo.ok(findingFix, { ids: ['F-1'], onBranch: 'fixes' });
    expect(findings).toMatchObject([{ status: 'resolved_on_branch', resolvedRef: 'fixes', fixedCommit: fix }]);
    expect(await repo.refused(findingIntegrate, { ids: ['F-1'], into: 'main' })).toMatchObject({
      code: 'transition_not_allowed',
      message: `main does not contain ${fix.slice(0, 10)}, which fixes F-1 “Two is not three”.`,
    });
    // A tag of the branch's name is not the branch.
    repo.git('tag', 'main', fix);
    expect((await repo.refused(findingIntegrate, { ids: ['F-1'], into: 'main' })).code).toBe('transition_not_allowed');
    repo.git('merge', '-q', '--squash', 'fixes');
    const squashed = repo.commit('Squash');
    expect((await repo.refused(findingIntegrate, { ids: ['F-1'], into: 'main' })).code).toBe('transition_not_allowed');
    const done = await repo.ok(findingIntegrate, { ids: ['F-1'], into: 'main', commit: squashed });
    expect(done.findings).toMatchObject([{ status: 'integrated', fixedCommit: squashed, resolvedRef: 'main' }]);
  });

  it('is none in a repository without commits', async () => {
    repo.git('update-ref', '-d', 'HEAD');
    const { finding } = await repo.ok(findingRecord, {
      severity: 'low',
      path: 'README.md',
      text: 'Nothing yet',
      repository: true,
    });
    expect(finding.commit).toBeNull();
    expect(await repo.ok(findingFix, { ids: ['F-1'] })).toMatchObject({
      commit: null,
      findings: [{ status: 'fixed', fixedCommit: null }],
    });
  });

  it('cannot be judged outside of the repository', async () => {
    await record();
    const { workTree: _, ...outside } = repo.context();
    await expect(findingFix.run(outside, { ids: ['F-1'] })).rejects.toMatchObject({
      refusal: { code: 'no_repository' },
    });
  });
});

describe('the proof of a fix', () => {
  it('is kept when it passed on exactly the commit’s tree', async () => {
    await record();
    repo.commit('Fix', { 'README.md': 'one\n' });
    const evidence = await proof();
    repo.git('commit', '-q', '--amend', '-m', 'Fix, with another message');
    const { findings } = await repo.ok(findingFix, { ids: ['F-1'], evidence });
    expect(findings).toMatchObject([{ fixEvidence: 'E-1' }]);
  });

  it('is refused when it failed, is stale, belongs to no tree or does not exist', async () => {
    await record();
    await proof({ passed: 0, exit_code: 1 });
    await proof({ tree_hash: null });
    await proof();
    const fix = repo.commit('Fix', { 'README.md': 'one\n' });
    const at = fix.slice(0, 10);
    const said: string[] = [];
    for (const evidence of ['E-1', 'E-2', 'E-3', 'E-4', 'none']) {
      const { code, message } = await repo.refused(findingFix, { ids: ['F-1'], evidence });
      said.push(`${code}: ${message}`);
    }
    expect(said).toEqual([
      'stale: E-1 did not pass (npm test), so it is not evidence of a fix.',
      `stale: E-2 is stale: it was not run on the tree of ${at}.`,
      `stale: E-3 is stale: it was not run on the tree of ${at}.`,
      'not_found: Evidence E-4 not found.',
      'not_found: Evidence none not found.',
    ]);
  });

  it('is needed from the second reopening on', async () => {
    await record();
    commitFix();
    for (const reason of ['not gone', 'still not gone']) {
      repo.now += 61_000;
      await repo.ok(findingFix, { ids: ['F-1'] });
      await repo.ok(findingReopen, { ids: ['F-1'], reason });
    }
    repo.now += 61_000;
    expect(await repo.refused(findingFix, { ids: ['F-1'] })).toMatchObject({
      code: 'transition_not_allowed',
      message: 'F-1 “Two is not three” cannot be marked as fixed without evidence: it was reopened 2 times.',
    });
    expect(await repo.refused(findingFix, { ids: ['F-1'], evidence: await proof({ grade: 'said' }) })).toMatchObject({
      code: 'transition_not_allowed',
      hint: 'The given evidence is graded said, but observed or better is required. Run its test with `evidence run -- <command>` at the fixing commit, and pass the result as evidence.',
    });
    await repo.ok(findingFix, { ids: ['F-1'], evidence: await proof() });
  });

  it('is needed for the third fix of one actor within a minute', async () => {
    for (const text of ['one', 'two', 'three', 'four']) await record(text);
    commitFix();
    await repo.ok(findingFix, { ids: ['F-1'] });
    repo.now += 30_000;
    await repo.ok(findingFix, { ids: ['F-2'] });
    repo.now += 29_999;
    expect(await repo.refused(findingFix, { ids: ['F-3'] })).toMatchObject({
      code: 'transition_not_allowed',
      message:
        'F-3 “three” cannot be marked as fixed without evidence: this is fix number 3 by the same actor within a minute.',
    });
    await repo.ok(findingFix, { ids: ['F-4'] }, otherAgent);
    repo.now += 1;
    await repo.ok(findingFix, { ids: ['F-3'] });
  });

  it('is needed for three at once', async () => {
    const ids = [await record('one'), await record('two'), await record('three')];
    commitFix();
    expect((await repo.refused(findingFix, { ids })).code).toBe('transition_not_allowed');
    expect((await repo.ok(findingFix, { ids, evidence: await proof() })).findings).toHaveLength(3);
  });
});
