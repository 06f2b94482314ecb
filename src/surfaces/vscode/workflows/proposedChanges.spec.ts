import { beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLog } from '../../../platform/log.js';
import type { CodeChange } from '../../../workflows/workflow.js';
import type { CommandEnvironment } from '../commands/commandEnvironment.js';
import { ProposedChanges } from './proposedChanges.js';

/** The files of both worktrees, by their paths. */
const disk = vi.hoisted(() => new Map<string, string>());
const notices = vi.hoisted(
  () => [] as { text: string; titles: string[]; choose: (title: string | undefined) => void }[],
);
const commands = vi.hoisted(() => [] as unknown[][]);

vi.mock('vscode', () => {
  const show = (text: string, ...titles: string[]) => new Promise(choose => notices.push({ text, titles, choose }));
  const uri = (path: string) => ({ path, toString: () => path });
  return {
    l10n: {
      t: (message: string, ...values: (string | number)[]) =>
        message.replace(/\{(\d)\}/g, (_place, index: string) => String(values[Number(index)])),
    },
    Uri: {
      file: uri,
      joinPath: (base: { path: string }, path: string) => uri(`${base.path}/${path}`),
      from: (parts: unknown) => parts,
    },
    WorkspaceEdit: class {
      readonly acts: (() => void)[] = [];
      createFile({ path }: { path: string }, { contents }: { contents: Uint8Array }): void {
        this.acts.push(() => disk.set(path, new TextDecoder().decode(contents)));
      }
      deleteFile({ path }: { path: string }): void {
        this.acts.push(() => disk.delete(path));
      }
    },
    workspace: {
      registerTextDocumentContentProvider: () => ({ dispose: () => undefined }),
      openTextDocument: async ({ path }: { path: string }) => ({
        isDirty: false,
        encoding: 'utf8',
        getText: () => disk.get(path) ?? '',
      }),
      applyEdit: async ({ acts }: { acts: (() => void)[] }) => {
        for (const act of acts) act();
        return true;
      },
      encode: async (text: string) => new TextEncoder().encode(text),
      getConfiguration: () => ({ get: () => 'auto' }),
      decode: async (bytes: Uint8Array) => new TextDecoder().decode(bytes),
      fs: { readFile: async ({ path }: { path: string }) => new TextEncoder().encode(disk.get(path)) },
    },
    ProgressLocation: { Notification: 15 },
    window: {
      withProgress: (_place: unknown, run: (progress: unknown, token: unknown) => Promise<unknown>) =>
        run({ report: () => undefined }, { onCancellationRequested: () => ({ dispose: () => undefined }) }),
      showInformationMessage: show,
      showWarningMessage: show,
    },
    commands: { executeCommand: async (...call: unknown[]) => commands.push(call) },
  };
});

/** Two worktrees of one repository are open in the window; the repository is in that of the file that is edited. */
const trees = new Map<string, ReturnType<typeof treeAt>>();
/** Paths that are not committed, by the top of their worktree. */
const uncommitted = new Map<string, Set<string>>();
const repository = {
  id: 'shop',
  files: treeAt('/shop'),
  filesAt: (top: string) => trees.get(top),
  invoke: async ({ name }: { name: string }, input: unknown, { folder }: { folder: string }) => {
    runs.push([name, input, folder]);
    const { passed, exitCode, treeChanged } = said;
    return { evidence: { ref: 'E-1', command: 'test 10', passed }, exitCode, treeChanged, tail: 'not ok' };
  },
  changedPaths: async (top: string) => uncommitted.get(top) ?? new Set<string>(),
};
/** What the test says when it is run. */
let said: { passed: boolean; exitCode: number; treeChanged: boolean };
const runs: unknown[][] = [];
let changes: ProposedChanges;

beforeEach(() => {
  disk.clear();
  notices.length = 0;
  commands.length = 0;
  runs.length = 0;
  uncommitted.clear();
  said = { passed: true, exitCode: 0, treeChanged: false };
  for (const top of ['/shop', '/shop-login']) trees.set(top, treeAt(top));
  repository.files = treeAt('/shop');
  const environment = {
    repositories: { all: [repository], active: repository },
    clock: { now: () => 0 },
    log: silentLog,
    notice: { showError: vi.fn() },
    status: { refresh: async () => undefined },
    run: async ({ name }: { name: string }, ...call: unknown[]) => commands.push([name, ...call]),
  };
  changes = new ProposedChanges(environment as unknown as CommandEnvironment);
});

