import { beforeEach, expect, it, vi } from 'vitest';
import { type Refusal, refuse } from '../../../domain/refusal/refusal.js';
import { verbatim } from '../../../messages/message.js';
import { silentLog } from '../../../platform/log.js';
import type { Repository } from '../repository.js';
import { RefusalNotice, type RefusedCall } from './refusalNotice.js';

const shown = vi.hoisted(() => [] as { text: string; titles: string[]; choose: (title: string) => void }[]);
const commands = vi.hoisted(() => [] as unknown[][]);

vi.mock('vscode', () => {
  const show = (text: string, ...titles: string[]) => new Promise(choose => shown.push({ text, titles, choose }));
  return {
    l10n: { t: (message: string) => message },
    window: { showErrorMessage: show, showWarningMessage: show },
    commands: { executeCommand: async (...call: unknown[]) => commands.push(call) },
  };
});

beforeEach(() => {
  shown.length = 0;
  commands.length = 0;
});

/** A repository that is in a linked worktree, and goes to the main one afterwards. */
const makeRepository = () => ({ id: '/shop/.git', folder: { fsPath: '/shop-login/src' }, top: '/shop-login' });
const at = { repository: '/shop/.git', folder: '/shop-login/src', top: '/shop-login' };
const stale = (details: Record<string, unknown>) => refuse('stale', verbatim('It is stale.'), { details });

it.each<[title: string, refusal: Refusal, call: RefusedCall, command: unknown[]]>([
  [
    'Prepare Merge Repair',
    refuse('conflict', verbatim('It conflicts.'), {
      next: [
        { operation: 'worker.repairMerge', input: { lane: 'login' } },
        { operation: 'hidden.here', input: {} },
      ],
    }),
    {},
    ['stateroom.worker.repairMerge', { lane: 'login' }, at],
  ],
  ['Check Store', refuse('store_corrupt', verbatim('It is damaged.')), {}, ['stateroom.store.check', undefined, at]],
  ['Run Command as Evidence…', stale({ needs: 'evidence' }), {}, ['stateroom.evidence.run', undefined, at]],
  ['Verify Finding', stale({ needs: 'repro', finding: 'F-3' }), {}, ['stateroom.finding.prove', { id: 'F-3' }, at]],
  [
    'Show Issues',
    refuse('conflict', verbatim('It is not ready.'), { details: { gate: 'close-check', task: 'T-3' } }),
    {},
    ['stateroom.now.revealRow', 'gate.close-check', at, 'T-3'],
  ],
  ['Show Work Item', stale({}), { workItem: 'W-1' }, ['stateroom.queue.show', { id: 'W-1' }, at]],
  [
    'Take Over',
    refuse('conflict', verbatim('Ada has it.')),
    { operation: 'queue.claim', workItem: 'W-1' },
    ['stateroom.queue.claim', { id: 'W-1', reassign: true }, at],
  ],
])(
  '“%s” acts where the call was refused, wherever the room is looked at by then',
  async (title, refusal, call, command) => {
    const repository = makeRepository();
    const titles = new Map([['stateroom.worker.repairMerge', 'Prepare Merge Repair']]);
    new RefusalNotice(silentLog, () => undefined, titles).show(refusal, repository as unknown as Repository, call);
    Object.assign(repository, { folder: { fsPath: '/shop' }, top: '/shop' });
    expect(shown[0]?.titles).toContain(title);
    shown[0]?.choose(title);
    await vi.waitFor(() => expect(commands).toEqual([command]));
  },
);

it('of no room, buttons act where the person is', async () => {
  new RefusalNotice(silentLog, () => undefined).show(stale({ needs: 'evidence' }));
  shown[0]?.choose('Run Command as Evidence…');
  await vi.waitFor(() => expect(commands).toEqual([['stateroom.evidence.run', undefined]]));
});

it.each([
  [
    'Continue in it: `worker restore login`.',
    [{ operation: 'worker.restore', input: { lane: 'login' } }],
    'It is there.',
  ],
  [
    'Unlock it with `git worktree unlock`.',
    [{ operation: 'worker.restore', input: {} }],
    'It is there. Unlock it with `git worktree unlock`.',
  ],
  ['Continue in it: `worker restore login`.', [], 'It is there. Continue in it: `worker restore login`.'],
])('quotes the command line only where there is no button: %s', (hint, next, text) => {
  const titles = new Map([['stateroom.worker.restore', 'Restore Lane']]);
  const refusal = refuse('conflict', verbatim('It is there.'), { hint: verbatim(hint), next });
  new RefusalNotice(silentLog, () => undefined, titles).show(refusal);
  expect(shown.map(notice => notice.text)).toEqual([text]);
});
