import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import { evidenceRecord } from '../evidence/evidenceRecord.js';
import { findingFix } from './findingFix.js';
import { findingProve } from './findingProve.js';
import { findingRecord } from './findingRecord.js';
import { findingReopen } from './findingReopen.js';
import { findingShow } from './findingShow.js';

let repo: GitTestRepository;
/** Where throw-away trees are made. */
let temporary: string;
beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), 'stateroom-prove-'));
  vi.stubEnv('TMPDIR', temporary);
  repo = new GitTestRepository();
});
afterEach(async () => {
  await repo.close();
  vi.unstubAllEnvs();
  rmSync(temporary, { recursive: true, force: true });
});

async function record(repro: string): Promise<string> {
  const { finding } = await repo.ok(findingRecord, {
    severity: 'high',
    path: 'README.md',
    text: `No four: ${repro}`,
    repro,
    repository: true,
  });
  return finding.ref;
}

/** Commits what makes `grep -q four README.md` pass; its full id. */
const commitFour = () => repo.commit('Fix', { 'README.md': 'one\ntwo\nthree\nfour\n' });

describe('a repro command', () => {
  it('must fail where the finding was found and pass at the fix', async () => {
    const found = repo.git('rev-parse', 'HEAD');
    await record('grep -q four README.md');
    expect(await repo.ok(findingProve, { id: 'F-1' })).toMatchObject({
      proven: true,
      atFinding: { commit: found, exitCode: 1 },
      atFix: null,
      finding: { reproState: 'proven' },
    });
    const fix = commitFour();
    expect(await repo.refused(findingFix, { ids: ['F-1'] })).toMatchObject({
      code: 'transition_not_allowed',
      message: `F-1 “No four: grep -q four README.md” cannot be marked as fixed: its repro command has not passed at ${fix.slice(0, 10)}.`,
      details: { needs: 'repro' },
    });
    const proved = await repo.ok(findingProve, { id: 'F-1' });
    expect(proved).toMatchObject({
      proven: true,
      atFinding: null,
      atFix: { commit: fix, exitCode: 0, passed: true, evidence: 'E-1' },
    });
    expect(findingProve.exitCode?.(proved)).toBe(0);
    expect((await repo.ok(findingFix, { ids: ['F-1'] })).findings).toMatchObject([
      { status: 'fixed', fixedCommit: fix, fixEvidence: 'E-1' },
    ]);
    expect(await repo.eventTypes()).toEqual([
      'finding_recorded',
      'finding_proven',
      'evidence_recorded',
      'finding_fixed',
    ]);
  });

  it('that still fails at the fix keeps the finding open', async () => {
    await record('grep -q four README.md');
    const fix = repo.commit('No fix', { 'README.md': 'one\ntwo\nthree\nfive\n' });
    const proved = await repo.ok(findingProve, { id: 'F-1', commit: 'HEAD' });
    expect(proved).toMatchObject({ proven: true, atFix: { commit: fix, exitCode: 1, passed: false } });
    expect(findingProve.exitCode?.(proved)).toBe(1);
    expect((await repo.refused(findingFix, { ids: ['F-1'] })).code).toBe('transition_not_allowed');
  });

  it('that passes where it was found leaves the finding unproven, and measures no fix', async () => {
    await record('true');
    const proved = await repo.ok(findingProve, { id: 'F-1' });
    expect(proved).toMatchObject({ proven: false, finding: { reproState: 'unproven', status: 'open' } });
    expect(findingProve.exitCode?.(proved)).toBe(1);
    commitFour();
    await repo.ok(findingFix, { ids: ['F-1'] });
  });

  it('sees what is committed, not what lies about, and leaves nothing behind', async () => {
    await record('grep -q four README.md');
    commitFour();
    repo.write('README.md', 'one\n');
    repo.write('four.txt', 'four\n');
    const status = repo.git('status', '--porcelain');
    expect((await repo.ok(findingProve, { id: 'F-1' })).atFix).toMatchObject({ passed: true });
    expect(repo.git('status', '--porcelain')).toBe(status);
    expect(repo.git('worktree', 'list').split('\n')).toHaveLength(1);
    expect(readdirSync(temporary).filter(name => !name.startsWith('stateroom-spec-'))).toEqual([]);
  });

  it('is not replaced by what somebody says of it', async () => {
    await record('grep -q four README.md');
    commitFour();
    await repo.ok(evidenceRecord, { command: 'grep -q four README.md', passed: true, result: 'passed' });
    expect((await repo.refused(findingFix, { ids: ['F-1'] })).details).toMatchObject({ needs: 'repro' });
    expect((await repo.refused(findingFix, { ids: ['F-1'], evidence: 'E-1' })).details).toMatchObject({
      needs: 'repro',
    });
  });

  it('shows nothing when it cannot be run or takes too long', async () => {
    const at = repo.git('rev-parse', 'HEAD').slice(0, 10);
    const said: string[] = [];
    for (const [repro, timeoutSeconds] of [
      ['no-such-program-anywhere', 60],
      ['exit 126', 60],
      ['kill -9 $$', 60],
      ['sleep 30', 1],
    ] as const) {
      const { code, message } = await repo.refused(findingProve, { id: await record(repro), timeoutSeconds });
      said.push(`${code}: ${message}`);
    }
    expect(said).toEqual([
      `invalid_input: The repro command could not be run (exit code 127) at ${at}, so the run is inconclusive.`,
      `invalid_input: The repro command could not be run (exit code 126) at ${at}, so the run is inconclusive.`,
      `invalid_input: The repro command was killed by a signal at ${at}, so the run is inconclusive.`,
      `timed_out: The repro command timed out at ${at}, so the run is inconclusive.`,
    ]);
    expect((await repo.ok(findingShow, { id: 'F-1' })).finding.reproState).toBeNull();
  });

  it('is needed, with a commit and leave to run it', async () => {
    const { finding } = await repo.ok(findingRecord, { severity: 'low', path: 'a', text: 'A', repository: true });
    expect((await repo.refused(findingProve, { id: finding.ref })).message).toBe('F-1 “A” has no repro command.');
    await record('true');
    expect(await repo.refused(findingProve, { id: 'F-2', commit: 'deadbeef' })).toMatchObject({
      message: 'Commit deadbeef not found in this repository.',
    });
    const { commands: _, ...untrusted } = repo.context();
    await expect(findingProve.run(untrusted, { id: 'F-2' })).rejects.toMatchObject({
      refusal: { code: 'not_allowed' },
    });
  });

  it('is run again after the finding came back', async () => {
    await record('grep -q four README.md');
    commitFour();
    await repo.ok(findingProve, { id: 'F-1' });
    await repo.ok(findingFix, { ids: ['F-1'] });
    await repo.ok(findingReopen, { ids: ['F-1'], reason: 'gone again' });
    repo.commit('Undo', { 'README.md': 'one\n' });
    expect((await repo.refused(findingFix, { ids: ['F-1'] })).details).toMatchObject({ needs: 'repro' });
    expect((await repo.ok(findingProve, { id: 'F-1' })).atFix).toMatchObject({ passed: false });
    expect((await repo.refused(findingFix, { ids: ['F-1'] })).details).toMatchObject({ needs: 'repro' });
  });
});
