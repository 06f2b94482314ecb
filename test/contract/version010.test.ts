import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isShort } from '../../build/testPlan.mjs';
import { answer, makeRepository, programFile, run, storeOf } from './cliRig.js';
import { type Connection, connect, serverFile } from './mcpRig.js';
import { changedOnPurpose, differences } from './version010/differences.js';
import { installedVersion010, type Programs } from './version010/installedVersion010.js';
import { makeStore } from './version010/makeStore.js';

const old = installedVersion010();
const current: Programs = { cli: programFile, mcp: serverFile };

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
  ['context', ['data.work']],
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
  ['lane overlaps'],
  ['lane needs-you'],
  ['lane may-edit src/a.ts'],
  ['lane adoptable'],
  ['lane rescue show cancelled'],
  ['worker status'],
  ['worker show cancelled'],
  ['message list --as all'],
  ['report list'],
  ['hooks status', ['data.problems']],
  ['store path'],
  ['store check', ['data.brokenArchives', 'data.warnings', 'data.brokenThreads', 'data.ignored']],
];

/** Fields that 0.1.0 did not have: of every work item; of what says who made it, and with what; of decisions, findings, hooks, lanes and needs. */
const ofRecords =
  /\.(?:assignee|parent|children|effort|side|replies|inputTokens|outputTokens|decisions\.\d+\.(?:lane|run)|decision\.run|(?:lanes|records|workers)\.\d+\.(?:agent|model|failing)|files\.\d+\.(?:group|blob)|hooks\.\d+\.(?:runs|untried)|needs\.\d+\.(?:item|priority|acts|task))$|^data\.(?:agent|model|approval)$/;

/** Leaves out what 0.1.0 did not list: a warning of gates, and findings and blockers among what needs a person. */
function withoutNewEntries(key: string, value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.filter((one: { code?: unknown; kind?: unknown } | null) => {
    const isNewNeed = key === 'needs' && ['findings', 'blocker'].includes(String(one?.kind));
    return one?.code !== 'unknown_model' && !isNewNeed;
  });
}

const makers = [
  ['version 0.1.0', old],
  ['this version', current],
] as const;

describe('a store', () => {
  it.each(isShort('contract') ? makers.slice(0, 1) : makers)(
    'that %s made reads the same in 0.1.0 and in this version, but for new fields and reworded texts',
    async (_maker, programs) => {
      const cwd = await makeStore(programs);
      expect(readdirSync(storeOf(cwd)).filter(name => name.startsWith('journal.'))).toHaveLength(2);
      const read = async (command: string, program: string) => {
        const { code, stdout } = await run([...command.split(' '), '--json'], { cwd, actor: 'ada', program });
        return { code, ...(JSON.parse(stdout, withoutNewEntries) as object) };
      };
      for (const [command, added = []] of isShort('contract') ? reads : [...reads, ...moreReads]) {
        const [before, after] = await Promise.all([read(command, old.cli), read(command, current.cli)]);
        expect(before, command).toMatchObject({ ok: true });
        const found = differences(before, after);
        const others = found.added.filter(field => !ofRecords.test(field) && !changedOnPurpose[command]?.test(field));
        const changed = Object.fromEntries(
          Object.entries(found.changed).filter(([field]) => !changedOnPurpose[command]?.test(field)),
        );
        expect({ command, added: others, changed }).toEqual({ command, added, changed: {} });
      }
    },
  );

  it('takes a hundred writes of both at the same time, by MCP and on the command line', async () => {
    const cwd = makeRepository();
    const writers = [
      ['before', old],
      ['now', current],
    ] as const;
    const servers = await Promise.all(
      writers.map(([actor, { mcp }]) => connect({ cwd, actor, program: [mcp], args: ['--tools', 'all'] })),
    );
    const [before, after] = servers as [Connection, Connection];
    await before.done('add', { title: 'All write here' });

    await Promise.all([
      ...writers.map(async ([actor], index) => {
        for (let round = 0; round < 20; round += 1) {
          const title = `${actor} by MCP ${round}`;
          await servers[index]?.done('add', { title, id: title.replaceAll(' ', '-') });
          await servers[index]?.done('annotate', { id: 'W-1', patch: { [title]: round } });
        }
      }),
      ...writers.map(async ([actor, { cli: program }]) => {
        for (let round = 0; round < 5; round += 1) {
          const title = `${actor} by command ${round}`;
          await answer(['queue', 'add', title], { cwd, actor, program });
          await answer(['queue', 'annotate', 'W-1', JSON.stringify({ [title]: round })], { cwd, actor, program });
          // In the middle the journal continues in another file.
          if (round === 2) await answer(['store', 'compact'], { cwd, actor, program });
        }
      }),
    ]);

    const titles = writers.flatMap(([actor]) => [
      ...Array.from({ length: 20 }, (_, round) => `${actor} by MCP ${round}`),
      ...Array.from({ length: 5 }, (_, round) => `${actor} by command ${round}`),
    ]);
    for (const server of servers) {
      expect((await titlesOf(server)).sort()).toEqual(['All write here', ...titles].sort());
      const { item } = (await server.done('show', { id: 'W-1' })) as { item: { notes: object } };
      expect(Object.keys(item.notes).sort()).toEqual([...titles].sort());
      const events = await server.events();
      expect(events.map(({ id }) => id)).toEqual(Array.from({ length: 101 }, (_, index) => index + 1));
    }
    expect(await before.events()).toEqual(await after.events());

    const taken = await Promise.all(servers.map(takeAll));
    expect(taken.flat().sort()).toEqual(['All write here', ...titles].sort());
    for (const { cli: program } of [old, current]) {
      expect(await answer(['store', 'check'], { cwd, program })).toMatchObject({
        ok: true,
        problems: [],
        workItems: 51,
      });
    }
  });
});

/** The titles of all work items, page by page. */
async function titlesOf(server: Connection): Promise<string[]> {
  const titles: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await server.done('list', cursor === null ? {} : { cursor });
    titles.push(...(page.items as { title: string }[]).map(({ title }) => title));
    cursor = page.nextCursor as string | null;
  } while (cursor !== null);
  return titles;
}

/** Claims work items until none is ready; their titles. */
async function takeAll(server: Connection): Promise<string[]> {
  const titles: string[] = [];
  for (;;) {
    const { isError, data } = await server.items('next');
    if (isError) {
      expect(data).toMatchObject({ code: 'nothing_ready' });
      return titles;
    }
    titles.push((data.item as { title: string }).title);
  }
}
