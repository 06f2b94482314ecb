import { afterEach, beforeEach, expect, it } from 'vitest';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import { findingExport } from './findingExport.js';
import { findingFix } from './findingFix.js';
import { findingList } from './findingList.js';
import { findingLocate } from './findingLocate.js';
import { findingRecord } from './findingRecord.js';

/** The texts of README.md on `main` and on the branch, which has removed a line. */
const whole = 'one\ntwo\nthree\n';
const shorter = 'one\ntwo\n';

let repo: GitTestRepository;
/** Where the branch left `main`, and its last commit. */
let base: string;
let head: string;
beforeEach(() => {
  repo = new GitTestRepository();
  base = repo.git('rev-parse', 'HEAD');
  repo.git('switch', '-q', '-c', 'feature/retry');
  head = repo.commit('Shorter', { 'README.md': shorter });
});
afterEach(() => repo.close());

const remark = {
  severity: 'high',
  path: 'README.md',
  line: '3',
  text: 'Keep three',
  side: 'base',
  repository: true,
} as const;

/** Records it on the base's side, as the command line does, or the editor, which names the commit of the left side. */
async function record(more: { commit?: string } = {}) {
  const { finding, outcome } = await repo.ok(findingRecord, { ...remark, ...more });
  return { ref: finding.ref, outcome, status: finding.status, commit: finding.commit, branch: finding.branch };
}

it('is of the branch, and is not fixed while nothing has changed', async () => {
  for (const commit of [undefined, base]) {
    const recorded = await record(commit === undefined ? {} : { commit });
    expect(recorded).toMatchObject({ ref: 'F-1', status: 'open', commit: head, branch: 'feature/retry' });
    expect(await repo.refused(findingFix, { ids: ['F-1'] })).toMatchObject({
      code: 'transition_not_allowed',
      details: { classification: 'unchanged', commit: head },
    });
  }
});

it('is not fixed by a commit before the one that was reviewed', async () => {
  await record();
  expect(await repo.refused(findingFix, { ids: ['F-1'], commit: base })).toMatchObject({
    details: { classification: 'ancestor', foundAt: head },
  });
});

it('is fixed by a later commit, and reopened when it is found again after it', async () => {
  await record({ commit: base });
  const fix = repo.commit('Three again', { 'README.md': whole });
  const { findings } = await repo.ok(findingFix, { ids: ['F-1'] });
  expect(findings[0]).toMatchObject({ status: 'fixed', fixedCommit: fix });
  const again = repo.commit('Shorter again', { 'README.md': shorter });
  expect(await record({ commit: base })).toMatchObject({
    ref: 'F-1',
    outcome: 'reopened',
    status: 'open',
    commit: again,
  });
  expect((await repo.refused(findingFix, { ids: ['F-1'] })).details).toMatchObject({ classification: 'unchanged' });
});

it('stays fixed when it is found again where the fix is not', async () => {
  await record();
  repo.commit('Three again', { 'README.md': whole });
  await repo.ok(findingFix, { ids: ['F-1'] });
  repo.git('switch', '-q', '-c', 'feature/other', head);
  expect(await record()).toMatchObject({ ref: 'F-1', outcome: 'known', status: 'fixed' });
});

it('moves to the commit that a rebase has made of the one it was found at', async () => {
  await record();
  repo.git('commit', '-q', '--amend', '-m', 'Much shorter');
  const amended = repo.git('rev-parse', 'HEAD');
  expect(await record()).toMatchObject({ ref: 'F-1', outcome: 'known', commit: amended });
});

it('is located on the base, in what the branch has renamed, and where the line is back', async () => {
  await repo.ok(findingRecord, { ...remark, line: '2', text: 'Keep two' });
  await record();
  const places = async (commit?: string) =>
    (await repo.ok(findingLocate, { ids: ['F-1', 'F-2'], ...(commit === undefined ? {} : { commit }) })).places.map(
      ({ path, lineStart }) => [path, lineStart],
    );
  expect(await places(base)).toEqual([
    ['README.md', 2],
    ['README.md', 3],
  ]);
  expect(await places()).toEqual([
    ['README.md', 2],
    ['README.md', null],
  ]);
  repo.remove('README.md');
  repo.commit('Rename', { 'read.md': `zero\n${whole}` });
  expect(await places()).toEqual([
    ['read.md', 3],
    ['read.md', 4],
  ]);
});

it('is located in a file that was renamed before it was recorded', async () => {
  repo.remove('README.md');
  repo.commit('Rename', { 'read.md': shorter });
  await repo.ok(findingRecord, { ...remark, line: '2', text: 'Keep two' });
  const { places } = await repo.ok(findingLocate, { ids: ['F-1'] });
  expect(places.map(({ path, lineStart }) => [path, lineStart])).toEqual([['read.md', 2]]);
});

it('is refused where nothing was removed: HEAD is the base, and the file is as it was', async () => {
  const refusal = { code: 'invalid_input', hint: 'Leave out the side to record the finding on the file as it is.' };
  const same = (commit: string) =>
    `README.md has no removed lines: it is unchanged from the base, which is HEAD (${commit.slice(0, 10)}).`;
  expect(await repo.refused(findingRecord, { ...remark, line: '2', commit: 'HEAD' })).toMatchObject({
    ...refusal,
    message: same(head),
  });
  repo.git('switch', '-q', 'main');
  repo.write('other.txt', 'other\n');
  expect(await repo.refused(findingRecord, remark)).toMatchObject({ ...refusal, message: same(base) });
  repo.write('README.md', shorter);
  expect(await record()).toMatchObject({ ref: 'F-1', commit: base, branch: 'main' });
});

it('is refused without a worktree', async () => {
  const context = { ...repo.context(), workTree: undefined };
  await expect(findingRecord.run(context, remark)).rejects.toThrow(
    'No worktree here, so there are no changes to review.',
  );
});

it('has its side in lists, and no region in a SARIF report, whose lines are those of the head', async () => {
  await repo.ok(findingRecord, { ...remark, line: '2', side: 'head' });
  await repo.ok(findingRecord, { ...remark, line: '2' });
  const { findings } = await repo.ok(findingList, { order: 'created' });
  expect(findings.map(({ ref, side, lineStart }) => [ref, side, lineStart])).toEqual([
    ['F-1', null, 2],
    ['F-2', 'base', 2],
  ]);
  const { places } = await repo.ok(findingLocate, { ids: ['F-1', 'F-2'] });
  expect(places.map(({ finding }) => finding.side)).toEqual([null, 'base']);
  const { sarif } = await repo.ok(findingExport, {});
  const artifactLocation = { uri: 'README.md' };
  expect(sarif).toMatchObject({
    runs: [
      {
        results: [
          { locations: [{ physicalLocation: { artifactLocation, region: { startLine: 2, endLine: 2 } } }] },
          { properties: { stateroom: { ref: 'F-2', side: 'base', line: 2 } } },
        ],
      },
    ],
  });
  const { locations } = (sarif as { runs: { results: { locations: unknown }[] }[] }).runs[0]?.results[1] ?? {};
  expect(locations).toEqual([{ physicalLocation: { artifactLocation } }]);
});
