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

describe('the table of threads in docs/threads.md', () => {
  it('has a row for each situation and each act', () => {
    expect(rows.length).toBeGreaterThanOrEqual(150);
    expect(Object.keys(situations).filter(name => !rows.some(({ situation }) => situation === name))).toEqual([]);
    expect(Object.keys(acts).filter(name => !rows.some(({ act }) => act === name))).toEqual([]);
  });

  it.each(rows)('$situation: $actor $act', async ({ situation, actor, act, item, tasks, lanes }) => {
    const repository = await inSituation(situation);
    try {
      const before = await threadState(repository);
      const refusal = await repository.act(actor, act);
      const after = await threadState(repository);
      if (item.startsWith('refused')) {
        expect(`refused: ${refusal?.code}`).toBe(item);
        expect(after).toEqual(before);
        return;
      }
      expect(refusal?.message).toBeUndefined();
      expect({ item: after.item, tasks: after.tasks, lanes: after.lanes }).toEqual({ item, tasks, lanes });
      // What waits for the item is released by its end alone.
      expect(after.dependent === 'blocked').toBe(item !== 'done');
    } finally {
      await repository.close();
    }
  });
});
