import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { after, before, describe, it } from 'mocha';
import { add, cli, folder, run, stateroom, until } from './stateroom.js';

/** How long all of them write, ms. */
const period = 12_000;

describe('dashboard.md, written by the editor and by programs beside it', () => {
  const added: string[] = [];
  const file = (): string => join(folder(), '.stateroom', 'dashboard.md');
  const config = (): string => join(folder(), '.stateroom', 'config.json');

  before(async () => {
    await stateroom();
    strictEqual(existsSync(config()), false);
    mkdirSync(dirname(config()), { recursive: true });
    // For the editor and for programs.
    writeFileSync(config(), '{ "reports": { "dashboardFile": true } }');
    added.push(await add('First'));
    await until('the file', () => statSync(file(), { throwIfNoEntry: false }));
  });

  after(async () => {
    rmSync(config());
    rmSync(file(), { force: true });
    for (const id of added) await run('queue.resolve', { id, status: 'cancelled' });
  });

  it('is whole at every read, written at most every five seconds, and right at the end', async () => {
    const end = Date.now() + period;
    const inEditor = async (): Promise<void> => {
      for (let number = 0; Date.now() < end; number += 1) added.push(await add(`Editor ${number}`));
    };
    const beside = async (actor: string): Promise<void> => {
      for (let number = 0; Date.now() < end; number += 1) {
        const { item } = await cli<{ item: { ref: string } }>(actor, 'queue', 'add', `${actor} ${number}`);
        added.push(item.ref);
      }
    };
    const torn: string[] = [];
    const times = new Set<number>();
    const reading = async (): Promise<void> => {
      while (Date.now() < end) {
        times.add(statSync(file()).mtimeMs);
        const text = readFileSync(file(), 'utf8');
        if (!/^Shows event \d+\.$/m.test(text) || !/\n<!-- stateroom: sha256 [0-9a-f]{64} -->\n$/.test(text))
          torn.push(text);
        await pause(5);
      }
    };
    await Promise.all([inEditor(), beside('codex-1'), beside('claude'), reading()]);
    deepStrictEqual(torn, []);
    const ordered = [...times].sort((one, other) => one - other);
    ok(ordered.length > 1, 'it was written once alone');
    deepStrictEqual(
      ordered.slice(1).filter((time, index) => time - (ordered[index] ?? 0) < 4999),
      [],
    );
    const { events } = await cli<{ events: { id: number }[] }>('reader', 'events', 'tail', '--limit', '1');
    // The editor writes what the last change left, without another one.
    await until('the last event in the file', () =>
      readFileSync(file(), 'utf8').includes(`\nShows event ${events[0]?.id}.\n`) ? true : undefined,
    );
  }).timeout(120_000);
});
