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
    workspace: { isTrusted: true, getConfiguration: () => ({ get: () => '' }) },
    ProgressLocation: { Notification: 15 },
    window: {
      setStatusBarMessage: () => undefined,
      withProgress: (_place: unknown, work: (...of: unknown[]) => unknown) =>
        work({}, { onCancellationRequested: () => ({ dispose: () => undefined }) }),
      showInformationMessage: show,
      showWarningMessage: show,
    },
  };
});

vi.mock('../../../operations/loadLaneCatalogue.js', () => ({
  laneOperationName: (declaration: string) => declaration,
  loadLaneOperations: async () => ({ workerHeartbeat: { name: 'worker.heartbeat' }, workerStart: {} }),
}));

/** Each repository has a lane of this name. */
vi.mock('../commands/lanePicker.js', () => ({
  readLanes: async ({ id }: { id: string }) => [
    { id: `lane of ${id}`, lane: 'login', ref: 'L-1', state: 'WORKING', agent: null, model: null },
  ],
  askLane: async () => undefined,
}));

it('“Show Terminal” shows that of the agent that has ended, whichever repository is shown by then', async () => {
  const terminals: unknown[] = [];
  const given: unknown[] = [];
  const shop = {
    id: 'shop',
    storeDirectory: '/shop/store',
    invoke: async ({ name }: { name: string }, input: unknown) => {
      given.push([name, input]);
      return {};
    },
    readAgain: () => given.push('read again'),
  } as unknown as OpenRepository;
  let end = (_end: { exitCode: number }): void => undefined;
  const ended = new Promise<{ exitCode: number }>(resolve => {
    end = resolve;
  });
  const environment = {
    repositories: { active: { id: 'site', storeDirectory: '/site/store' } },
    log: silentLog,
    memory: { last: () => undefined },
    clock: { now: () => 0 },
    notice: { attempt: (_failure: string, _repository: unknown, act: () => Promise<unknown>) => act() },
    laneTerminals: {
      hasAgent: () => false,
      run: async ({ id }: { id: string }, storeDirectory: string, { agent }: { agent: string }) => ({
        ended,
        shell: undefined,
        show: () => terminals.push([id, storeDirectory, agent]),
      }),
    },
  };
  const commands = new LaneCommands(environment as unknown as LaneEnvironment);
  await commands.run('startAgent', shop, { lane: 'login', command: 'codex' }, 'Start Agent');
  end({ exitCode: 3 });
  await vi.waitFor(() => expect(shown).toHaveLength(1));
  expect(given.slice(-2)).toEqual([['worker.heartbeat', { lane: 'login', ended: true, exitCode: 3 }], 'read again']);
  expect(shown[0]).toMatchObject({
    text: 'The agent in lane L-1 login exited with code 3.',
    titles: ['Mark as Failed', 'Retry…', 'Reassign…', 'Show Terminal'],
  });
  shown[0]?.choose('Show Terminal');
  await vi.waitFor(() => expect(terminals).toEqual([['lane of shop', '/shop/store', 'codex-login']]));
});
