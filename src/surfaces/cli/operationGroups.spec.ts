import { describe, expect, it } from 'vitest';
import { catalogue } from '../../operations/catalogue.js';
import { commandPath } from '../../operations/commandLine.js';
import { compactionPacket } from '../../operations/compaction/compactionPacket.js';
import { hooksRun } from '../../operations/hooks/hooksRun.js';
import { hooksStatus } from '../../operations/hooks/hooksStatus.js';
import { laneMayEdit } from '../../operations/lane/laneMayEdit.js';
import { queueList } from '../../operations/queue/queueList.js';
import { laneText } from './format/laneText.js';
import type { LateView } from './format/resultText.js';
import { partsFor } from './operationGroups.js';

const names = async (...args: string[]): Promise<string[]> => (await partsFor(args)).operations.map(({ name }) => name);
const lateTextFor = async (args: readonly string[]) => (await partsFor(args)).lateText;

describe('the operations of a command line', () => {
  it('finds for each first word every operation that it can begin', async () => {
    for (const word of new Set(catalogue.map(operation => commandPath(operation)[0] ?? ''))) {
      const meant = catalogue.filter(operation => commandPath(operation)[0] === word).map(({ name }) => name);
      expect(await names(word), word).toEqual(expect.arrayContaining(meant));
    }
  });

  it('loads a group alone, also behind flags', async () => {
    for (const args of [
      ['queue', 'next'],
      ['--json', 'queue'],
      ['--repo', 'status', 'queue'],
      ['--repo=x', 'queue'],
    ]) {
      const found = await names(...args);
      expect(found).toContain('queue.next');
      expect(found.filter(name => !name.startsWith('queue.'))).toEqual([]);
    }
    // What agents write down as they go must not wait for a hundred other operations.
    for (const word of ['decision', 'blocker', 'action', 'touched', 'compaction', 'plan', 'review']) {
      const found = await names(word);
      expect(found.filter(name => !name.startsWith(`${word}.`))).toEqual([]);
    }
    expect((await names('now')).filter(name => !name.startsWith('repository.'))).toEqual([]);
    expect(await names('mcp')).toEqual([]);
    for (const args of [['--version'], ['-V'], ['--version', '--json']]) expect(await names(...args)).toEqual([]);
    expect(await names('hooks', 'run', 'pre-push')).toEqual(['hooks.run']);
    expect(await names('lane', 'may-edit', 'src/a.ts')).toEqual(['lane.mayEdit']);
  });

  it('loads all where the group cannot be seen', async () => {
    for (const args of [
      [],
      ['--help'],
      ['quue'],
      ['--', 'queue'],
      ['completion', 'bash'],
      ['constructor'],
      ['--version', '-h'],
    ]) {
      expect(await names(...args)).toEqual(catalogue.map(({ name }) => name));
    }
  });
});

describe('the words for what they answer', () => {
  it('has the words of the group that is meant, and none where no group is', async () => {
    for (const args of [['lane', 'list'], ['--json', 'worker'], ['message'], ['report']]) {
      expect(await lateTextFor(args)).toBe(laneText);
    }
    const told = { packet: '', enabled: true };
    const say = await lateTextFor(['compaction', 'packet']);
    expect(say?.(compactionPacket, told, {} as LateView, {})).toBe('The session already has this packet.');
    expect(say?.(queueList, told, {} as LateView, {})).toBeUndefined();
    for (const args of [['mcp'], ['which'], ['-V'], ['--', 'lane', 'list'], []]) {
      expect(await lateTextFor(args)).toBeUndefined();
    }
  });

  it('has those words alone that git and an agent wait for', async () => {
    const ruling = { hook: 'pre-push', allowed: true, lines: ['Go on.'] };
    const say = await lateTextFor(['hooks', 'run', 'pre-push']);
    expect(say?.(hooksRun, ruling, {} as LateView, {})).toBe('Go on.');
    expect(say?.(hooksStatus, ruling, {} as LateView, {})).toBeUndefined();
    const mayEdit = await lateTextFor(['lane', 'may-edit', 'a.ts']);
    const answer = { path: 'a.ts', reason: 'It is another lane’s.' };
    expect(mayEdit?.(laneMayEdit, answer, {} as LateView, {})).toBe('It is another lane’s.');
  });
});
