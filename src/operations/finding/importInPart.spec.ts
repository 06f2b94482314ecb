import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import { at, findingPlaces, sarif } from '../../../test/support/sarifReport.js';
import { person } from '../../../test/support/testRepository.js';
import { findingImport } from './findingImport.js';
import { findingList } from './findingList.js';

let repo: GitTestRepository;
beforeEach(() => {
  repo = new GitTestRepository();
  cpSync(join('test/fixtures/sarif', 'rocket'), repo.repository, { recursive: true });
  repo.commit('Build a rocket');
});
afterEach(() => repo.close());

const places = () => findingPlaces(repo);

describe('one result decides over itself alone', () => {
  const long = `${'d/'.repeat(2100)}a.js`;
  it.each<[string, unknown, string]>([
    ['a scheme of a scanner', at('docker://alpine:3.19'), 'Run 1, result 2: “docker://alpine:3.19” is not a file.'],
    ['an object of a registry', at('pkg:npm/left-pad@1'), 'Run 1, result 2: “pkg:npm/left-pad@1” is not a file.'],
    ['another machine', at('/home/ci/app/a.js'), 'Run 1, result 2: “/home/ci/app/a.js” is not inside the repository.'],
    ['a folder above', at('../../a.js'), 'Run 1, result 2: “../../a.js” is not inside the repository.'],
    ['a path too long', at(long), `Run 1, result 2: the path “${long.slice(0, 100)}…” is too long.`],
    ['no object', 'src/a.js: leaks', 'Run 1, result 2 is not an object.'],
    ['null', null, 'Run 1, result 2 is not an object.'],
    ['a location that is text', { ...at(''), locations: 'a.js:1' }, 'Run 1, result 2 names no file.'],
    ['a uri that is a number', at(7 as never), 'Run 1, result 2 names no file.'],
  ])('where it is of no file here, as with %s: it is skipped and named', async (_what, result, reason) => {
    const text = sarif([at('README.md'), result, at('src/launch.js')]);
    expect(await repo.ok(findingImport, { report: text, repository: true })).toMatchObject({
      recorded: 2,
      skipped: { count: 1, reasons: [reason] },
      adjusted: { count: 0 },
    });
  });

  it.each<[string, object, string]>([
    ['the line after the last', at('README.md', { startLine: 5 }), 'README.md:4-4'],
    ['a range that ends there', at('README.md', { startLine: 3, endLine: 5 }), 'README.md:3-4'],
    ['a range that ends far behind', at('README.md', { startLine: 2, endLine: 900 }), 'README.md:2-4'],
    ['a line that is text', at('README.md', { startLine: '3' } as never), 'README.md:null-null'],
    ['a level that is a number', { ...at('README.md'), level: 2 }, 'README.md:1-1'],
    ['a message that is text', { ...at('README.md'), message: 'Leaks' }, 'README.md:1-1'],
    ['rules by a wrong index', { ...at('README.md'), ruleIndex: 'a', suppressions: 'none' }, 'README.md:1-1'],
  ])('where it is written otherwise, as with %s: it is kept', async (_what, result, place) => {
    const answer = await repo.ok(findingImport, { report: sarif([result]), repository: true });
    expect(answer).toMatchObject({ recorded: 1, skipped: { count: 0 }, adjusted: { count: 0 } });
    const { findings } = await repo.ok(findingList, {});
    expect(findings.map(({ path, lineStart, lineEnd }) => `${path}:${lineStart}-${lineEnd}`)).toEqual([place]);
  });

  it('where the file has no such line: it is kept for the file', async () => {
    const text = sarif([at('README.md'), at('README.md', { startLine: 90 })]);
    expect(await repo.ok(findingImport, { report: text, repository: true })).toMatchObject({
      recorded: 2,
      adjusted: {
        count: 1,
        reasons: ['Run 1, result 2: line 90 not found, README.md has 4 lines; recorded for the whole file.'],
      },
    });
    expect(await places()).toEqual([
      'medium README.md:1-1 rule: It leaks',
      'medium README.md:null-null rule: It leaks',
    ]);
  });

  it('also a run of which nothing is known', async () => {
    const { runs } = JSON.parse(sarif([at('README.md')]));
    const text = JSON.stringify({ version: '2.1.0', runs: [{ results: [] }, ...runs] });
    expect(await repo.ok(findingImport, { report: text, repository: true })).toMatchObject({
      recorded: 1,
      skipped: { count: 1, reasons: ['Run 1: tool is missing.'] },
    });
  });
});

describe('what a report does not name any more', () => {
  const also = { ruleId: 'rule', message: { text: 'It leaks' } };
  it.each<[string, unknown, object]>([
    ['names no file', { ...also, locations: [] }, {}],
    ['is of another place', at('docker://alpine'), {}],
    ['is of a line that is gone', at('README.md', { startLine: 90 }), {}],
    ['is no object', 'It leaks', {}],
    ['is in a run that failed', at('README.md'), { invocations: [{ executionSuccessful: false }] }],
    ['is in a run without results', at('README.md'), { results: null }],
  ])('is not fixed where a result %s', async (_what, result, run) => {
    await repo.ok(findingImport, { report: sarif([at('README.md'), at('src/launch.js')]), repository: true });
    const report = sarif([at('src/launch.js'), result], run);
    const closing = { report, repository: true, closeMissing: true };
    expect(await repo.refused(findingImport, closing, person)).toMatchObject({
      code: 'invalid_input',
      hint: 'Import without closing what is missing, or run the tool again on the whole repository.',
    });
    expect((await repo.ok(findingImport, { report, repository: true })).missing.closed).toBe(0);
  });
});
