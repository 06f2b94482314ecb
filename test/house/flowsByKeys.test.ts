import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { findFiles } from '../../build/findFiles.mjs';
import { place } from '../../build/place.mjs';
import { coreCatalogue } from '../../src/operations/coreCatalogue.js';
import { laneOperations } from '../../src/operations/lane/laneOperations.generated.js';
import type { AnyOperation } from '../../src/operations/operation.js';
import type { Question } from '../editor/keyFlow/keyFlow.js';
import { keyFlows } from '../editor/keyFlow/keyFlows.js';
import { readManifest } from './contribution/manifestJson.js';

/** Flows with code of their own, by the operation in front of each. */
const flowTables = [
  'src/surfaces/vscode/commands/flow/operationFlows.ts',
  'src/surfaces/vscode/commands/flow/allLaneFlows.ts',
];

const operations = [...coreCatalogue, ...Object.values<AnyOperation>(laneOperations)];

const driven = [...keyFlows.paletteFlows, ...keyFlows.laneFlows];

/** Questions for the record that a command is about, which its row would give. */
const subjects =
  /^Select (a (work item|lane|slice|next action|blocker|report|finding|task)|an investigation|findings)( (to (?!show)|in )?.*)?$/;

/** What is asked elsewhere than in a box, or not from a row: so the title has an ellipsis, or none. */
const askedElsewhere: Readonly<Record<string, string>> = {
  'action.skip': 'Its reason is asked for from the palette alone.',
  'finding.askAgent': 'The request stands in the chat, to be sent.',
  reportIssue: 'The report stands in an editor, to be completed.',
  'slice.close': 'The decision is written in an editor.',
  'lane.showSlice': 'It is about a lane, and asks for a slice.',
  'now.chooseTask': 'The choice is all that it does.',
  showStatus: 'It shows a list, of which nothing need be chosen.',
};

/** Whether a flow asks for more than the record that it is about. */
function asksMore(questions: readonly Question[]): boolean {
  return questions.some(({ asks }) => !subjects.test(asks));
}

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
    const { contributes, offeredAs } = await readManifest();
    titles = new Map(contributes.commands.map(({ command }) => [command, offeredAs(command)]));
    hidden = new Set(
      contributes.menus.commandPalette?.filter(({ when }) => when === 'false').map(({ command }) => command),
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
    const flows = operations
      .filter(({ palette, name, input }) => palette && asks(name, input.shape))
      .map(({ name }) => name);
    expect(flows.length).toBeGreaterThan(60);
    expect(flows.filter(name => !driven.some(({ command }) => command === name))).toEqual([]);
  });

  it('of a view or of the window too is there, or is begun from the palette in a test in the real editor', () => {
    const declared = new Set(operations.map(({ name }) => `stateroom.${name}`));
    const offered = [...titles.keys()].filter(command => !declared.has(command) && !hidden.has(command));
    expect(offered).toContain('stateroom.queue.filter');
    expect(offered.length).toBeGreaterThan(50);
    const isRun = (command: string): boolean => tests.includes(`'${titles.get(command)}'`);
    const isDriven = (command: string): boolean => driven.some(one => `stateroom.${one.command}` === command);
    expect(offered.filter(command => !isDriven(command) && !isRun(command))).toEqual([]);
  });

  it('is told from all others of the palette by its title', () => {
    const all = [...titles.values()];
    expect(all.filter((title, index) => all.indexOf(title) !== index)).toEqual([]);
  });

  it('of a command asks for more than its record exactly where the titles end with an ellipsis', async () => {
    const { contributes, fullTitleOf } = await readManifest();
    const titled = contributes.commands.filter(({ command }) => fullTitleOf(command).endsWith('…'));
    const asking = new Set(titled.map(({ command }) => command.replace(/^stateroom\./, '')));
    const wrong = driven
      .filter(({ command, questions }) => !(command in askedElsewhere) && asksMore(questions) !== asking.has(command))
      .map(({ command }) => command);
    expect(wrong).toEqual([]);
  });

  it('is driven as a command that there is, and once', () => {
    const commands = driven.map(({ command }) => command);
    expect(commands.filter(command => !titles.has(`stateroom.${command}`))).toEqual([]);
    expect(commands.filter((command, index) => commands.indexOf(command) !== index)).toEqual([]);
  });
});
