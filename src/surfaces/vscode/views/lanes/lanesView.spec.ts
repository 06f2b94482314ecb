import { beforeEach, expect, it, vi } from 'vitest';
import { silentLog } from '../../../../platform/log.js';
import type { RepositoryCondition } from '../../repository/repositoryState.js';
import { LanesView, type LanesViewEnvironment } from './lanesView.js';

const { editor } = await vi.hoisted(async () => {
  const { FakeEditor } = await import('../../../../../test/editor/fake/fakeEditor.js');
  return { editor: new FakeEditor() };
});
const code = vi.hoisted(() => ({ isBroken: true, reads: 0 }));

vi.mock('vscode', () => editor.module);

vi.mock('../../../../operations/loadLaneCatalogue.js', () => ({
  loadLaneOperations: async () => {
    code.reads += 1;
    if (code.isBroken) throw new Error('The code for lanes is gone.');
    return { laneList: {} };
  },
}));

/** The view of a repository, as each reading of its condition tells it to be. */
function openView(hasLanes: boolean) {
  let tell: (condition: RepositoryCondition) => void = () => undefined;
  const repository = {
    id: '/shop/.git',
    hasLanes: async () => hasLanes,
    invoke: async () => ({ lanes: [], needs: [] }),
  };
  const condition = { repository, state: 'ready' } as unknown as RepositoryCondition;
  const status = {
    current: condition,
    onDidRead: (listener: typeof tell) => {
      tell = listener;
      return { dispose: () => undefined };
    },
    refresh: async () => tell(condition),
    followClosely: () => undefined,
  };
  const errors: string[] = [];
  const log = { ...silentLog, error: (what: string) => errors.push(what) };
  const clock = { now: () => 0 };
  const drafts = { countsIn: () => new Map(), onDidChange: () => ({ dispose: () => undefined }) };
  const lanesView = new LanesView({ status, clock, log, drafts } as unknown as LanesViewEnvironment);
  const shown = editor.views.get('stateroom.lanes');
  if (shown === undefined) throw new Error('There is no view.');
  shown.turn(false);
  return { lanesView, shown, errors, change: () => tell(condition) };
}

beforeEach(() => {
  code.reads = 0;
});

it('leaves the code for lanes unread while nobody looks and there is no lane', async () => {
  const { lanesView, shown, change } = openView(false);
  change();
  await new Promise(resolve => setImmediate(resolve));
  expect(code.reads).toBe(0);
  code.isBroken = false;
  shown.turn(true);
  await vi.waitFor(() => expect(code.reads).toBeGreaterThan(0));
  lanesView.dispose();
});

it('reads lanes where nobody looks', async () => {
  const { lanesView, change } = openView(true);
  code.isBroken = false;
  change();
  await vi.waitFor(() => expect(code.reads).toBeGreaterThan(0));
  lanesView.dispose();
});

it('says why there are no rows where the code for lanes cannot be read, and tries again at the next look', async () => {
  const { lanesView, shown, errors } = openView(false);
  code.isBroken = true;
  shown.turn(true);
  await vi.waitFor(() =>
    expect(shown.message).toBe(
      'Could not read this view. Refresh it to try again; Stateroom: Show Log has the details. Cause: The code for lanes is gone.',
    ),
  );
  expect(await shown.rows()).toEqual([]);
  expect(errors).toEqual(['stateroom.lanes could not be read.']);
  code.isBroken = false;
  shown.turn(false);
  shown.turn(true);
  await vi.waitFor(() => expect(shown.message).toBe(''));
  lanesView.dispose();
});
