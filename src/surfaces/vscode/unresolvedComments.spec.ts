import { rmSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../test/editor/keyFlow/eventually.js';
import { FlowPerson } from '../../../test/editor/keyFlow/flowPerson.js';
import { openFlowScene } from '../../../test/editor/keyFlow/flowScene.js';
import { agent, person } from '../../../test/support/testRepository.js';
import { findingRecord } from '../../operations/finding/findingRecord.js';
import { findingWontfix } from '../../operations/finding/findingWontfix.js';
import { workerSpawn } from '../../operations/lane/worker/workerSpawn.js';
import { revisionOf } from './repository/revision.js';

const { editor } = await vi.hoisted(async () => {
  const { FakeEditor } = await import('../../../test/editor/fake/fakeEditor.js');
  return { editor: new FakeEditor() };
});

vi.mock('vscode', () => editor.module);

const robin = { ...person, name: 'Robin' };
const lines = (word: string, count: number): string =>
  Array.from({ length: count }, (_, index) => `${word} ${index + 1}\n`).join('');

const next = (): Promise<unknown> => editor.run('stateroom.review.nextUnresolved');
const previous = (): Promise<unknown> => editor.run('stateroom.review.previousUnresolved');
const lastSaid = (): string | undefined => editor.statusMessages.at(-1);

/** The document with the keyboard, by the side of the diff that it is, and its cursor's line from 1. */
function cursor(): string {
  const { active } = editor.documents;
  const revision = active && revisionOf(active.document.uri as never);
  return `${revision?.side} ${revision?.path} ${(active?.selection.active.line ?? -2) + 1}`;
}

describe('the unresolved comments of a lane', () => {
  const scene = openFlowScene(editor, async repository => {
    const base = { 'src/types.ts': 'type', 'src/cart.ts': 'cart', 'src/gone.ts': 'gone', 'docs/read.md': 'read' };
    for (const [path, word] of Object.entries(base)) repository.write(path, lines(word, 6));
    repository.git('add', 'src', 'docs');
    repository.git('commit', '-q', '--message=Shop');
    const desk = await repository.ok(workerSpawn, { lane: 'desk', noFetch: true }, robin);
    await repository.ok(workerSpawn, { lane: 'quiet', noFetch: true }, robin);
    const inLane = (path: string): string => `../repository.worktrees/desk/${path}`;
    const record = async (path: string, line: string | undefined, commit = 'HEAD'): Promise<void> => {
      repository.place = desk.worktreePath;
      const where = { path, commit, ...(line === undefined ? {} : { line }), repository: true as const };
      await repository.ok(findingRecord, { ...where, text: `About ${path} ${line}`, severity: 'low' }, agent);
      repository.place = repository.repository;
    };
    repository.write(inLane('src/gone.ts'), `added\n${lines('gone', 6)}`);
    repository.write(inLane('src/temp.ts'), 'temporary\n');
    repository.gitIn(desk, 'add', '--all');
    repository.gitIn(desk, 'commit', '-q', '--message=Begin');
    await record('src/temp.ts', '1');
    await record('src/gone.ts', '1');
    for (const path of ['src/gone.ts', 'src/temp.ts']) rmSync(`${desk.worktreePath}/${path}`);
    repository.write(inLane('src/types.ts'), `new\n${lines('type', 6)}`);
    repository.write(inLane('src/cart.ts'), lines('cart', 6).replace('cart 5\n', ''));
    repository.gitIn(desk, 'add', '--all');
    repository.gitIn(desk, 'commit', '-q', '--message=Change');
    await record('src/cart.ts', '3');
    await record('src/types.ts', '1');
    await record('src/cart.ts', '5', 'main');
    await record('src/gone.ts', '2', 'main');
    await record('docs/read.md', '4');
    await record('src/cart.ts', undefined);
    await record('src/cart.ts', '1');
    await repository.ok(findingWontfix, { ids: ['F-9'], note: 'no' }, robin);
    // Of no lane.
    await repository.ok(
      findingRecord,
      { path: 'src/cart.ts', line: '2', text: 'x', severity: 'high', repository: true },
      agent,
    );
  });

  it('are gone to in the reading order of the files, in the lane that is chosen', async () => {
    const asked = new FlowPerson(scene());
    await asked.begin('review.nextUnresolved');
    await asked.answer({ asks: 'Select a lane', chooses: 'L-1 desk' });
    expect(await asked.ended()).toEqual({ finding: 'F-4', path: 'src/types.ts', side: 'head', line: 1 });
    expect(cursor()).toBe('head src/types.ts 1');
    expect(lastSaid()).toBe('$(comment-unresolved) F-4: unresolved comment 1 of 8');
    // Above the file, and then by lines, of whichever side.
    expect(await next()).toEqual({ finding: 'F-8', path: 'src/cart.ts', side: 'head', line: 0 });
    expect(await next()).toEqual({ finding: 'F-3', path: 'src/cart.ts', side: 'head', line: 3 });
    expect(await next()).toEqual({ finding: 'F-5', path: 'src/cart.ts', side: 'base', line: 5 });
    expect(cursor()).toBe('base src/cart.ts 5');
    // A file that the lane deletes: what it had added there, and what was there before.
    expect(await next()).toEqual({ finding: 'F-2', path: 'src/gone.ts', side: 'base', line: 0 });
    await eventually(() => [...editor.threads].map(({ label, range }) => [label, range?.start.line])).toEqual([
      ['F-6 · low · open', 1],
      ['F-2 · low · open', undefined],
    ]);
  });

  it('come last where the lane does not change their file, and after them those of the review as a whole', async () => {
    expect(await next()).toEqual({ finding: 'F-6', path: 'src/gone.ts', side: 'base', line: 2 });
    expect(await next()).toEqual({ finding: 'F-7', path: 'docs/read.md', side: 'head', line: 4 });
    // No file of the diff has it: it is about the review as a whole.
    expect(await next()).toEqual({ finding: 'F-1' });
    expect(editor.tab).toContain('F-1');
    expect(lastSaid()).toBe('$(comment-unresolved) F-1: unresolved comment 8 of 8');
    expect(await next()).toMatchObject({ finding: 'F-4' });
    expect(lastSaid()).toBe('$(comment-unresolved) F-4: unresolved comment 1 of 8, from the beginning again');
    expect(await previous()).toEqual({ finding: 'F-1' });
    expect(lastSaid()).toBe('$(comment-unresolved) F-1: unresolved comment 8 of 8, from the end again');
    expect(await previous()).toMatchObject({ finding: 'F-7' });
  });

  it('go on from the cursor where the person has moved it, and past what was resolved', async () => {
    await editor.run('stateroom.lane.showChange', { lane: 'desk', path: 'src/cart.ts' });
    expect(await next()).toMatchObject({ finding: 'F-8' });
    const { active } = editor.documents;
    const { Selection } = editor.module;
    if (active) active.selection = new Selection({ line: 3, character: 0 }, { line: 3, character: 0 });
    expect(await next()).toMatchObject({ finding: 'F-5' });
    expect(await previous()).toMatchObject({ finding: 'F-3' });
    await scene().repository.ok(findingWontfix, { ids: ['F-3'], note: 'no' }, robin);
    expect(await next()).toMatchObject({ finding: 'F-5' });
    expect(await previous()).toMatchObject({ finding: 'F-8' });
  });

  it('say so if there are none', async () => {
    await scene().editor.run(
      'vscode.open',
      editor.module.Uri.file(`${scene().repository.beside('repository.worktrees/quiet')}/README.md`),
    );
    expect(await next()).toEqual({ finding: null });
    expect(lastSaid()).toBe('$(check) No unresolved comments in L-2 quiet.');
  });
});
