import { beforeEach, expect, it, vi } from 'vitest';
import type { Refusal } from '../../../domain/refusal/refusal.js';
import { say } from '../../../messages/say.js';
import type { OpenRepository } from '../repository/openRepository.js';
import { Dashboard } from './dashboard.js';

const commands = vi.hoisted(() => new Map<string, (...args: unknown[]) => unknown>());
const opened = vi.hoisted(() => [] as unknown[]);
const asked = vi.hoisted(() => [] as unknown[][]);

vi.mock('vscode', () => ({
  l10n: {
    t: (message: string, ...values: (string | number)[]) =>
      message.replace(/\{(\d)\}/g, (_place, index: string) => String(values[Number(index)])),
  },
  ViewColumn: { Active: -1 },
  commands: {
    registerCommand: (name: string, run: () => unknown) => {
      commands.set(name, run);
      return { dispose: () => undefined };
    },
  },
  window: {
    createWebviewPanel: (...args: unknown[]) => {
      asked.push(args);
      return { onDidDispose: () => undefined };
    },
    registerWebviewPanelSerializer: () => ({ dispose: () => undefined }),
  },
}));

vi.mock('./dashboardPanel.js', () => ({
  DashboardPanel: class {
    constructor(panel: unknown) {
      opened.push(panel);
    }
    reveal(): void {}
  },
}));

const repository = (id: string, tops: readonly string[]) =>
  ({ id, filesAt: (top: string) => (tops.includes(top) ? {} : undefined) }) as unknown as OpenRepository;
const all = [repository('shop', ['/shop']), repository('site', ['/site'])];
let active: string;
let refusals: Refusal[];

beforeEach(() => {
  commands.clear();
  opened.length = 0;
  active = 'site';
  refusals = [];
  const repositories = { all, setActive: ({ id }: { id: string }) => (active = id) };
  const notice = { show: (refusal: Refusal) => refusals.push(refusal) };
  new Dashboard('/' as never, { repositories, notice } as never).register();
});

const open = (...args: unknown[]): unknown => commands.get('stateroom.dashboard.open')?.(...args);

it('opens the dashboard of the repository that an answer was about', async () => {
  open({}, { repository: 'shop', folder: '/shop', top: '/shop' });
  await vi.waitUntil(() => opened.length > 0);
  expect([active, opened.length, refusals]).toEqual(['shop', 1, []]);
});

it('opens none in place of one whose repository is closed, and says so', () => {
  open({}, { repository: 'gone', folder: '/gone', top: '/gone' });
  expect([active, opened.length]).toEqual(['site', 0]);
  expect(refusals.map(({ message, hint }) => `${say(message)} ${say(hint ?? '')}`)).toEqual([
    'The worktree of this answer no longer exists, or its repository is not open or not trusted: /gone. ' +
      'Nothing was changed. Try again in the right worktree.',
  ]);
});

it('opens that of the active repository where nobody says which', async () => {
  open();
  await vi.waitUntil(() => opened.length > 0);
  expect([active, opened.length, refusals]).toEqual(['site', 1, []]);
});

it('asks for a page that runs scripts and is given up while nobody sees it', () => {
  asked.length = 0;
  open();
  // Nothing more: a page that is kept while it is hidden costs its memory all day.
  expect(asked).toEqual([['stateroom.dashboard', 'Stateroom Home', -1, { enableScripts: true }]]);
});
