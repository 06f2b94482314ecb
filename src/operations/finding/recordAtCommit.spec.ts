import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import { findingLocate } from './findingLocate.js';
import { findingRecord } from './findingRecord.js';
import { findingShow } from './findingShow.js';

let repo: GitTestRepository;
beforeEach(() => {
  repo = new GitTestRepository();
});
afterEach(() => repo.close());

const remark = { severity: 'high', path: 'README.md', line: '2-3', text: 'Two is not three' } as const;

describe('a finding on the files of a commit', () => {
  it('is checked there, kept with that commit, and located in any other', async () => {
    await repo.task('retry', { branch: 'main' });
    const first = repo.git('rev-parse', 'HEAD');
    const second = repo.commit('Longer', { 'README.md': 'zero\none\ntwo\nthree\nfour\n' });
    repo.write('README.md', 'gone\n');
    const input = { severity: 'low', path: 'README.md', text: 'Why four?', line: '5', commit: second } as const;
    const { finding } = await repo.ok(findingRecord, input);
    expect(finding).toMatchObject({ commit: second, branch: 'main', lineStart: 5, task: 'T-1' });
    const removed = await repo.ok(findingRecord, { ...input, text: 'Keep three', line: '3', commit: first });
    expect(removed.finding).toMatchObject({ commit: first, lineStart: 3 });
    const placesAt = async (commit: string) =>
      (await repo.ok(findingLocate, { ids: ['F-1', 'F-2'], commit })).places.map(
        ({ finding: { ref }, lineStart, outdated }) => [ref, lineStart, outdated],
      );
    expect(await placesAt(second)).toEqual([
      ['F-1', 5, false],
      ['F-2', 4, false],
    ]);
    expect(await placesAt(first)).toEqual([
      ['F-1', null, true],
      ['F-2', 3, false],
    ]);
  });

  it('is recorded on the base for a removed line, and shows its side', async () => {
    repo.git('switch', '-q', '-c', 'feature/retry');
    await repo.task('retry', { branch: 'feature/retry' });
    const first = repo.git('rev-parse', 'main');
    const head = repo.commit('Shorter', { 'README.md': 'one\n' });
    const input = { severity: 'low', path: 'README.md', text: 'Keep three', line: '3' } as const;
    expect((await repo.refused(findingRecord, { ...input, side: 'head' })).message).toBe(
      'Line 3 not found; README.md has 1 line.',
    );
    const { finding } = await repo.ok(findingRecord, { ...input, side: 'base' });
    expect(finding).toMatchObject({ commit: head, lineStart: 3, task: 'T-1' });
    await repo.ok(findingRecord, { ...input, line: '1', text: 'Say more', side: 'head' });
    const sideOf = async (id: string) => (await repo.ok(findingShow, { id })).finding.side;
    expect([await sideOf('F-1'), await sideOf('F-2')]).toEqual(['base', null]);
    expect((await repo.ok(findingLocate, { ids: ['F-1'] })).places[0]?.outdated).toBe(true);
    expect((await repo.ok(findingLocate, { ids: ['F-1'], commit: first })).places[0]?.lineStart).toBe(3);
  });

  it('is refused on the base for a file or line that does not exist there', async () => {
    repo.git('switch', '-q', '-c', 'feature/retry');
    await repo.task('retry', { branch: 'feature/retry' });
    repo.commit('New', { 'src/new.ts': 'new\n' });
    const refused = (input: object) =>
      repo.refused(findingRecord, { severity: 'low', text: 'Keep it', side: 'base', ...input });
    const notThere = {
      code: 'invalid_input',
      message: 'The base has no file src/new.ts.',
      hint: 'Leave out the side if the branch added the file, or use its path on the base.',
    };
    expect(await refused({ path: 'src/new.ts' })).toMatchObject(notThere);
    expect(await refused({ path: 'src/new.ts', line: '1' })).toMatchObject(notThere);
    expect(await refused({ path: 'README.md', line: '9' })).toMatchObject({
      message: 'Line 9 not found; README.md has 3 lines.',
      hint: 'Check the file on the base; line numbers refer to its version there.',
    });
  });

  it('is another finding on the base than on the head, with the same text', async () => {
    repo.git('switch', '-q', '-c', 'feature/retry');
    await repo.task('retry', { branch: 'feature/retry' });
    repo.commit('Louder', { 'README.md': 'one\ntwo\nthree!\n' });
    const input = { severity: 'low', path: 'README.md', text: 'Keep three', line: '3' } as const;
    const record = async (more: object) => {
      const { finding, outcome } = await repo.ok(findingRecord, { ...input, ...more });
      return [finding.ref, outcome, (await repo.ok(findingShow, { id: finding.ref })).finding.side];
    };
    expect(await record({})).toEqual(['F-1', 'recorded', null]);
    expect(await record({ side: 'base' })).toEqual(['F-2', 'recorded', 'base']);
    expect(await record({ side: 'base' })).toEqual(['F-2', 'known', 'base']);
    expect(await record({ side: 'head' })).toEqual(['F-1', 'known', null]);
  });

  it('is refused for lines and files that the commit does not have, and for an unknown commit', async () => {
    await repo.task('retry', { branch: 'main' });
    const first = repo.git('rev-parse', 'HEAD');
    repo.commit('More', { 'README.md': 'one\ntwo\nthree\nfour\n', 'new.txt': 'new\n' });
    const refusal = async (more: object) => {
      const { code, message } = await repo.refused(findingRecord, { ...remark, commit: first, ...more });
      return [code, message];
    };
    expect(await refusal({ line: '4' })).toEqual(['invalid_input', 'Line 4 not found; README.md has 3 lines.']);
    expect(await refusal({ path: 'new.txt', line: '1' })).toEqual([
      'invalid_input',
      'File new.txt not found, so line 1 cannot be checked.',
    ]);
    expect(await refusal({ commit: 'feed' })).toEqual(['not_found', 'Commit feed not found in this repository.']);
  });
});