function treeAt(root: string) {
  return {
    root,
    paths: async () => [],
    kindOf: async (path: string) => (disk.has(`${root}/${path}`) ? ('file' as const) : undefined),
  };
}

const change: CodeChange = {
  edits: [{ path: 'test/limit.test.sh', before: null, after: 'test 10\n' }],
  proof: undefined,
  expect: 'green',
  again: 'S-1',
  next: [{ title: 'Close S-1', operation: 'slice.close', input: { slice: 'S-1' } }],
};

const hold = (held: CodeChange) =>
  changes.hold({ repository: 'shop', top: '/shop', ritual: 'tdd', change: held, accept: 'Apply' });

const noticed = async (text: string | RegExp) => {
  await vi.waitFor(() => expect(notices.at(-1)?.text).toMatch(text));
  return notices.at(-1);
};

describe('changes that were proposed for one worktree', () => {
  it('are written there and taken back there, whichever one is edited by then', async () => {
    const id = hold(change);
    repository.files = treeAt('/shop-login');
    await changes.apply(id);
    expect([...disk]).toEqual([['/shop/test/limit.test.sh', 'test 10\n']]);
    (await noticed('The changes were applied. There is no test to run.'))?.choose('Undo');
    await noticed('The changes were undone.');
    expect([...disk]).toEqual([]);
  });

  it('can be taken back once what was in the way is gone', async () => {
    await changes.apply(hold(change));
    const applied = await noticed('The changes were applied. There is no test to run.');
    disk.set('/shop/test/limit.test.sh', 'test 11\n');
    applied?.choose('Undo');
    const refused = await noticed(
      'test/limit.test.sh has changed in the meantime. Nothing was undone. Undo unwanted changes in the file.',
    );
    expect(disk.get('/shop/test/limit.test.sh')).toBe('test 11\n');
    disk.set('/shop/test/limit.test.sh', 'test 10\n');
    refused?.choose('Undo');
    await noticed('The changes were undone.');
    expect([...disk]).toEqual([]);
  });

  it('are proven there, and what comes next is done there too', async () => {
    repository.files = treeAt('/shop-login');
    await changes.apply(hold({ ...change, proof: { command: 'test 10', task: 'T-1', slice: 'S-1' } }));
    const passed = await noticed(/The test passes/);
    expect(runs).toEqual([
      ['evidence.run', { command: ['test 10'], directory: '', task: 'T-1', slice: 'S-1' }, '/shop'],
    ]);
    passed?.choose('Close S-1');
    const at = { repository: 'shop', folder: '/shop', top: '/shop' };
    await vi.waitFor(() => expect(commands).toEqual([['slice.close', { slice: 'S-1' }, at]]));
  });

  it('are gone on from there alone: the chat looks at what is edited', async () => {
    repository.files = treeAt('/shop-login');
    await changes.apply(hold({ ...change, expect: 'red', proof: { command: 'test 10', task: 'T-1', slice: 'S-1' } }));
    (await noticed(/The test already passes/))?.choose('Try Again');
    const elsewhere = await noticed('These changes are in worktree /shop. Open one of its files first.');
    expect(elsewhere?.titles).toEqual(['Try Again']);
    expect(commands).toEqual([]);
    repository.files = treeAt('/shop');
    elsewhere?.choose('Try Again');
    await vi.waitFor(() =>
      expect(commands).toEqual([['workbench.action.chat.open', { query: '@stateroom /tdd S-1' }]]),
    );
  });

  it('are written nowhere once it is gone', async () => {
    const id = hold(change);
    trees.delete('/shop');
    await changes.apply(id);
    await noticed('The worktree of these changes no longer exists, or its repository is not open or not trusted.');
    expect([...disk]).toEqual([]);
  });
});

