import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { answer, makeRepository } from './cliRig.js';

it('dashboard.md is whole at every read while processes write, at most every five seconds', async () => {
  const cwd = makeRepository();
  mkdirSync(join(cwd, '.stateroom'));
  writeFileSync(join(cwd, '.stateroom/config.json'), '{ "reports": { "dashboardFile": true } }');
  const file = join(cwd, '.stateroom/dashboard.md');
  await answer(['queue', 'add', 'First'], { cwd });
  const end = Date.now() + 12_000;
  const adding = async (name: string): Promise<void> => {
    for (let number = 0; Date.now() < end; number += 1) await answer(['queue', 'add', `${name} ${number}`], { cwd });
  };
  const torn: string[] = [];
  const times = new Set<number>();
  const reading = async (): Promise<void> => {
    while (Date.now() < end) {
      times.add(statSync(file).mtimeMs);
      const text = readFileSync(file, 'utf8');
      const [, event] = /^Shows event (\d+)\.$/m.exec(text) ?? [];
      if (
        event === undefined ||
        !/\| work_item_created \| .* \|\n<!-- stateroom: sha256 [0-9a-f]{64} -->\n$/.test(text)
      )
        torn.push(text);
      await pause(5);
    }
  };
  await Promise.all([adding('A'), adding('B'), reading()]);
  expect(torn).toEqual([]);
  const ordered = [...times].sort((one, other) => one - other);
  expect(ordered.length).toBeGreaterThan(1);
  expect(ordered.slice(1).filter((time, index) => time - (ordered[index] ?? 0) < 4999)).toEqual([]);
  await pause(5000);
  await answer(['queue', 'add', 'Last'], { cwd });
  const [{ id } = { id: 0 }] = (await answer(['events', 'tail', '--limit', '1'], { cwd })).events as { id: number }[];
  expect(readFileSync(file, 'utf8')).toContain(`\nShows event ${id}.\n`);
}, 60_000);
