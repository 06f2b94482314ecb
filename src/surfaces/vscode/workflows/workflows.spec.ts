import { beforeEach, expect, it, vi } from 'vitest';
import type { CommandEnvironment } from '../commands/commandEnvironment.js';
import { Workflows } from './workflows.js';

vi.mock('vscode', () => ({
  l10n: { t: (message: string) => message },
  ProgressLocation: { Notification: 15 },
  Uri: { file: (path: string) => ({ fsPath: path }) },
  window: {
    withProgress: (_options: unknown, work: () => Promise<unknown>) => work(),
    showInformationMessage: async () => undefined,
    setStatusBarMessage: () => undefined,
  },
  workspace: { registerTextDocumentContentProvider: () => ({ dispose: () => undefined }) },
}));

/** Calls that are being carried out, each until it is answered. */
const calls: { input: unknown; answer: (output: unknown) => void }[] = [];

const invoke = (_operation: unknown, input: unknown) =>
  new Promise(answer => {
    calls.push({ input, answer });
  });
const repository = { id: 'shop', filesAt: () => ({}), invoke };
const shown: unknown[] = [];
const environment = {
  repositories: { all: [repository], active: repository },
  notice: { show: (refusal: unknown) => shown.push(refusal), showError: (text: string) => shown.push(text) },
  status: { refresh: async () => undefined },
} as unknown as CommandEnvironment;

/** As the editor hands it over: a value of its own for each press. */
const pressed = (id: string) => ({
  at: { repository: 'shop', folder: '/shop' },
  acts: [{ title: 'Limit', operation: 'task.scope', input: { id } }],
});

beforeEach(() => {
  calls.length = 0;
  shown.length = 0;
});

it('writes a proposal once where its button is pressed twice, and answers both alike', async () => {
  const workflows = new Workflows(environment);
  const first = workflows.accept(pressed('scope-1'));
  const second = workflows.accept(pressed('scope-1'));
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  calls[0]?.answer({ task: { ref: 'T-1' } });
  expect(await first).toEqual({ task: { ref: 'T-1' } });
  expect(await second).toEqual({ task: { ref: 'T-1' } });
  expect(calls.map(({ input }) => input)).toEqual([{ id: 'scope-1' }]);
});

it('writes another proposal meanwhile, and the same one again once it was answered', async () => {
  const workflows = new Workflows(environment);
  const both = [workflows.accept(pressed('scope-1')), workflows.accept(pressed('scope-2'))];
  await vi.waitFor(() => expect(calls.map(({ input }) => input)).toEqual([{ id: 'scope-1' }, { id: 'scope-2' }]));
  for (const { answer } of calls) answer({});
  await Promise.all(both);
  // Refused, or told by the operation that it is written already: either is its to say.
  const again = workflows.accept(pressed('scope-1'));
  await vi.waitFor(() => expect(calls).toHaveLength(3));
  calls[2]?.answer({});
  await again;
  expect(shown).toEqual([]);
});
