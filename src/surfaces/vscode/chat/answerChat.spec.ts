import { beforeEach, describe, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import { type Refusal, refuse } from '../../../domain/refusal/refusal.js';
import { verbatim } from '../../../messages/message.js';
import { silentLog } from '../../../platform/log.js';
import type { DashboardReport } from '../../../reports/dashboardReport.js';
import type { CommandEnvironment } from '../commands/commandEnvironment.js';
import type { Repositories, Repository } from '../repository.js';
import type { ProposedChanges } from '../workflows/proposedChanges.js';
import { WorkflowAnswer } from '../workflows/workflowAnswer.js';
import { type AnswerTurn, answerChat } from './answerChat.js';
import { type AnswerMetadata, followupsOf } from './followups.js';

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
  Position: class extends Array<number> {},
  Location: class {
    readonly uri: unknown;
    readonly at: unknown;
    constructor(uri: unknown, at: Iterable<number>) {
      this.uri = uri;
      this.at = [...at];
    }
  },
  Uri: {
    file: (path: string) => path,
    joinPath: (base: string, path: string) => `${base}/${path}`,
  },
  LanguageModelError: class extends Error {},
  LanguageModelChatMessage: { User: (text: string) => text, Assistant: (text: string) => text },
}));

const report: DashboardReport = {
  at: '2026-11-21T12:00:00.000Z',
  nextChangeAt: '2026-11-22T00:00:00.000Z',
  counts: { needs_you: 1, ready: 1, in_flight: 0, blocked: 0, scheduled: 0, done: 0 },
  needsYou: {
    total: 1,
    rows: [
      {
        ...{
          kind: 'workItem',
          ref: 'W-3',
          item: 'W-3',
          lane: null,
          task: null,
          title: '[Click](command:workbench.action.quit)',
        },
        ...{ priority: 2, question: 'Which?', owner: 'claude', since: '2026-11-21T11:40:00.000Z', blocks: 0 },
        ...{ next: 'queue advance W-3', acts: [{ operation: 'queue.advance', input: { id: 'W-3' } }] },
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
  /** Texts, and anchors by their title. */
  readonly written: string[];
  readonly anchors: unknown[];
  readonly trusted: unknown[];
  readonly buttons: vscode.Command[];
}

let said: Said;
let cancel: () => void;
let cancelled: boolean;
let invoke: (name: string, input: unknown, signal: AbortSignal | undefined) => Promise<unknown>;
/** What the model says, one reply after the other; an error is thrown. */
let replies: (string | Error)[];
let asked: string[];

beforeEach(() => {
  said = { progress: [], written: [], anchors: [], trusted: [], buttons: [] };
  cancelled = false;
  invoke = async () => report;
  replies = [new Error('there is none')];
  asked = [];
});

function ask(request: { prompt?: string; command?: string }, withRepository = true): Promise<vscode.ChatResult> {
  const repository = {
    id: 'room-1',
    name: 'rocket',
    top: '/rocket',
    folder: { fsPath: '/rocket' },
    invoke: (operation: { name: string }, input: unknown, options?: { signal?: AbortSignal }) =>
      invoke(operation.name, input, options?.signal),
  } as unknown as Repository;
  const repositories = {
    all: withRepository ? [repository] : [],
    active: withRepository ? repository : undefined,
    workTreesOf: () => ['/rocket'],
  } as unknown as Repositories;
  const stream = {
    progress: (text: string) => said.progress.push(text),
    markdown: (text: vscode.MarkdownString | string) => {
      if (typeof text !== 'string') said.trusted.push(text.isTrusted);
      said.written.push(typeof text === 'string' ? text : text.value);
    },
    anchor: (target: unknown, title: string) => {
      said.anchors.push(target);
      said.written.push(`⟨${title}⟩`);
    },
    reference: () => undefined,
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
  const model = {
    name: 'Model',
    maxInputTokens: 10_000,
    countTokens: async (text: string) => text.length,
    sendRequest: async (messages: string[]) => {
      asked.push(messages[0] ?? '');
      const reply = replies.shift() ?? '';
      if (reply instanceof Error) throw reply;
      return {
        text: (async function* () {
          yield reply;
        })(),
      };
    },
  };
  const environment = {
    repositories,
    log: silentLog,
    clock: { now: () => Date.parse(report.at) },
  } as unknown as CommandEnvironment;
  const changes = {} as unknown as ProposedChanges;
  const whole = { prompt: '', model, ...request } as unknown as vscode.ChatRequest;
  const answer: AnswerTurn = turn => new WorkflowAnswer(environment, changes, turn).write();
  return answerChat({ repositories, log: silentLog }, answer, whole, stream, token);
}

const text = (): string => said.written.join('');

describe('an answer in the chat', () => {
  it('says that it reads before it reads, then the state with the next acts as buttons', async () => {
    let progressBefore: string[] = [];
    invoke = async name => {
      progressBefore = [...said.progress];
      expect(name).toBe('repository.dashboard');
      return report;
    };
    const result = await ask({ command: 'context' });
    expect(progressBefore).toEqual(['Reading the repository…']);
    expect(text()).toContain('**1 needs you** · 1 ready');
    expect(text()).toContain('Answer [W-3](command:stateroom.openPage?%5B%22room-1%22%2C%22W-3%22%5D) first.');
    // Pressed later, they act where it was asked.
    const at = { repository: 'room-1', folder: '/rocket', top: '/rocket' };
    expect(said.buttons).toEqual([
      { command: 'stateroom.queue.advance', arguments: [{ id: 'W-3' }, at], title: 'Answer W-3' },
      { command: 'stateroom.queue.next', arguments: [{}, at], title: 'Claim Next' },
      { command: 'stateroom.dashboard.open', arguments: [{}, at], title: 'Open Home' },
    ]);
    expect(result.metadata).toEqual({ mentions: ['W-3', 'W-7'], asks: ['What changed since yesterday?'] });
    expect(followupsOf(result.metadata as never)).toEqual([
      { prompt: 'What about W-3?', command: 'context' },
      { prompt: 'What about W-7?', command: 'context' },
      { prompt: 'What changed since yesterday?', command: 'context' },
    ]);
  });

  it('trusts no command but its own', async () => {
    await ask({ command: 'context' });
    for (const trusted of said.trusted) expect(trusted).toEqual({ enabledCommands: ['stateroom.openPage'] });
    expect(text()).toContain('\\[Click\\]\\(command');
  });

  it('answers a question in words without asking a model', async () => {
    const names: string[] = [];
    invoke = async name => {
      names.push(name);
      return name === 'repository.now'
        ? { task: null, actions: { rows: [] }, blockers: [], slices: { rows: [] } }
        : report;
    };
    await ask({ prompt: 'what shall I do today?' });
    expect(names).toEqual(['repository.now', 'repository.dashboard']);
    expect(text()).toContain('### Next Steps');
    expect(text()).toMatch(/\[W-7\]\(\S+\) Go \(the only ready item\)/);
    expect(asked).toEqual([]);
  });

  describe('to a question that is not understood', () => {
    const prompt = 'tell me a story about the finding';

    it('shows what the model takes it for', async () => {
      replies = ['Sure: {"question": {"about": "findings", "path": "src/api"}}'];
      invoke = async (name, input) => {
        if (name === 'repository.dashboard') return report;
        expect([name, input]).toEqual(['finding.list', { path: 'src/api', limit: 20 }]);
        return { findings: [], counts: { open: { high: 0, medium: 0, low: 0 } } };
      };
      await ask({ prompt });
      expect(said.progress).toEqual(['Reading the repository…', 'Asking Model…']);
      expect(asked[0]).toContain(`<question>\n${prompt}\n</question>`);
      expect(text()).toContain('### Open Findings: src/api');
      expect(text()).toContain('Model interpreted your request.');
      expect(text()).not.toContain('not understood');
    });

    it('asks once more where the reply is broken', async () => {
      replies = ['{"question": {"about": "weather"}}', '{"question": {"about": "standing"}}'];
      await ask({ prompt });
      expect(asked).toHaveLength(2);
      expect(text()).toContain('Model interpreted your request.');
    });

    it.each<[string, (string | Error)[], string]>([
      ['is not there', [new Error('offline')], 'The language model did not respond\\: offline'],
      ['talks nonsense', ['Once upon a time', 'the end'], 'The language model could not interpret the question.'],
    ])('says where the work stands and what can be asked where the model %s', async (_what, said_, sentence) => {
      replies = said_;
      const result = await ask({ prompt });
      expect(text()).toContain(sentence);
      expect(text()).toContain('Question not understood. Try one of these');
      expect(text()).toContain('\n- Who owns src/api?\n');
      expect(text()).toContain('**1 needs you** · 1 ready');
      expect(said.buttons.map(({ title }) => title)).toEqual(['Answer W-3', 'Claim Next', 'Open Home']);
      expect((result.metadata as AnswerMetadata).mentions).toEqual(['W-3', 'W-7']);
    });

    it('writes nothing once it was cancelled while the model thinks', async () => {
      replies = ['{"question": null}'];
      invoke = async () => {
        queueMicrotask(() => cancel());
        return report;
      };
      await ask({ prompt });
      expect(said.written).toEqual([]);
      expect(said.buttons).toEqual([]);
    });
  });

  it('names files by anchors that open them at their line, behind their folder', async () => {
    invoke = async () => ({
      findings: [
        { ref: 'F-1', severity: 'high', path: 'src/a b.ts', lineStart: 3, text: 'It <leaks>' },
        { ref: 'F-2', severity: 'low', path: 'README.md', lineStart: null, text: 'No' },
      ],
      counts: { open: { high: 1, medium: 0, low: 1 } },
    });
    await ask({ prompt: 'which findings are open?' });
    expect(text()).toContain(' high, src/⟨src/a b.ts:3⟩: It &lt;leaks\\>\n');
    expect(text()).toContain(' low, ⟨README.md⟩: No');
    expect(said.anchors).toEqual([{ uri: '/rocket/src/a b.ts', at: [2, 0] }, '/rocket/README.md']);
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
    expect(said.written).toEqual([]);
    expect(said.buttons).toEqual([]);
    expect(followupsOf(result.metadata as never)).toEqual([]);
  });

  it('passes a refusal on with its next step', async () => {
    const refusal: Refusal = refuse('store_too_new', verbatim('The store was written by a newer Stateroom.'), {
      hint: verbatim('Update Stateroom here.'),
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
    expect(result.errorDetails?.message).toBe('Stateroom could not answer: disk on fire');
    expect(said.written).toEqual([]);
  });

  it('offers the first act in an empty queue', async () => {
    const counts = { needs_you: 0, ready: 0, in_flight: 0, blocked: 0, scheduled: 0, done: 0 };
    const nothing = { total: 0, rows: [] };
    invoke = async () => ({ ...report, counts, needsYou: nothing, upNext: nothing });
    await ask({ command: 'context' });
    expect(text()).toContain('The queue is empty. No work items have been added yet.\n\n');
    expect(said.buttons.map(({ title }) => title)).toEqual(['Add Work Item', 'Open Home']);
  });

  it('looks up work items that are named, each once, and says which there are not', async () => {
    const calls: unknown[] = [];
    invoke = async (name, input) => {
      calls.push([name, input]);
      return refuse('not_found', verbatim('Work item W-12 not found.'));
    };
    const result = await ask({ prompt: 'what about w-12, W-12 and XW-4?', command: 'context' });
    expect(calls).toEqual([['queue.show', { id: 'W-12' }]]);
    expect(text()).toContain('Work item W\\-12 not found\\.\n\n');
    expect(followupsOf(result.metadata as never)).toEqual([{ prompt: 'Where do we stand?', command: 'context' }]);
  });
});
