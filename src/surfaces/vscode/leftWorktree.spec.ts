import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { Dialog } from '../../../test/editor/fake/dialogs.js';
import { expectNoTrouble } from '../../../test/editor/keyFlow/driveKeyFlows.js';
import { eventually } from '../../../test/editor/keyFlow/eventually.js';
import { openFlowScene } from '../../../test/editor/keyFlow/flowScene.js';
import { person } from '../../../test/support/testRepository.js';
import { workerApprove } from '../../operations/lane/worker/workerApprove.js';
import { workerDone } from '../../operations/lane/worker/workerDone.js';
import { workerSpawn } from '../../operations/lane/worker/workerSpawn.js';

const { editor } = await vi.hoisted(async () => {
  const { FakeEditor } = await import('../../../test/editor/fake/fakeEditor.js');
  return { editor: new FakeEditor() };
});

vi.mock('vscode', () => editor.module);

const robin = { ...person, name: 'Robin' };
/** What is started in worktrees, each in a group of its own. */
const started: ChildProcess[] = [];

/** A shell in a folder, with a program in it. */
function startShell(folder: string): { readonly pid: number; end(): void } {
  const child = spawn('sh', ['-c', 'sleep 600; true'], { cwd: folder, detached: true, stdio: 'ignore' });
  started.push(child);
  return { pid: child.pid ?? 0, end: () => process.kill(-(child.pid ?? 0)) };
}

describe.runIf(process.platform !== 'win32')('a merged lane whose terminal is open', () => {
  const folders = new Map<string, string>();
  const scene = openFlowScene(editor, async repository => {
    for (const lane of ['cart', 'mail']) {
      const { worktreePath } = await repository.ok(workerSpawn, { lane, noFetch: true }, robin);
      folders.set(lane, worktreePath);
    }
  });

  afterAll(() => {
    editor.terminals.shell = undefined;
    for (const { pid, exitCode, signalCode } of started) {
      if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid);
    }
  });

  const asked = async (words: string): Promise<Dialog> => {
    const { open } = editor.dialogs;
    await eventually(() => open.map(({ asks }) => asks).join('\n')).toContain(words);
    return open.find(({ asks }) => asks.includes(words)) as Dialog;
  };
  const isThere = (lane: string): boolean => existsSync(folders.get(lane) ?? '');
  const row = (lane: string) => editor.views.get('stateroom.lanes')?.find(lane);
  /** An agent works in the lane, in a terminal that stays open, and its work is approved and merged. */
  const merge = async (lane: string): Promise<void> => {
    const { repository } = scene();
    const folder = folders.get(lane) ?? '';
    editor.terminals.shell = startShell;
    await editor.run('stateroom.lane.startAgent', { lane, command: 'claude' });
    editor.terminals.shell = undefined;
    repository.write(`../repository.worktrees/${lane}/${lane}.ts`, 'export {};\n');
    repository.git('-C', folder, 'add', '--all');
    repository.git('-C', folder, 'commit', '--quiet', '--message=Add it');
    await repository.ok(workerDone, { lane, noFetch: true }, robin);
    await repository.ok(workerApprove, { lane }, robin);
    await editor.run('stateroom.worker.merge', { lane, way: 'merge' });
  };

  it('is offered to lose both, and loses nothing else', async () => {
    await merge('cart');
    const { buttons, answer } = await asked('Lane cart keeps its worktree because its terminal is still open.');
    expect([buttons, isThere('cart')]).toEqual([['Close Terminal and Remove Worktree'], true]);
    answer('Close Terminal and Remove Worktree');
    await eventually(() => isThere('cart')).toBe(false);
    await eventually(() => started.map(({ signalCode }) => signalCode)).toEqual(['SIGTERM']);
    expectNoTrouble(scene());
  });

  it('names what else runs there, and leaves both alone', async () => {
    const other = startShell(folders.get('mail') ?? '');
    await merge('mail');
    const warning = await asked('keeps its worktree: its worktree is in use by process');
    expect(warning.buttons).toEqual([]);
    warning.answer(undefined);
    await editor.run('stateroom.lane.removeWorkTree', { lane: 'mail' });
    (await asked('its worktree is in use by process')).answer(undefined);
    expect([isThere('mail'), started.map(({ signalCode }) => signalCode)]).toEqual([true, ['SIGTERM', null, null]]);
    other.end();
  });

  it('is removed from its row later, once the person has agreed', async () => {
    await eventually(() => started.map(({ signalCode }) => signalCode)).toEqual(['SIGTERM', 'SIGTERM', null]);
    scene().repository.write('../repository.worktrees/mail/notes.txt', 'Keep me\n');
    await eventually(async () => (await row('L-2'))?.context).toBe('lane status:merged state:COMPLETED treeLeft');
    const given = (await row('L-2'))?.node;
    const first = editor.run('stateroom.lane.removeWorkTree', given);
    (await asked('Remove the worktree of lane L-2 mail?')).answer(undefined);
    await first;
    expect(isThere('mail')).toBe(true);
    const second = editor.run('stateroom.lane.removeWorkTree', given);
    (await asked('Remove the worktree of lane L-2 mail?')).answer('Close Terminal and Remove Worktree');
    expect(await second).toMatchObject({
      status: 'merged',
      worktree: 'removed',
      rescue: expect.stringContaining('mail'),
    });
    expect(isThere('mail')).toBe(false);
    await eventually(async () => (await row('L-2'))?.context).toBe('lane status:merged state:COMPLETED');
    expectNoTrouble(scene());
  });
});
