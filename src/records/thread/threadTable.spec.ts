import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type ActName,
  type ActorName,
  actors,
  acts,
  inSituation,
  type Situation,
  situations,
  threadState,
} from '../../../test/support/threadActs.js';
import { say } from '../../messages/say.js';

/** A row of docs/threads.md. */
interface Row {
  readonly situation: Situation;
  readonly actor: ActorName;
  readonly act: ActName;
  readonly item: string;
  readonly tasks: string;
  readonly lanes: string;
}

function isKey<Key extends string>(table: Readonly<Record<Key, unknown>>, text: string): text is Key {
  return Object.hasOwn(table, text);
}

/** The rows between the marks of the page; one that names what does not exist fails the suite. */
function readRows(): Row[] {
  const page = readFileSync(new URL('../../../docs/threads.md', import.meta.url), 'utf8');
  const lines = page
    .split('\n')
    .filter(line => line.startsWith('| ') && !line.startsWith('| before') && !line.startsWith('| --'));
  const rows: Row[] = [];
  let situation = '';
  for (const line of lines) {
    const [before = '', who = '', act = '', item = '', tasks = '', lanes = ''] = line
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim());
    if (before !== '') situation = before;
    if (!isKey(situations, situation)) throw new Error(`docs/threads.md: no situation "${situation}"`);
    if (!isKey(acts, act)) throw new Error(`docs/threads.md: no act "${act}"`);
    for (const actor of who.split(', ')) {
      if (!isKey(actors, actor)) throw new Error(`docs/threads.md: nobody is called "${actor}"`);
      rows.push({ situation, actor, act, item, tasks, lanes });
    }
  }
  return rows;
}

const rows = readRows();
/** Of rows that change something, each needs a repository of its own: a third of them, and all at full size. */
const every = process.env.STATEROOM_TESTS === 'all' ? 1 : 3;

describe('the table of threads in docs/threads.md', () => {
  it('has a row for each situation and each act', () => {
    expect(rows.length).toBeGreaterThanOrEqual(150);
    expect(Object.keys(situations).filter(name => !rows.some(({ situation }) => situation === name))).toEqual([]);
    expect(Object.keys(acts).filter(name => !rows.some(({ act }) => act === name))).toEqual([]);
  });

  it.each(Object.keys(situations) as Situation[])('%s', async situation => {
    const [refused, allowed] = [true, false].map(isRefused =>
      rows.filter(row => row.situation === situation && row.item.startsWith('refused') === isRefused),
    ) as [Row[], Row[]];
    const repository = await inSituation(situation);
    try {
      const before = await threadState(repository);
      // What is refused changes nothing, so that one repository does for all of it.
      for (const { actor, act, item } of refused) {
        const refusal = await repository.act(actor, act);
        expect(`refused: ${refusal?.code}`, `${actor} ${act}`).toBe(item);
        expect(await threadState(repository), `${actor} ${act}`).toEqual(before);
      }
    } finally {
      await repository.close();
    }
    for (const [index, row] of allowed.entries()) if (index % every === 0) await checkRow(row);
  });
});

async function checkRow({ situation, actor, act, item, tasks, lanes }: Row): Promise<void> {
  const repository = await inSituation(situation);
  try {
    const refusal = await repository.act(actor, act);
    const after = await threadState(repository);
    const name = `${actor} ${act}`;
    expect(refusal && say(refusal.message), name).toBeUndefined();
    expect({ item: after.item, tasks: after.tasks, lanes: after.lanes }, name).toEqual({ item, tasks, lanes });
    // What waits for the item is released by its end alone.
    expect(after.dependent === 'blocked', name).toBe(item !== 'done');
  } finally {
    await repository.close();
  }
}
