import { beforeEach, expect, it, vi } from 'vitest';
import { openWorkflowSurface } from './workflowSurface.js';
import type { WorkflowEnvironment } from './workflowsPart.js';

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
  operation: async (name: string) => ({ name, title: name }),
} as unknown as WorkflowEnvironment;

/** As the editor hands it over: a value of its own for each press. */
const pressed = (id: string) => [
  { at: { repository: 'shop', folder: '/shop' }, acts: [{ title: 'Limit', operation: 'task.scope', input: { id } }] },
];

beforeEach(() => {
  calls.length = 0;
  shown.length = 0;
});

it('writes a proposal once where its button is pressed twice, and answers both alike', async () => {
  const { accept } = openWorkflowSurface(environment);
  const first = accept(pressed('scope-1'));
  const second = accept(pressed('scope-1'));
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  calls[0]?.answer({ task: { ref: 'T-1' } });
  expect(await first).toEqual({ task: { ref: 'T-1' } });
  expect(await second).toEqual({ task: { ref: 'T-1' } });
  expect(calls.map(({ input }) => input)).toEqual([{ id: 'scope-1' }]);
});

it('writes another proposal meanwhile, and the same one again once it was answered', async () => {
  const { accept } = openWorkflowSurface(environment);
  const both = [accept(pressed('scope-1')), accept(pressed('scope-2'))];
  await vi.waitFor(() => expect(calls.map(({ input }) => input)).toEqual([{ id: 'scope-1' }, { id: 'scope-2' }]));
  for (const { answer } of calls) answer({});
  await Promise.all(both);
  // Refused, or told by the operation that it is written already: either is its to say.
  const again = accept(pressed('scope-1'));
  await vi.waitFor(() => expect(calls).toHaveLength(3));
  calls[2]?.answer({});
  await again;
  expect(shown).toEqual([]);
});
