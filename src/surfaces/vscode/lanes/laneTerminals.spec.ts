import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Lane } from '../../../domain/lane/lane.js';
import type { Repository } from '../repository.js';
import { LaneTerminals } from './laneTerminals.js';

/** Names of the terminals that were closed. */
const closed = vi.hoisted(() => [] as string[]);

vi.mock('vscode', () => {
  const nothing = () => ({ dispose: () => undefined });
  return {
    l10n: { t: (message: string, ...values: string[]) => message.replace('{0}', String(values[0])) },
    Uri: { file: (path: string) => ({ path }) },
    ThemeIcon: class {},
    window: {
      onDidCloseTerminal: nothing,
      onDidStartTerminalShellExecution: nothing,
      onDidEndTerminalShellExecution: nothing,
      createTerminal: ({ cwd }: { cwd: { path: string } }) => ({
        processId: Promise.resolve(undefined),
        show: () => undefined,
        dispose: () => closed.push(cwd.path),
      }),
    },
  };
});

const laneAt = (worktreePath: string, id: string, ref: string) => ({ id, ref, lane: 'login', worktreePath }) as Lane;
const repositoryOf = (...lanes: Lane[]) => ({ invoke: async () => ({ lanes }) }) as unknown as Repository;

describe('terminals of lanes of one name in two repositories', () => {
  const ofShop = laneAt('/shop-login', '01SHOP', 'L-1');
  const ofSite = laneAt('/site-login', '01SITE', 'L-2');
  let terminals: LaneTerminals;

  beforeEach(async () => {
    closed.length = 0;
    terminals = new LaneTerminals();
    await terminals.show(ofSite, '/nowhere');
    await terminals.show(ofShop, '/nowhere');
  });

  it.each(['login', 'L-1', '01SHOP'])('close with the lane of the room that is named as %s alone', async name => {
    await terminals.release(repositoryOf(ofShop), name);
    expect(closed).toEqual(['/shop-login']);
  });

  it('stay where the room has no such lane', async () => {
    await terminals.release(repositoryOf(), 'login');
    expect(closed).toEqual([]);
  });
});

it('ask the store for no lane as long as there is no terminal', async () => {
  const invoke = vi.fn();
  await new LaneTerminals().release({ invoke } as unknown as Repository, 'login');
  expect(invoke).not.toHaveBeenCalled();
});
