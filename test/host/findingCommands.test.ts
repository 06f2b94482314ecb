import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { Finding } from '../../src/domain/finding/finding.js';
import type { ReviewRun } from '../../src/domain/review/reviewRun.js';
import type { StateroomApi } from '../../src/surfaces/vscode/stateroomApi.js';
import { folder, pressing, rowsOf, run, stateroom, takesFirst } from './stateroom.js';

const branch = 'feature/remarks-7';
const remarks = [
  { severity: 'high', path: 'limit.txt', line: '1', text: 'It has no limit', repro: 'grep -q fixed limit.txt' },
  { severity: 'low', path: 'limit.txt', text: 'It has no unit' },
  { severity: 'low', path: 'limit.txt', text: 'The number lacks its unit' },
];
/** What a tool reports. */
const report = {
  version: '2.1.0',
  runs: [
    {
      tool: { driver: { name: 'lint' } },
      results: [
        {
          ruleId: 'no-limit',
          level: 'warning',
          message: { text: 'Limit it' },
          locations: [{ physicalLocation: { artifactLocation: { uri: 'limit.txt' }, region: { startLine: 1 } } }],
        },
      ],
    },
  ],
};
interface Proof {
  readonly proven: boolean;
  readonly atFinding: { readonly exitCode: number };
  readonly atFix: { readonly passed: boolean; readonly evidence: string };
}
interface Sarif {
  readonly runs: readonly { readonly results: readonly { readonly message: { readonly text: string } }[] }[];
}

describe('Commands on findings', () => {
  let api: StateroomApi;
  let found: readonly Finding[] = [];
  const exported = (): string => join(folder(), 'findings-7.sarif');

  before(async () => {
    api = await stateroom();
    await vscode.commands.executeCommand('stateroom.findings.focus');
    await run('task.start', { objective: 'Answer the remarks', ref: 'remarks-7', here: true });
    commit('broken\n');
  });

  // The other suites find no finding, task or branch of this one at hand.
  after(async () => {
    const open = await rowsOf(`select 'F-' || number from findings where status = 'open' and task_id in ${tasks}`);
    await run('finding.wontfix', { ids: open.flat(), note: 'the test is over' });
    for (const task of ['remarks-7', 'others-7']) await run('task.archive', { task });
    rmSync(exported(), { force: true });
    git('switch', '--quiet', '--force', 'main');
  });

  const tasks = "(select id from tasks where ref in ('remarks-7', 'others-7'))";
  const git = (...words: string[]): string => execFileSync('git', words, { cwd: folder(), encoding: 'utf8' }).trim();
  const commit = (text: string): void => {
    writeFileSync(join(folder(), 'limit.txt'), text);
    git('add', 'limit.txt');
    git('commit', '--quiet', '--message=Limit');
  };
  const command = (name: string, ...given: unknown[]) => vscode.commands.executeCommand(`stateroom.${name}`, ...given);
  const refs = (): string[] => found.map(({ ref }) => ref);
  const shown = async (title: string): Promise<readonly string[] | undefined> =>
    (await api.findings()).groups.find(group => group.title === title)?.rows.map(({ ref }) => ref);

  it('record a list of them in a review run, below which they stand', async () => {
    const { run: review } = await run<{ run: ReviewRun }>('review.start', { subject: branch });
    const { findings } = await run<{ findings: { finding: Finding }[] }>('finding.recordMany', {
      findings: remarks,
      run: review.ref,
    });
    found = findings.map(({ finding }) => finding);
    deepStrictEqual(
      await rowsOf(`select 'F-' || number, severity, text from findings where task_id in ${tasks} order by number`),
      [
        [refs()[0], 'high', 'It has no limit'],
        [refs()[1], 'low', 'It has no unit'],
        [refs()[2], 'low', 'The number lacks its unit'],
      ],
    );
    await command('finding.groupByRun');
    deepStrictEqual(await shown(review.ref), refs());
    await command('finding.groupBySeverity');
    strictEqual(await shown(review.ref), undefined);
  });

  it('narrow the view to a severity, and widen it again', async () => {
    await pressing(takesFirst, command('finding.filterAgain'));
    strictEqual((await api.findings()).message, 'Filtered by severity: high');
    strictEqual(await shown('Low'), undefined);
    // With a filter, the first choice is to be rid of it.
    await pressing(takesFirst, command('finding.filterAgain'));
    strictEqual((await api.findings()).message, undefined);
    strictEqual((await shown('Low'))?.includes(refs()[2] ?? ''), true);
  });

  it('copy the references of several', async () => {
    await command('finding.copyReference', { ids: found.map(({ id }) => id) });
    strictEqual(await vscode.env.clipboard.readText(), refs().join(', '));
  });

  it('end one by another, prove one and say where its fix is', async () => {
    const [first, second, third] = refs();
    await run('finding.supersede', { ids: [second], by: third, note: 'said better' });
    commit('fixed\n');
    const { proven, atFinding, atFix } = await run<Proof>('finding.prove', { id: first });
    deepStrictEqual([proven, atFinding.exitCode, atFix.passed], [true, 1, true]);
    // One of high severity is not fixed without evidence.
    await run('finding.fix', { ids: [first], note: 'limited', evidence: atFix.evidence });
    await run('finding.integrate', { ids: [first], into: branch });
    deepStrictEqual(
      await rowsOf(
        `select status, note, repro_state, resolved_ref, superseded_by from findings where task_id in ${tasks} order by number`,
      ),
      [
        ['integrated', 'limited', 'proven', branch, null],
        ['superseded', 'said better', null, null, found[2]?.id],
        ['open', null, null, null, null],
      ],
    );
  });

  it('copy those of a task into another one', async () => {
    await run('task.start', { objective: 'Answer them all', ref: 'others-7', here: true });
    await run('finding.merge', { from: ['remarks-7'], task: 'others-7' });
    const [first, second, third] = refs();
    deepStrictEqual(
      await rowsOf(
        "select status, merged_from from findings where task_id = (select id from tasks where ref = 'others-7') order by number",
      ),
      [
        ['integrated', `["${first}"]`],
        ['superseded', `["${second}"]`],
        ['open', `["${third}"]`],
      ],
    );
  });

  it('take in what a tool reports, and write the open ones as such a report', async () => {
    await run('finding.import', { report: JSON.stringify(report), task: 'others-7' });
    deepStrictEqual(
      await rowsOf(`select severity, path, line_start, tool, rule from findings where text = 'Limit it'`),
      [['medium', 'limit.txt', 1, 'lint', 'no-limit']],
    );
    await run('finding.export', { task: 'others-7', file: 'findings-7.sarif' });
    const { runs } = JSON.parse(readFileSync(exported(), 'utf8')) as Sarif;
    deepStrictEqual(runs.flatMap(({ results }) => results.map(({ message }) => message.text)).sort(), [
      'Limit it',
      'The number lacks its unit',
    ]);
  });
});
