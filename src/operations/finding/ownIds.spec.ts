import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import { findingMerge } from './findingMerge.js';
import { findingRecord } from './findingRecord.js';
import { findingShow } from './findingShow.js';
import { findingWontfix } from './findingWontfix.js';

let repository: GitTestRepository;
beforeEach(() => {
  repository = new GitTestRepository();
});
afterEach(() => repository.close());

function record(text: string, more: object) {
  return repository.ok(findingRecord, { severity: 'high', path: 'README.md', text, id: 'retry', ...more });
}

describe('the id of a finding', () => {
  it('is unique per task, and among those of the repository', async () => {
    await repository.task('one');
    await repository.task('two');
    for (const more of [{ task: 'one' }, { task: 'two' }, { repository: true }]) {
      expect(await record('It never ends', more)).toMatchObject({ outcome: 'recorded', finding: { key: 'retry' } });
      expect(await record('It never ends', more)).toMatchObject({ outcome: 'known', finding: { key: 'retry' } });
      expect(
        await repository.refused(findingRecord, {
          severity: 'low',
          path: 'README.md',
          text: 'x',
          id: 'retry',
          ...more,
        }),
      ).toMatchObject({ code: 'conflict', details: { id: 'retry' } });
    }
  });

  it('names the one of the task that is worked on here, and is refused where that does not tell', async () => {
    const here = 'here';
    await repository.task(here, { worktree_path: repository.repository });
    await repository.task('other');
    await record('In the other', { task: 'other' });
    expect((await repository.ok(findingShow, { id: 'retry' })).finding.ref).toBe('F-1');
    await record('Here', { task: here });
    expect((await repository.ok(findingShow, { id: 'retry' })).finding.ref).toBe('F-2');
    expect((await repository.ok(findingWontfix, { ids: ['retry'], note: 'no' })).findings[0]?.ref).toBe('F-2');
  });

  it('is refused where it names findings of several tasks, which are named', async () => {
    await repository.task('one');
    await repository.task('two');
    await record('In one', { task: 'one' });
    await record('In two', { task: 'two' });
    const refusal = {
      code: 'ambiguous',
      message: 'The id retry belongs to findings of several tasks: F-1, F-2.',
      hint: 'Name one of them by its ref.',
      details: { candidates: ['F-1', 'F-2'] },
    };
    expect(await repository.refused(findingShow, { id: 'retry' })).toMatchObject(refusal);
    expect(await repository.refused(findingWontfix, { ids: ['F-1', 'id:retry'], note: 'no' })).toMatchObject(refusal);
    expect((await repository.ok(findingShow, { id: 'F-1' })).finding.status).toBe('open');
  });

  it('comes along with a merge, unless the task has another finding with it', async () => {
    await repository.task('main');
    await repository.task('left');
    await repository.task('right');
    await record('In left', { task: 'left' });
    await record('In right', { task: 'right' });
    await record('Of main', { task: 'main', id: 'own' });
    await record('Of right', { task: 'right', id: 'own' });
    const { findings } = await repository.ok(findingMerge, { from: ['left', 'right'], task: 'main' });
    expect(findings.map(({ text, key }) => [text, key])).toEqual([
      ['In left', 'retry'],
      ['In right', null],
      ['Of right', null],
    ]);
  });
});