describe('a change that a test was run on', () => {
  const proof = { command: 'test 10', task: 'T-1', slice: 'S-1' };
  const mark = {
    title: 'Mark F-2 Fixed',
    operation: 'finding.fix',
    input: { ids: ['F-2'] },
    proofAs: 'evidence',
    afterCommit: true,
  };
  const fix: CodeChange = { ...change, proof, next: [mark] };
  const marked = [
    'finding.fix',
    { ids: ['F-2'], evidence: 'E-1' },
    { repository: 'shop', folder: '/shop', top: '/shop' },
  ];

  it('marks nothing fixed before it is committed, and leads there first', async () => {
    uncommitted.set('/shop', new Set(['test/limit.test.sh']));
    await changes.apply(hold(fix));
    const first = await noticed('The test passes (E-1). Commit all changes, then mark the findings as fixed.');
    expect(first?.titles).toEqual(['Open Source Control', 'Mark F-2 Fixed', 'Undo']);
    first?.choose('Mark F-2 Fixed');
    await vi.waitFor(() => expect(notices).toHaveLength(2));
    expect(commands).toEqual([]);
    const again = await noticed('The test passes (E-1). Commit all changes, then mark the findings as fixed.');
    again?.choose('Open Source Control');
    const later = await noticed('After you commit all changes, you can mark the findings covered by E-1 as fixed.');
    expect(later?.titles).toEqual(['Mark F-2 Fixed', 'Undo']);
    expect(commands).toEqual([['workbench.view.scm']]);
    uncommitted.clear();
    later?.choose('Mark F-2 Fixed');
    await vi.waitFor(() => expect(commands).toEqual([['workbench.view.scm'], marked]));
  });

  it('is marked at once where somebody has committed it meanwhile', async () => {
    uncommitted.set('/shop', new Set(['test/limit.test.sh']));
    await changes.apply(hold(fix));
    const first = await noticed(/^The test passes/);
    uncommitted.clear();
    first?.choose('Mark F-2 Fixed');
    await vi.waitFor(() => expect(commands).toEqual([marked]));
  });

  it('is marked whatever else somebody has begun since, once it is committed', async () => {
    uncommitted.set('/shop', new Set(['test/limit.test.sh']));
    await changes.apply(hold(fix));
    const first = await noticed(/^The test passes/);
    uncommitted.set('/shop', new Set(['src/other.ts']));
    first?.choose('Mark F-2 Fixed');
    await vi.waitFor(() => expect(commands).toEqual([marked]));
  });

  it('asks for no commit where all is committed, or nothing that comes next needs one', async () => {
    uncommitted.set('/shop-login', new Set(['src/a.ts']));
    await changes.apply(hold(fix));
    expect((await noticed(/^The test passes \(E-1\)\.$/))?.titles).toEqual(['Mark F-2 Fixed', 'Undo']);
    uncommitted.set('/shop', new Set(['test/limit.test.sh']));
    disk.clear();
    await changes.apply(hold({ ...change, proof }));
    await vi.waitFor(() => expect(notices).toHaveLength(2));
    expect((await noticed(/^The test passes \(E-1\)\.$/))?.titles).toEqual(['Close S-1', 'Undo']);
  });

  it.each([
    ['green', true],
    ['red', false],
  ] as const)('is not called %s where files changed while the test ran', async (expected, passed) => {
    said = { passed, exitCode: passed ? 0 : 1, treeChanged: true };
    await changes.apply(hold({ ...fix, expect: expected }));
    const told = await noticed('Files changed while “test 10” ran, so E-1 does not apply to the current files.');
    expect(told?.titles).toEqual(['Run Test', 'Show Evidence', 'Undo']);
  });

  it('still fails, whatever the test changed', async () => {
    said = { passed: false, exitCode: 1, treeChanged: true };
    await changes.apply(hold(fix));
    await noticed('The test still fails (E-1): not ok');
  });

  it('can be taken back, and tested again, once its notification is gone', async () => {
    const id = hold(fix);
    await changes.apply(id);
    (await noticed(/^The test passes/))?.choose(undefined);
    expect(await changes.apply(id)).toBe(false);
    const told = await noticed('These changes have already been applied.');
    expect(told?.titles).toEqual(['Run Test', 'Undo']);
    told?.choose('Undo');
    await noticed('The changes were undone.');
    expect([...disk]).toEqual([]);
  });
});

describe('changes that do not fit in the chat', () => {
  it('are applied from where all of them are shown', async () => {
    const long = 'line\n'.repeat(61);
    const id = hold({ ...change, edits: [{ path: 'src/long.ts', before: null, after: long }] });
    await changes.show(id);
    expect(commands.map(([command]) => command)).toEqual(['vscode.changes']);
    const notice = await noticed('Nothing has been saved yet.');
    expect(notice?.titles).toEqual(['Apply']);
    notice?.choose('Apply');
    await noticed('The changes were applied. There is no test to run.');
    expect([...disk]).toEqual([['/shop/src/long.ts', long]]);
    // Whoever looks again is not asked again.
    notices.length = 0;
    await changes.show(id);
    expect(notices).toEqual([]);
  });

  it('unlike short ones, whose button is below them', async () => {
    await changes.show(hold(change));
    expect(notices).toEqual([]);
  });
});
