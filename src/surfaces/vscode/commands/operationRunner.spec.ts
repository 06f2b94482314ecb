import { beforeEach, expect, it, vi } from 'vitest';
import type { Refusal } from '../../../domain/refusal/refusal.js';
import { queueAdd } from '../../../operations/queue/queueAdd.js';
import { queueResolve } from '../../../operations/queue/queueResolve.js';
import { silentLog } from '../../../platform/log.js';
import { RefusalNotice } from '../repository/refusalNotice.js';
import type { CommandEnvironment } from './commandEnvironment.js';
import { OperationRunner } from './operationRunner.js';

const ran = vi.hoisted(() => [] as unknown[]);

vi.mock('vscode', () => ({
  l10n: { t: (message: string) => message },
  window: { showWarningMessage: async () => undefined },
  Uri: class {},
  workspace: { isTrusted: true },
}));
vi.mock('./operationRun.js', () => ({
  OperationRun: class {
    constructor(
      _environment: unknown,
      private readonly operation: { readonly name: string },
      private readonly repository: { readonly id: string },
    ) {}
    ask = async (ids: readonly string[], input: object) => ('closes' in input ? undefined : { ids, input });
    call = async ({ ids, input }: { readonly ids: readonly string[]; readonly input: object }) => {
      ran.push([this.operation.name, this.repository.id, ids, input]);
      return { ran: this.operation.name };
    };
  },
}));

const repository = (id: string) => ({
  id,
  filesAt: (top: string) => (top === `/${id}` ? {} : undefined),
});
const all = [repository('shop'), repository('site')];
let asked: unknown[];
let instead: unknown;
const environment = {
  repositories: { all, active: all[1] },
  queueView: { selection: [] },
  findingsView: { selection: [] },
  notice: new RefusalNotice(silentLog, () => undefined),
  titleOf: (command: string) => command,
  finishInstead: async ({ name }: { name: string }, { id }: { id: string }, input: unknown) => {
    asked.push([name, id, input]);
    return instead;
  },
} as unknown as CommandEnvironment;
const runner = new OperationRunner(environment);

beforeEach(() => {
  ran.length = 0;
  [asked, instead] = [[], 'not begun'];
});

it('runs an operation for code without the question of its command, which that code has answered', async () => {
  expect(await runner.run(queueAdd, { title: 'Wash' })).toEqual({ ran: 'queue.add' });
  expect([ran, asked]).toEqual([[['queue.add', 'site', [], { title: 'Wash' }]], []]);
});

it('runs nothing further where the review was finished in place of the command', async () => {
  instead = { finished: true };
  expect(await runner.runCommand(queueAdd, [{ title: 'Wash' }])).toEqual({ finished: true });
  expect([ran, asked]).toEqual([[], [['queue.add', 'site', { title: 'Wash' }]]]);
  instead = 'not begun';
  expect(await runner.runCommand(queueAdd, [{ title: 'Wash' }])).toEqual({ ran: 'queue.add' });
});

it('asks nothing more of a person who closed the first box', async () => {
  expect(await runner.runCommand(queueAdd, [{ closes: true }])).toBe(undefined);
  expect([ran, asked]).toEqual([[], []]);
});

it('runs once for the work items that are named', async () => {
  const input = { status: 'done', ids: ['W-1', 'W-2'] } as const;
  await runner.run(queueResolve, input);
  expect(ran).toMatchObject([['queue.resolve', 'site', ['W-1', 'W-2'], { status: 'done' }]]);
});

it('refuses for a repository that was closed meanwhile', async () => {
  const outcome = await runner.run(queueAdd, { title: 'Wash' }, { repository: 'gone', folder: '/gone', top: '/gone' });
  expect([(outcome as Refusal).code, ran]).toEqual(['not_found', []]);
});
