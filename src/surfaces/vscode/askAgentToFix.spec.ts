import { describe, expect, it, vi } from 'vitest';
import type { Dialog } from '../../../test/editor/fake/dialogs.js';
import { eventually } from '../../../test/editor/keyFlow/eventually.js';
import { FlowPerson } from '../../../test/editor/keyFlow/flowPerson.js';
import { openFlowScene } from '../../../test/editor/keyFlow/flowScene.js';
import { person } from '../../../test/support/testRepository.js';
import { findingRecord } from '../../operations/finding/findingRecord.js';
import { workerHeartbeat } from '../../operations/lane/worker/workerHeartbeat.js';
import { workerSpawn } from '../../operations/lane/worker/workerSpawn.js';
import { workerStart } from '../../operations/lane/worker/workerStart.js';

const { editor } = await vi.hoisted(async () => {
  const { FakeEditor } = await import('../../../test/editor/fake/fakeEditor.js');
  return { editor: new FakeEditor() };
});

vi.mock('vscode', () => editor.module);

const robin = { ...person, name: 'Robin' };

// In their order: what a test leaves is there for the next.
describe('Ask Agent to Fix', () => {
  const scene = openFlowScene(editor, async repository => {
    repository.commit('Shop', { 'cart.ts': 'one\n' });
    const { worktreePath } = await repository.ok(workerSpawn, { lane: 'cart', noFetch: true }, robin);
    const place = { repository: true, path: 'cart.ts', severity: 'low', line: '1' } as const;
    await repository.ok(findingRecord, { ...place, text: 'Name it' }, robin);
    repository.place = worktreePath;
    await repository.ok(findingRecord, { ...place, text: 'Count it' }, robin);
    repository.place = repository.repository;
    await repository.ok(workerStart, { lane: 'cart', agent: 'codex-cart' }, robin);
    await repository.ok(workerHeartbeat, { lane: 'cart' }, robin);
  });
  const sent = (): Promise<unknown> =>
    scene().repository.query('select recipient, subject from messages order by number');
  const asked = async (words: string): Promise<Dialog> => {
    const find = () => editor.dialogs.open.find(({ asks }) => asks === words);
    await eventually(() => find()?.buttons).toBeDefined();
    return find() as Dialog;
  };

  it('opens the chat with a finding of no lane', async () => {
    await editor.run('stateroom.finding.askAgent', { id: 'F-1' });
    expect(editor.calls.at(-1)).toMatchObject(['workbench.action.chat.open', { query: '@stateroom /auto-fix F-1' }]);
  });

  it('sends one of a lane to the agent that works there', async () => {
    const asking = editor.run('stateroom.finding.askAgent', { id: 'F-2' });
    const { buttons, answer } = await asked('codex-cart is working in L-1.');
    expect(buttons).toEqual(['Send to Agent', 'Open Chat']);
    answer('Send to Agent');
    await asking;
    expect(await sent()).toEqual([['cart', 'Fix F-2, and mark it as fixed.']]);
  });

  it('starts an agent where none runs any more', async () => {
    scene().repository.now += 3 * 3_600_000;
    const asking = editor.run('stateroom.finding.askAgent', { id: 'F-2' });
    const { buttons, answer } = await asked('No agent is running in L-1, which F-2 belongs to.');
    expect(buttons).toEqual(['Start Agent', 'Open Chat']);
    answer('Start Agent');
    await new FlowPerson(scene()).answer({ asks: 'Select an agent', chooses: 'Codex' });
    await asking;
    expect(editor.terminals.typed.map(([terminal]) => terminal)).toEqual(['codex L-1 cart']);
  });
});
