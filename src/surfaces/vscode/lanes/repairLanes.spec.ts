import { expect, it, vi } from 'vitest';
import { refuse } from '../../../domain/refusal/refusal.js';
import { verbatim } from '../../../messages/message.js';
import type { CommandEnvironment } from '../commands/commandEnvironment.js';
import { repairLanes } from './repairLanes.js';

vi.mock('vscode', () => ({ workspace: { isTrusted: true } }));

vi.mock('../../../operations/loadLaneCatalogue.js', () => ({
  loadLaneOperations: async () => ({ laneRepair: { name: 'lane.repair' } }),
}));

it('repairs lanes once however quickly readings follow, and what is refused again after a minute', async () => {
  let now = 0;
  let hasLanes = false;
  let repairs = 0;
  const warnings: string[] = [];
  let tell: (condition: unknown) => void = () => undefined;
  const following = repairLanes({
    status: {
      onDidRead: (listener: typeof tell) => {
        tell = listener;
        return { dispose: () => undefined };
      },
    },
    clock: { now: () => now },
    log: { warn: (what: string) => warnings.push(what) },
  } as unknown as CommandEnvironment);
  const repository = {
    id: '/shop/.git',
    name: 'shop',
    hasLanes: async () => hasLanes,
    invoke: async () => {
      repairs += 1;
      return repairs < 3
        ? refuse('store_locked', verbatim('Another process writes.'))
        : { merged: [], settled: [], ignored: [] };
    },
  };
  const readTwice = async (): Promise<void> => {
    tell({ repository, state: 'ready' });
    tell({ repository, state: 'ready' });
    await new Promise(resolve => setImmediate(resolve));
  };
  await readTwice();
  expect(repairs).toBe(0);
  hasLanes = true;
  await readTwice();
  expect(repairs).toBe(1);
  now = 59_999;
  await readTwice();
  expect(repairs).toBe(1);
  now = 60_000;
  await readTwice();
  expect(repairs).toBe(2);
  now = 120_000;
  await readTwice();
  now = 999_999;
  await readTwice();
  expect(repairs).toBe(3);
  expect(warnings).toEqual([
    'The lanes of shop were not repaired: Another process writes.',
    'The lanes of shop were not repaired: Another process writes.',
  ]);
  following.dispose();
});
