import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isShort } from '../../build/testPlan.mjs';
import { programFile, run, storeOf } from './cliRig.js';
import { changedOnPurpose, differences } from './version010/differences.js';
import { expectTooNew, installedVersion010 } from './version010/installedVersion010.js';
import { makeStore } from './version010/makeStore.js';

const old = installedVersion010();

/** Commands that read, each kind of record at least once; and the fields that 0.1.0 did not have. */
const reads: readonly (readonly [command: string, added?: readonly string[]])[] = [
  ['queue list'],
  ['queue show W-2'],
  ['status', ['data.totals', 'data.needs', 'data.inProgress', 'data.openWorkChangesAt']],
  ['task show limit-1', ['data.workItems']],
  ['task export limit-1'],
  ['evidence list'],
  ['finding list'],
  ['gates'],
  ['review list', ['data.runs.0.grade', 'data.runs.0.imported']],
  ['lane list --all'],
  ['lane rescue list'],
  ['message export'],
  ['events tail --limit 200'],
];

const moreReads: typeof reads = [
  ['queue ready'],
  ['queue show W-4'],
  ['now', ['data.elsewhere']],
  ['dashboard'],
  ['trends --days 7', ['data.weeks']],
  ['task list'],
  ['context', ['data.handoff', 'data.work']],
  ['decision list'],
  ['blocker list'],
  ['action list'],
  ['touched list'],
  ['compaction latest'],
  ['slice list'],
  ['slice packet'],
  ['finding show F-1'],
  ['finding export'],
  ['finding locate F-1'],
  ['gate review-ready'],
  ['plan list'],
  ['plan show limits.md'],
  ['plan cursors'],
  ['review coverage limit-1'],
  ['review changes'],
  ['task render'],
  ['ritual brief handoff-lifecycle'],
  ['lane show open', ['data.earlierFindings']],
  ['lane show merged', ['data.earlierFindings']],
  ['lane distance', ['data.lanes.0.isAway', 'data.lanes.0.changedSinceReview']],
  ['lane changes open', ['data.head']],
  ['lane overlaps', ['data.lanes.0.added', 'data.lanes.0.removed']],
  ['lane needs-you'],
  ['lane adoptable'],
  ['lane rescue show cancelled'],
  ['worker status'],
  ['worker show cancelled', ['data.told']],
  ['message list --as all'],
  ['report list'],
  ['hooks status', ['data.problems']],
  ['store path'],
  ['store check', ['data.brokenArchives', 'data.warnings', 'data.brokenThreads', 'data.ignored']],
  // Its answer is an event since.
  ['lane may-edit src/a.ts'],
];

/** Fields that 0.1.0 did not have: of every work item; of what says who made it, and with what; of decisions, findings, hooks, lanes and needs. */
const ofRecords =
  /\.(?:assignee|parent|children|questions|attempts|effort|side|replies|inputTokens|outputTokens|decisions\.\d+\.(?:lane|run)|decision\.run|(?:lanes|records|workers)\.\d+\.(?:agent|model|failing)|files\.\d+\.(?:group|blob)|hooks\.\d+\.(?:runs|untried)|needs\.\d+\.(?:item|priority|acts|task))$|^data\.(?:agent|model|approval)$/;

/** Leaves out what 0.1.0 did not list: a warning of gates, and findings and blockers among what needs a person. */
function withoutNewEntries(key: string, value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.filter((one: { code?: unknown; kind?: unknown } | null) => {
    const isNewNeed = key === 'needs' && ['findings', 'blocker'].includes(String(one?.kind));
    return one?.code !== 'unknown_model' && !isNewNeed;
  });
}

it('a store of 0.1.0 reads the same once this version took it over, but for new fields and reworded texts', async () => {
  const cwd = await makeStore(old);
  expect(namesIn(cwd, 'journal.')).toHaveLength(2);
  const commands = isShort('contract') ? reads : [...reads, ...moreReads];
  const read = async (command: string, program: string) => {
    const { code, stdout } = await run([...command.split(' '), '--json'], { cwd, actor: 'ada', program });
    return { code, ...(JSON.parse(stdout, withoutNewEntries) as object) };
  };
  const before = new Map<string, object>();
  for (const [command] of commands) before.set(command, await read(command, old.cli));
  expect(namesIn(cwd, 'base.')).toEqual([]);

  for (const [command, added = []] of commands) {
    expect(before.get(command), command).toMatchObject({ ok: true });
    const found = differences(before.get(command), await read(command, programFile));
    const others = found.added.filter(field => !ofRecords.test(field) && !changedOnPurpose[command]?.test(field));
    const changed = Object.fromEntries(
      Object.entries(found.changed).filter(([field]) => !changedOnPurpose[command]?.test(field)),
    );
    expect({ command, added: others, changed }).toEqual({ command, added, changed: {} });
  }
  expect(namesIn(cwd, 'base.')).toHaveLength(1);
  await expectTooNew(cwd, old);
});

function namesIn(cwd: string, start: string): string[] {
  return readdirSync(storeOf(cwd)).filter(name => name.startsWith(start));
}
