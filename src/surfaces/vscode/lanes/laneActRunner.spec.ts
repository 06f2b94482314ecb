import { beforeEach, expect, it, vi } from 'vitest';
import type { Refusal } from '../../../domain/refusal/refusal.js';
import { silentLog } from '../../../platform/log.js';
import { RefusalNotice } from '../repository/refusalNotice.js';
import { LaneActRunner } from './laneActRunner.js';
import type { LaneEnvironment } from './laneCommands.js';

const ran = vi.hoisted(() => [] as unknown[]);
const workspace = vi.hoisted(() => ({ isTrusted: true }));

vi.mock('vscode', () => ({
  l10n: { t: (message: string) => message },
  window: { showWarningMessage: async () => undefined },
  Uri: class {},
  workspace,
}));
vi.mock('./runLaneAct.js', () => ({
  runLaneAct: async (_environment: unknown, act: string, { id }: { id: string }, given: unknown, title: string) => {
    ran.push([act, id, given, title]);
    return 'ran';
  },
}));

const repository = (id: string) => ({ id, filesAt: (top: string) => (top === `/${id}` ? {} : undefined) });
const all = [repository('shop'), repository('site')];
const environment = {
  repositories: { all, active: all[1] },
  lanesView: { selection: [] },
  notice: new RefusalNotice(silentLog, () => undefined),
  titleOf: (command: string) => `title of ${command}`,
} as unknown as LaneEnvironment;
const acts = new LaneActRunner(environment);
const codeOf = (outcome: unknown) => (outcome as Refusal).code;

beforeEach(() => {
  ran.length = 0;
  workspace.isTrusted = true;
});

it('acts in the repository that a notice was about, whichever is active when its button is pressed', async () => {
  const at = { repository: 'shop', folder: '/shop', top: '/shop' };
  expect(await acts.run('reassign', { lane: 'login' }, at)).toBe('ran');
  expect(await acts.run('reassign', { lane: 'login' })).toBe('ran');
  const title = 'title of stateroom.lane.reassign';
  expect(ran).toEqual([
    ['reassign', 'shop', { lane: 'login' }, title],
    ['reassign', 'site', { lane: 'login' }, title],
  ]);
});

it('acts in no other repository than one that was closed meanwhile', async () => {
  const at = { repository: 'gone', folder: '/gone', top: '/gone' };
  expect(codeOf(await acts.run('startAgent', { lane: 'login' }, at))).toBe('not_found');
  expect(ran).toEqual([]);
});

it('runs no typed command in Restricted Mode, by a function or by the command', async () => {
  workspace.isTrusted = false;
  expect(codeOf(await acts.run('startAgent', { lane: 'login' }))).toBe('not_allowed');
  expect(codeOf(await acts.runCommand('startAgent', ['login']))).toBe('not_allowed');
  expect(ran).toEqual([]);
});

it('takes the lane of a row or a name from the arguments of a command', async () => {
  await acts.runCommand('reveal', ['login']);
  await acts.runCommand('reveal', [{ id: '1', row: { type: 'lane', input: { lane: 'cart' } } }]);
  expect(ran.map(one => (one as unknown[])[2])).toEqual([{ lane: 'login' }, { lane: 'cart' }]);
});
