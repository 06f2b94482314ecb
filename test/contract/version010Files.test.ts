import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answer, makeDirectory, makeRepository, missingTerminal, programFile, runOnTerminal } from './cliRig.js';
import { serverFile } from './mcpRig.js';
import { differences } from './version010/differences.js';
import { installedVersion010 } from './version010/installedVersion010.js';
import { makeStore } from './version010/makeStore.js';

const old = installedVersion010();
const current = { cli: programFile, mcp: serverFile };

/** What is not taken at its word from a file, as each version imports it. */
// The work item of a task is not in the file.
const vouchedBefore = ['task.work_item_id', 'evidence.1.grade'];
const vouchedNow = [
  'evidence.1.grade',
  'findings.1.status',
  'findings.1.note',
  'findings.1.resolved_by',
  'findings.1.resolved_at',
  'findings.1.reopen_count',
  'findings.1.reopen_reason',
  'findings.1.reopened_at',
  'reviewRuns.0.harness',
];

/** What is read where a backup was restored; and what differs, as no worktree or heartbeat is there, and no claim is valid. */
const readBack = (claimed: readonly number[]): readonly (readonly [command: string, others: readonly string[]])[] => [
  ['queue list', claimed.flatMap(item => [`items.${item}.token`, `items.${item}.revision`])],
  ['lane list --all', ['lanes.0.ahead', 'lanes.0.behind', 'lanes.1.worker.lastBeatAt']],
  ['message export', []],
  ['finding list', []],
];

/** Fields that 0.1.0 does not know. */
const isNew = (path: string): boolean =>
  /\.(assignee|parent|agent|model|effort|failing|questions|replies|side)$/.test(path);

describe.each([
  {
    one: '0.1.0',
    first: old,
    other: 'this version',
    second: current,
    save: ['store', 'backup'],
    vouched: vouchedNow,
    items: 7,
    claimed: [0, 1, 2],
  },
  {
    one: 'this version',
    first: current,
    other: '0.1.0',
    second: old,
    save: ['store', 'export', '--format', '0.1'],
    vouched: vouchedBefore,
    items: 11,
    claimed: [0, 1, 2, 3, 4, 5, 6],
  },
])('a file of $one that $other reads', ({ first, second, save, vouched, items, claimed }) => {
  it('is an exported task, or a backup', async context => {
    if (missingTerminal !== undefined) context.skip(missingTerminal);
    const [from, to] = [await makeStore(first), makeRepository()];
    const by = (cwd: string, program: string) => ({ cwd, actor: 'ada', program });
    await answer(['task', 'export', 'limit-1', '--file', 'task.json'], by(from, first.cli));
    copyFileSync(join(from, 'task.json'), join(to, 'task.json'));
    expect(await answer(['task', 'import', 'task.json'], by(to, second.cli))).toMatchObject({
      outcome: 'imported',
      counts: {
        blockers: 1,
        compactions: 1,
        decisions: 2,
        evidence: 2,
        findings: 2,
        nextActions: 1,
        plans: 1,
        reviewRuns: 1,
        slices: 1,
        touchedFiles: 1,
      },
    });
    await answer(['task', 'export', 'limit-1', '--file', 'again.json'], by(to, second.cli));
    const text = (directory: string, name: string) => JSON.parse(readFileSync(join(directory, name), 'utf8'));
    const { added, changed } = differences(text(from, 'task.json'), text(to, 'again.json'));
    expect([added, Object.keys(changed)]).toEqual([[], vouched]);

    await answer([...save, 'backup.sqlite'], by(from, first.cli));
    copyFileSync(join(from, 'backup.sqlite'), join(to, 'backup.sqlite'));
    const restored = await runOnTerminal(['store', 'restore', 'backup.sqlite', '--json'], {
      cwd: to,
      program: second.cli,
    });
    expect(restored.stdout).toContain('"ok":true');
    expect(await answer(['store', 'check'], by(to, second.cli))).toMatchObject({ ok: true, workItems: items });
    for (const [command, others] of readBack(claimed)) {
      const [before, after] = await Promise.all([
        answer(command.split(' '), by(from, first.cli)),
        answer(command.split(' '), by(to, second.cli)),
      ]);
      const { added, changed } = differences(before, after);
      const known = (paths: readonly string[]) => paths.filter(path => !isNew(path));
      expect([command, known(added), known(Object.keys(changed))]).toEqual([command, [], others]);
    }
  });
});

it('an export for 0.1.0 brings archives along, which the next backup has as well', async context => {
  if (missingTerminal !== undefined) context.skip(missingTerminal);
  const from = { cwd: makeRepository(), actor: 'now' };
  await answer(['queue', 'add', 'Done'], from);
  await answer(['queue', 'add', 'Open'], from);
  await answer(['queue', 'claim', 'W-1'], from);
  await answer(['queue', 'resolve', 'W-1', '--status', 'done'], from);
  const archived = await runOnTerminal(['store', 'archive', '--before', String(Date.now())], from);
  expect(archived.code).toBe(0);
  const file = join(makeDirectory(), 'export.sqlite');
  await answer(['store', 'export', '--format', '0.1', file], from);

  const before = { cwd: makeRepository(), actor: 'before', program: old.cli };
  await answer(['queue', 'add', 'Replaced'], before);
  expect((await runOnTerminal(['store', 'restore', file], before)).code).toBe(0);
  expect(await answer(['store', 'check'], before)).toMatchObject({ ok: true, problems: [] });
  const there = { cwd: before.cwd, actor: 'now' };
  expect(await answer(['queue', 'list', '--archived'], there)).toMatchObject({ items: [{ title: 'Done' }] });
  const backup = join(makeDirectory(), 'backup.sqlite');
  expect(await answer(['store', 'backup', backup], there)).toMatchObject({ archives: { held: 1, missing: 0 } });
  expect(await answer(['store', 'check'], there)).toMatchObject({ ok: true, problems: [] });
});
