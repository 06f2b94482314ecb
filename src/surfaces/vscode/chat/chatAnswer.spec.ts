import { beforeEach, describe, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import { type Refusal, refuse } from '../../../domain/refusal/refusal.js';
import { silentLog } from '../../../platform/log.js';
import type { DashboardReport } from '../../../reports/dashboardReport.js';
import type { Room, Rooms } from '../room.js';
import { ChatAnswer } from './chatAnswer.js';
import { followupsOf } from './followups.js';

vi.mock('vscode', () => ({
  l10n: {
    t: (message: string, ...values: (string | number)[]) =>
      message.replace(/\{(\d)\}/g, (_place, index: string) => String(values[Number(index)])),
  },
  MarkdownString: class {
    isTrusted: unknown;
    readonly value: string;
    constructor(value: string) {
      this.value = value;
    }
  },
}));

const report: DashboardReport = {
  at: '2026-11-21T12:00:00.000Z',
  nextChangeAt: '2026-11-22T00:00:00.000Z',
  counts: { needs_you: 1, ready: 1, in_flight: 0, blocked: 0, scheduled: 0, done: 0 },
  needsYou: {
    total: 1,
    rows: [
      {
        ref: 'W-3',
        title: '[Click](command:workbench.action.quit)',
        priority: 2,
        question: 'Which?',
        owner: 'claude',
        since: '2026-11-21T11:40:00.000Z',
        blocks: 0,
      },
    ],
  },
  stuck: { total: 0, rows: [] },
  working: { total: 0, rows: [] },
  upNext: { total: 1, rows: [{ ref: 'W-7', title: 'Go', priority: 2, due: null, leaseExpired: false, why: 'only' }] },
  days: [],
  events: [],
};

interface Said {
  readonly progress: string[];
  readonly markdown: vscode.MarkdownString[];
  readonly buttons: vscode.Command[];
}

let said: Said;
let cancel: () => void;
let cancelled: boolean;
let invoke: (name: string, input: unknown, signal: AbortSignal | undefined) => Promise<unknown>;

beforeEach(() => {
  said = { progress: [], markdown: [], buttons: [] };
  cancelled = false;
  invoke = async () => report;
});

function ask(request: { prompt?: string; command?: string }, withRoom = true): Promise<vscode.ChatResult> {
  const room = {
    name: 'rocket',
    invoke: (operation: { name: string }, input: unknown, options?: { signal?: AbortSignal }) =>
      invoke(operation.name, input, options?.signal),
  } as unknown as Room;
  const rooms = { all: withRoom ? [room] : [], active: withRoom ? room : undefined } as unknown as Rooms;
  const stream = {
    progress: (text: string) => said.progress.push(text),
    markdown: (text: vscode.MarkdownString) => said.markdown.push(text),
    button: (button: vscode.Command) => said.buttons.push(button),
  } as unknown as vscode.ChatResponseStream;
  const listeners: (() => void)[] = [];
  const token = {
    get isCancellationRequested() {
      return cancelled;
    },
    onCancellationRequested: (listener: () => void) => {
      listeners.push(listener);
      return { dispose: () => undefined };
    },
  } as unknown as vscode.CancellationToken;
  cancel = () => {
    cancelled = true;
    for (const listener of listeners) listener();
  };
  return new ChatAnswer(rooms, { answer: async () => ({ kind: 'ritual', mentions: [] }) }, silentLog, stream, token).to(
    { prompt: '', ...request } as vscode.ChatRequest,
  );
}

const text = (): string => said.markdown.map(({ value }) => value).join('');

describe('an answer in the chat', () => {
  it('says that it reads before it reads, then the state with the next acts as buttons', async () => {
    let progressBefore: string[] = [];
    invoke = async name => {
      progressBefore = [...said.progress];
      expect(name).toBe('repository.dashboard');
      return report;
    };
    const result = await ask({ command: 'context' });
    expect(progressBefore).toEqual(['Reading the queue…']);
    expect(text()).toContain('**1 needs you** · 1 ready');
    expect(text()).toContain('Answer [W-3](command:stateroom.queue.show?%5B%22W-3%22%5D) first.');
    expect(said.buttons).toEqual([
      { command: 'stateroom.queue.advance', arguments: ['W-3'], title: 'Answer W-3' },
      { command: 'stateroom.queue.next', title: 'Claim Next' },
      { command: 'stateroom.dashboard.open', title: 'Open Dashboard' },
    ]);
    expect(result.metadata).toEqual({ kind: 'context', mentions: ['W-3', 'W-7'] });
    expect(followupsOf(result.metadata as never)).toEqual([
      { prompt: 'What about W-3?' },
      { prompt: 'What about W-7?' },
    ]);
  });

  it('trusts no command but its own', async () => {
    await ask({ command: 'context' });
    for (const { isTrusted } of said.markdown) expect(isTrusted).toEqual({ enabledCommands: ['stateroom.queue.show'] });
    expect(text()).toContain('\\[Click\\]\\(command');
  });

  it('tells who asks in their own words that no model answers', async () => {
    await ask({ prompt: 'what shall I do today?' });
    expect(said.markdown[0]?.value).toBe(
      'I answer from the store, without a model. This is where the queue stands:\n\n',
    );
    expect(text()).toContain('1 needs you');
  });

  it('writes nothing once it was cancelled, and ends what it asked for', async () => {
    let signal: AbortSignal | undefined;
    invoke = async (_name, _input, given) => {
      signal = given;
      cancel();
      return report;
    };
    const result = await ask({ command: 'context' });
    expect(signal?.aborted).toBe(true);
    expect(said.markdown).toEqual([]);
    expect(said.buttons).toEqual([]);
    expect(followupsOf(result.metadata as never)).toEqual([]);
  });

  it('passes a refusal on with its next step', async () => {
    const refusal: Refusal = refuse('store_too_new', 'The store was written by a newer Stateroom.', {
      hint: 'Update Stateroom here.',
    });
    invoke = async () => refusal;
    await ask({ command: 'context' });
    expect(text()).toBe('The store was written by a newer Stateroom\\. Update Stateroom here\\.\n\n');
  });

  it('says so where no repository is', async () => {
    await ask({ command: 'context' }, false);
    expect(text()).toContain('in a git repository');
    expect(said.buttons).toEqual([{ command: 'vscode.openFolder', title: 'Open Folder' }]);
  });

  it('reports a failure as an error, with its cause', async () => {
    invoke = async () => {
      throw new Error('disk on fire');
    };
    const result = await ask({ command: 'context' });
    expect(result.errorDetails?.message).toBe('The queue could not be read: disk on fire');
    expect(said.markdown).toEqual([]);
  });

  it('offers the first act in an empty queue', async () => {
    const counts = { needs_you: 0, ready: 0, in_flight: 0, blocked: 0, scheduled: 0, done: 0 };
    const nothing = { total: 0, rows: [] };
    invoke = async () => ({ ...report, counts, needsYou: nothing, upNext: nothing });
    await ask({ command: 'context' });
    expect(text()).toBe('The queue is empty: nobody has added a work item yet.\n\n');
    expect(said.buttons.map(({ title }) => title)).toEqual(['Add Work Item', 'Open Dashboard']);
  });

  it('looks up work items that are named, each once, and says which there are not', async () => {
    const asked: unknown[] = [];
    invoke = async (name, input) => {
      asked.push([name, input]);
      return refuse('not_found', 'There is no work item W-12.');
    };
    const result = await ask({ prompt: 'what about w-12, W-12 and XW-4?', command: 'context' });
    expect(asked).toEqual([['queue.show', { id: 'W-12' }]]);
    expect(text()).toBe('There is no work item W\\-12\\.\n\n');
    expect(followupsOf(result.metadata as never)).toEqual([{ prompt: 'Where do we stand?', command: 'context' }]);
  });
});
