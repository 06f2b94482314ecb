import { beforeEach, describe, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import { silentLog } from '../../../platform/log.js';
import type { CodeChange, Proposal } from '../../../workflows/workflow.js';
import type { ChatTurn } from '../chat/answerChat.js';
import type { CommandEnvironment } from '../commands/commandEnvironment.js';
import type { ProposedChanges } from './proposedChanges.js';
import { WorkflowAnswer } from './workflowAnswer.js';

vi.mock('vscode', () => ({
  l10n: {
    t: (message: string, ...values: (string | number)[]) =>
      message.replace(/\{(\d)\}/g, (_place, index: string) => String(values[Number(index)])),
  },
  MarkdownString: class {
    readonly value: string;
    constructor(value = '') {
      this.value = value;
    }
    appendCodeblock(): this {
      return this;
    }
  },
  Uri: { file: (path: string) => path, joinPath: (base: string, path: string) => `${base}/${path}` },
}));

vi.mock('../commands/operationNamed.js', () => ({ operationNamed: async () => ({ palette: true }) }));

/** Titles, which are the operations too. */
const acts = vi.hoisted(() => [] as string[]);
const prompt = vi.hoisted(() => ({}) as { replaces?: string });

const proposal = vi.hoisted(() => ({ edits: [] as CodeChange['edits'] }));
const repository = vi.hoisted(() => ({
  id: 'shop',
  name: 'shop',
  top: '/shop',
  folder: { fsPath: '/shop/web' },
  files: { root: '/shop' },
  calls: [] as unknown[],
  invoke: async (_operation: unknown, _input: unknown, options: unknown) => repository.calls.push(options),
}));

vi.mock('../../../workflows/workflows.js', () => ({
  workflowNamed: () => ({
    prepare: async ({ invoke }: { invoke: (operation: unknown, input: unknown) => Promise<unknown> }) => {
      // Meanwhile the person clicks on a file of another worktree.
      Object.assign(repository, {
        top: '/shop-login',
        folder: { fsPath: '/shop-login' },
        files: { root: '/shop-login' },
      });
      await invoke({}, {});
      const { edits } = proposal;
      const change: CodeChange = { edits, proof: undefined, expect: 'green', again: '', next: [] };
      const proposed: Proposal = { sections: [], accept: 'Apply', acts: [], change };
      return {
        brief: {
          title: 'Fix Findings',
          sections: [],
          references: [],
          acts: acts.map(title => ({ title, operation: title, input: {} })),
          missing: [],
        },
        prompt: {
          ...prompt,
          parts: [],
          withheld: 'Not shown to the language model: .env.',
          reply: { propose: () => proposed },
        },
      };
    },
  }),
}));
vi.mock('../../../workflows/converse.js', () => ({
  converse: async () => ({ kind: 'read', value: {}, asked: '' }),
}));

/** What the window has open. */
let repositories: object[];
let trees: string[];
let said: string;
let buttons: string[];
let held: unknown[];

beforeEach(() => {
  repositories = [repository];
  trees = ['/shop'];
  said = '';
  buttons = [];
  held = [];
  acts.length = 0;
  delete prompt.replaces;
  repository.calls.length = 0;
  Object.assign(repository, { top: '/shop', folder: { fsPath: '/shop/web' }, files: { root: '/shop' } });
});

async function answer(edits: CodeChange['edits']): Promise<void> {
  proposal.edits = edits;
  const stream = {
    progress: () => undefined,
    markdown: ({ value }: vscode.MarkdownString) => {
      said += value;
    },
    button: ({ title }: vscode.Command) => buttons.push(title),
  };
  const environment = {
    repositories: { all: repositories, active: repository, workTreesOf: () => trees },
    log: silentLog,
    clock: { now: () => 0 },
  };
  const changes = {
    hold: (proposed: object) => {
      held.push(proposed);
      return 'id';
    },
  };
  const turn = {
    ritual: 'auto-fix',
    repository,
    request: { prompt: '', references: [], model: { name: 'Model' } },
    stream,
    token: { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: () => undefined }) },
  };
  await new WorkflowAnswer(
    environment as unknown as CommandEnvironment,
    changes as unknown as ProposedChanges,
    turn as unknown as ChatTurn,
  ).write();
}

const edit = (path: string, lines = 1) => ({ path, before: null, after: 'line\n'.repeat(lines) });
const seen = 'The full change does not fit here. Review and apply it in “Show Changes”.';

describe('a change that a model proposes', () => {
  it('is offered below what the chat shows of it', async () => {
    await answer([edit('a.ts', 60), edit('b.ts')]);
    expect(said).toContain('Not shown to the language model: .env.');
    expect(buttons).toEqual(['Apply', 'Show Changes']);
    expect(said).not.toContain(seen);
  });

  it.each([
    ['files', ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(path => edit(path))],
    ['lines', [edit('a.ts', 61)]],
  ])('cannot be applied before all of it was shown, where it has more %s than fit', async (_what, edits) => {
    await answer(edits);
    expect(buttons).toEqual(['Show Changes']);
    expect(said).toContain(seen);
  });

  it('takes the place of the act that it is meant to, else of the first', async () => {
    acts.push('Accept Plan', 'Start Review');
    await answer([edit('a.ts')]);
    expect(buttons).toEqual(['Apply', 'Show Changes', 'Start Review']);
    buttons = [];
    prompt.replaces = 'Start Review';
    await answer([edit('a.ts')]);
    expect(buttons).toEqual(['Apply', 'Show Changes', 'Accept Plan']);
  });

  it('is of the worktree in which it was asked for, also when another one is edited meanwhile', async () => {
    await answer([edit('a.ts')]);
    expect(held).toMatchObject([{ repository: 'shop', top: '/shop' }]);
    expect(repository.calls).toMatchObject([{ folder: '/shop/web' }]);
  });
});

it.each([
  ['one repository with one worktree', 1, ['/shop'], ''],
  ['several worktrees of it', 1, ['/shop', '/shop-login'], 'Worktree: **shop**'],
  ['several worktrees of one name', 1, ['/shop', '/old/shop'], 'Worktree: **/shop**'],
  ['several repositories', 2, ['/shop'], 'Repository: **shop**'],
  ['several of both', 2, ['/shop', '/shop-login'], 'Repository: **shop** · Worktree: **shop**'],
])('says where it is from in a window with %s', async (_what, count, open, where) => {
  repositories = Array.from({ length: count }, () => repository);
  trees = open;
  await answer([]);
  expect(said.slice(0, said.indexOf('### Fix Findings')).trim()).toBe(where);
});
