import { expect, it } from 'vitest';
import { answer, git, makeRepository, start } from '../contract/cliRig.js';
import { sized } from './support/size.js';

const contestants = sized(20, 6);
const items = sized(200, 18);
/** Every so many commands one is killed in the middle. */
const killEvery = 7;
const patience = 30 * 60_000;

interface Reply {
  readonly ok: boolean;
  readonly code?: string;
  readonly data?: {
    readonly item?: { readonly ref: string };
    readonly workItem?: string;
    readonly task?: { readonly workItem: string };
  };
}

/** The ways to begin with an item, each by what is typed. */
const ways: readonly ((item: string) => string[])[] = [
  () => ['queue', 'next'],
  item => ['worker', 'spawn', item, '--no-fetch', '--no-setup'],
  item => ['task', 'start', `Do ${item}`, '--work-item', item],
];

/** Runs a command as an agent; undefined when it was killed before it answered. */
async function attempt(
  words: readonly string[],
  cwd: string,
  actor: string,
  killAfter?: number,
): Promise<Reply | undefined> {
  const child = start([...words, '--json'], { cwd, actor });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', chunk => {
    text += chunk;
  });
  const timer = killAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfter);
  const signal = await new Promise<string | null>(done => child.on('close', (_code, by) => done(by)));
  clearTimeout(timer);
  if (signal === null || text !== '') return JSON.parse(text) as Reply;
  return undefined;
}

/** Lanes and tasks that go on: their work item, and who began them. */
const live = `select work_item_id, 'lane' as place, created_by as begun_by from lanes where status not in ('merged', 'closed')
  union all select work_item_id, 'task', created_by from tasks where status <> 'done' and archived_at is null`;

function itemOf({ data }: Reply): string | undefined {
  return data?.item?.ref ?? data?.workItem ?? data?.task?.workItem;
}

it(`${contestants} agents begin with ${items} items by next, spawn and task start, some killed in the middle: each item has one holder`, {
  timeout: patience,
}, async () => {
  const cwd = makeRepository();
  const lines = Array.from({ length: items }, (_, index) => JSON.stringify({ title: `Item ${index + 1}` })).join('\n');
  await answer(['queue', 'add', '--from-file', '-'], { cwd, input: lines });
  const acknowledged = new Map<string, string>();
  let commands = 0;
  const work = async (index: number): Promise<void> => {
    const actor = `agent-${index}`;
    for (let turn = 0; ; turn += 1) {
      commands += 1;
      const killed = commands % killEvery === 0;
      const item = `W-${((turn * contestants + index * 7) % items) + 1}`;
      const way = ways[(turn + index) % ways.length] ?? ways[0];
      const reply = await attempt(way?.(item) ?? [], cwd, actor, killed ? 50 + ((commands * 37) % 700) : undefined);
      if (reply?.code === 'nothing_ready') return;
      const taken = reply?.ok === true ? itemOf(reply) : undefined;
      if (taken === undefined) continue;
      // Whoever begins a second time with what it holds is told the same again.
      expect(acknowledged.get(taken) ?? actor, `${taken} was given to two`).toBe(actor);
      acknowledged.set(taken, actor);
    }
  };
  await Promise.all(Array.from({ length: contestants }, (_, index) => work(index)));
  await answer(['lane', 'repair'], { cwd });
  const { items: listed } = await answer(['queue', 'list', '--limit', '1000'], { cwd });
  const rows = listed as { ref: string; status: string; owner: string }[];
  expect(rows).toHaveLength(items);
  expect(rows.filter(({ status, owner }) => status !== 'in_flight' || owner === null)).toEqual([]);
  // Nothing that was acknowledged is lost; of a killed command the agent did not hear.
  expect(rows.filter(({ ref, owner }) => acknowledged.has(ref) && acknowledged.get(ref) !== owner)).toEqual([]);
  const query = async (sql: string) => (await answer(['store', 'query', sql], { cwd })).rows;
  expect(await query(`select work_item_id, place from (${live}) group by 1, 2 having count(*) > 1`)).toEqual([]);
  const others = `select w.number, w.owner, place, begun_by from (${live}) join work_items w on w.id = work_item_id`;
  expect(await query(`${others} where w.owner <> begun_by`)).toEqual([]);
  const { lanes } = await answer(['lane', 'list'], { cwd });
  const places = git(cwd, 'worktree', 'list', '--porcelain');
  for (const { workItem, worktreePath } of lanes as { workItem: string; worktreePath: string }[]) {
    expect(rows.some(({ ref }) => ref === workItem)).toBe(true);
    expect(places).toContain(worktreePath);
  }
  expect(await answer(['store', 'check'], { cwd })).toMatchObject({ ok: true, workItems: items });
});
