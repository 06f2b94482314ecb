import { describe, expect, it } from 'vitest';
import { everyText } from '../../../test/support/everyText.js';
import { catalogue } from '../../operations/catalogue.js';
import { commandPath } from '../../operations/commandLine.js';
import { commandWords } from './commandWords.generated.js';
import { texts as laneTexts } from './format/laneText.js';
import { recordText } from './format/recordText.js';
import { makeStyle } from './format/style.js';
import type { View } from './format/view.js';
import { partsFor } from './operationGroups.js';
import { ownCommands } from './ownCommands.js';

const names = async (...args: string[]): Promise<string[]> => (await partsFor(args)).operations.map(({ name }) => name);
const textsFor = async (args: readonly string[]) => (await partsFor(args)).texts;

describe('the operations of a command line', () => {
  it('have a group behind each first word that one of them begins with', () => {
    const begun = new Set(catalogue.map(operation => commandPath(operation)[0]));
    expect([...commandWords].sort()).toEqual([...begun].sort());
  });

  it('have the own commands beside them that begin with the same word', async () => {
    for (const { path } of ownCommands) expect((await partsFor(path)).own, path.join(' ')).toBe(ownCommands);
    for (const args of [
      ['queue', 'next'],
      ['--json', 'lane', 'list'],
      ['hooks', 'run', 'pre-push'],
    ]) {
      expect((await partsFor(args)).own).toEqual([]);
    }
  });

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

describe('the texts of their answers', () => {
  it('are those of the group that is meant, and none where no group is', async () => {
    for (const args of [['lane', 'list'], ['--json', 'worker'], ['message'], ['report']]) {
      expect(await textsFor(args)).toBe(laneTexts);
    }
    expect(Object.keys((await textsFor(['compaction', 'packet'])) ?? {})).toContain('compactionPacket');
    expect(Object.keys((await textsFor(['gates'])) ?? {})).toContain('gateList');
    expect(Object.keys((await textsFor(['dashboard'])) ?? {})).toContain('repositoryDashboard');
    for (const args of [['mcp'], ['which'], ['vscode', 'install'], ['-V'], ['--', 'lane', 'list'], []]) {
      expect(await textsFor(args)).toBeUndefined();
    }
  });

  it('has those texts alone that git and an agent wait for', async () => {
    expect(Object.keys((await textsFor(['hooks', 'run', 'pre-push'])) ?? {})).toEqual(['hooksRun']);
    expect(Object.keys((await textsFor(['lane', 'may-edit', 'a.ts'])) ?? {})).toEqual(['laneMayEdit']);
  });

  it('has words for all but what is answered to programs alone', () => {
    const record = { ref: 'X-1', description: 'Text', action: 'Text' };
    const answer = { blocker: record, action: record, blockers: [], actions: [] };
    const view: View = { now: 0, width: 80, style: makeStyle(false) };
    const without = catalogue
      .map(({ name }) => name)
      .filter(name => !Object.hasOwn(everyText, declared(name)) && recordText(name, answer, view, {}) === undefined);
    expect(without).toEqual(['repository.trendRows']);
    expect(Object.keys(everyText).sort()).toEqual(
      catalogue
        .map(({ name }) => declared(name))
        .filter(name => Object.hasOwn(everyText, name))
        .sort(),
    );
  });
});

/** `queue.add` as its declaration is called. */
function declared(name: string): string {
  const [group, verb = ''] = name.split('.');
  return `${group}${verb.slice(0, 1).toUpperCase()}${verb.slice(1)}`;
}
