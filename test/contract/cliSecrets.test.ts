import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type RunOptions, run, storeOf } from './cliRig.js';
import { makeLaneRepository, spawnLane } from './laneRig.js';

const value = 'Tr0ub4dor-and-3-horses';

/** Files of the store's folder with this text in them. */
function holding(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    file => statSync(join(folder, file)).isFile() && readFileSync(join(folder, file), 'latin1').includes(text),
  );
}

it('stores the value of a secret variable of its process nowhere, whoever prints it', async () => {
  const cwd = makeLaneRepository();
  await spawnLane(cwd, 'one');
  const options: RunOptions = { cwd, actor: 'ada', env: { X_API_KEY: value } };
  const print = ['sh', '-c', 'echo "is $X_API_KEY"; printf "ann:%s" "$X_API_KEY" | base64'];
  for (const args of [
    ['evidence', 'run', '--json', '--', ...print],
    ['worker', 'start', 'one'],
    ['worker', 'run', 'one', '--json', '--', ...print],
    ['queue', 'add', `Use ${value}`],
  ]) {
    const { code, stderr } = await run(args, options);
    expect([args[1], code, code === 0 ? '' : stderr]).toEqual([args[1], 0, '']);
  }
  const folder = storeOf(cwd);
  expect(holding(folder, 'is [redacted]').length).toBeGreaterThan(1);
  expect(holding(folder, value)).toEqual([]);
  expect(holding(folder, Buffer.from(`ann:${value}`).toString('base64').slice(8, 24))).toEqual([]);
});
