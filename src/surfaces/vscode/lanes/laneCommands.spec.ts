import { expect, it, vi } from 'vitest';
import { silentLog } from '../../../platform/log.js';

import type { OpenRepository } from '../repository/openRepository.js';
import { LaneCommands, type LaneEnvironment } from './laneCommands.js';

const shown = vi.hoisted(() => [] as { text: string; titles: string[]; choose: (title: string) => void }[]);

vi.mock('vscode', () => {
  const show = (text: string, ...titles: string[]) =>
    new Promise(choose => shown.push({ text, titles, choose: title => choose(title) }));
  return {
    l10n: {
      t: (message: string, ...values: unknown[]) =>
        message.replace(/\{(\d)\}/g, (_place, index: string) => String(values[Number(index)])),
    },
    workspace: { isTrusted: true },
    window: { showInformationMessage: show, showWarningMessage: show },
  };
});

vi.mock('../../../operations/loadLaneCatalogue.js', () => ({
  loadLaneOperations: async () => ({ workerHeartbeat: { name: 'worker.heartbeat' } }),
}));

/** Each repository has a lane of this name. */
vi.mock('../commands/lanePicker.js', () => ({
  readLanes: async ({ id }: { id: string }) => [{ id: `lane of ${id}`, lane: 'login', ref: 'L-1', state: 'WORKING' }],
  askLane: async () => undefined,
}));

it('“Show Terminal” shows that of the agent that has ended, whichever repository is shown by then', async () => {
  const terminals: unknown[] = [];
  const shop = { id: 'shop', storeDirectory: '/shop/store' } as OpenRepository;
  let end = (_end: { exitCode: number }): void => undefined;
  const ended = new Promise<{ exitCode: number }>(resolve => {
    end = resolve;
  });
  const environment = {
    repositories: { active: { id: 'site', storeDirectory: '/site/store' } },
    log: silentLog,
    clock: { now: () => 0 },
    notice: { attempt: (_failure: string, _repository: unknown, act: () => Promise<unknown>) => act() },
    laneTerminals: {
      run: async () => ({ ended, shell: undefined }),
      show: async ({ id }: { id: string }, storeDirectory: string) => {
        terminals.push([id, storeDirectory]);
        return { name: id };
      },
    },
  };
  const commands = new LaneCommands(environment as unknown as LaneEnvironment);
  await commands.run('startAgent', shop, { lane: 'login', command: 'codex' }, 'Start Agent');
  end({ exitCode: 3 });
  await vi.waitFor(() => expect(shown).toHaveLength(1));
  expect(shown[0]).toMatchObject({
    text: 'The agent in lane login exited with code 3.',
    titles: ['Mark as Failed', 'Show Terminal'],
  });
  shown[0]?.choose('Show Terminal');
  await vi.waitFor(() => expect(terminals).toEqual([['lane of shop', '/shop/store']]));
});
