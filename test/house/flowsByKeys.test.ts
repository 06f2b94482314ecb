import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { findFiles } from '../../build/findFiles.mjs';
import { place } from '../../build/place.mjs';
import { coreCatalogue } from '../../src/operations/coreCatalogue.js';
import { laneCatalogue } from '../../src/operations/laneCatalogue.js';
import { keyFlows } from '../editor/keyFlow/keyFlows.js';

/** Flows with code of their own, by the operation in front of each. */
const flowTables = [
  'src/surfaces/vscode/commands/flow/operationFlows.ts',
  'src/surfaces/vscode/commands/flow/allLaneFlows.ts',
];

const driven = [...keyFlows.paletteFlows, ...keyFlows.laneFlows];

describe('each flow of the palette', () => {
  let ownFlows: ReadonlySet<string>;
  let tests: string;
  let titles: ReadonlyMap<string, string>;
  /** Commands that the palette never offers: a row or a button brings what they are about. */
  let hidden: ReadonlySet<string>;

  beforeAll(async () => {
    const read = (file: string) => readFile(join(place.root, file), 'utf8');
    const sources = (await Promise.all(flowTables.map(read))).join('\n');
    ownFlows = new Set(
      [...sources.matchAll(/^ {2,4}\[(?:lanes\.)?(\w+)\.name\]: /gm)].map(([, declared = '']) => declared),
    );
    tests = (await Promise.all((await findFiles('test/ui', '.ts')).map(read))).join('\n');
    const { contributes } = JSON.parse(await read('package.json'));
    const texts = JSON.parse(await read('package.nls.json'));
    titles = new Map(
      contributes.commands.map(({ command, title }: { command: string; title: string }) => [
        command,
        texts[title.slice(1, -1)],
      ]),
    );
    hidden = new Set(
      contributes.menus.commandPalette
        .filter(({ when }: { when: string }) => when === 'false')
        .map(({ command }: { command: string }) => command),
    );
  });

  /** What an operation cannot do without, the person is asked for. */
  function asks(name: string, shape: Readonly<Record<string, unknown>>): boolean {
    return (
      ownFlows.has(name.replace(/\.(.)/, (_, letter: string) => letter.toUpperCase())) ||
      Object.values(shape).some(field => !(field as z.ZodType).safeParse(undefined).success)
    );
  }

  it('is begun from the palette and answered by keys alone in the table of flows', () => {
    const flows = [...coreCatalogue, ...laneCatalogue]
      .filter(({ palette, name, input }) => palette && asks(name, input.shape))
      .map(({ name }) => name);
    expect(flows.length).toBeGreaterThan(60);
    expect(flows.filter(name => !driven.some(({ command }) => command === name))).toEqual([]);
  });

  it('of a view or of the window too is there, or is begun from the palette in a test in the real editor', () => {
    const operations = new Set([...coreCatalogue, ...laneCatalogue].map(({ name }) => `stateroom.${name}`));
    const offered = [...titles.keys()].filter(command => !operations.has(command) && !hidden.has(command));
    expect(offered).toContain('stateroom.queue.filter');
    expect(offered.length).toBeGreaterThan(50);
    const isRun = (command: string): boolean => tests.includes(`'Stateroom: ${titles.get(command)}'`);
    const isDriven = (command: string): boolean => driven.some(one => `stateroom.${one.command}` === command);
    expect(offered.filter(command => !isDriven(command) && !isRun(command))).toEqual([]);
  });

  it('is told from all others of the palette by its title', () => {
    const all = [...titles.values()];
    expect(all.filter((title, index) => all.indexOf(title) !== index)).toEqual([]);
  });

  it('is driven as a command that there is, and once', () => {
    const commands = driven.map(({ command }) => command);
    expect(commands.filter(command => !titles.has(`stateroom.${command}`))).toEqual([]);
    expect(commands.filter((command, index) => commands.indexOf(command) !== index)).toEqual([]);
  });
});
