import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { findFiles } from '../../build/findFiles.mjs';
import { place } from '../../build/place.mjs';
import { offeredFor } from '../ui/menus/rowMenu.js';
import { type Manifest, readManifest } from './contribution/manifestJson.js';
import { listNames, menuContributions, rowMenus, welcomeContributions } from './contribution/menuContributions.js';
import { isPressed, namedContributions, withoutComments } from './contribution/namedContributions.js';

/** Tests that hold lists of what is offered or refused: nothing is done there to what they name. */
const lists = ['test/host/restricted/restrictedMode.test.ts', 'test/ui/menus/'];

/** Of rows of lanes that may be merged elsewhere. */
const merged = 'viewItem =~ /mergedElsewhere/';
const question = `view == stateroom.needsYou && viewItem =~ /^need / && viewItem =~ /kind:question/ && ${merged}`;
const lane = `view == stateroom.lanes && viewItem =~ /^lane / && viewItem =~ /status:(planned|active|blocked|review)/ && ${merged}`;
const left =
  'view == stateroom.lanes && viewItem =~ /^lane / && viewItem =~ /status:(merged|closed)/ && viewItem =~ /treeLeft/';
const blocker = 'view == stateroom.needsYou && viewItem =~ /^need / && viewItem =~ /kind:blocker/';
const inOtherView = 'A unit test finds this row; its command is run in the editor from the Now view.';
const inUnitTest = 'A unit test finds these rows over a stand-in for the editor, and runs the command on them.';

/** What no test in the editor and no flow exercises, and why not. */
const unexercised: Readonly<Record<string, string>> = {
  [`row stateroom.lane.recordMerged 1_act@2 if ${lane}`]: inUnitTest,
  [`row stateroom.lane.recordMerged 1_act@2 if ${question}`]: inUnitTest,
  [`row stateroom.lane.recordMerged inline@2 if ${question}`]: inUnitTest,
  [`row stateroom.blocker.resolve 1_act@1 if ${blocker}`]: inOtherView,
  [`row stateroom.blocker.resolve inline@1 if ${blocker}`]: inOtherView,
  'command stateroom.lane.removeWorkTree': inUnitTest,
  [`row stateroom.lane.removeWorkTree 1_act@1 if ${left}`]: inUnitTest,
  'command stateroom.lane.showTold': 'The palette does not offer it; a unit test opens its document.',
  'command stateroom.runs.copyReference': inUnitTest,
  'welcome %welcome.starting%': 'Stands there for a moment only, which is over before a test can look for it.',
  'setting stateroom.terminal.cli': 'A unit test runs the command in a shell with the PATH that the setting gives.',
  'welcome %welcome.readOnly%':
    'A store that can only be read: whoever runs the tests may be root, who may write everything. The state itself has unit tests.',
};

/** Lists that no test in the editor uses, and why not. */
const unusedLists: Readonly<Record<string, string>> = {};

describe('every contribution of the manifest', () => {
  let manifest: Manifest;
  let tests: readonly string[];

  beforeAll(async () => {
    manifest = await readManifest();
    const folders = ['test/host', 'test/ui', 'test/editor/keyFlow'];
    const files = (await Promise.all(folders.map(folder => findFiles(folder, '.ts')))).flat();
    const doing = files.filter(file => !lists.some(list => file.startsWith(list)));
    tests = await Promise.all(doing.map(async file => withoutComments(await readFile(join(place.root, file), 'utf8'))));
  });

  it('stands in lists of which each is used by a test in the real editor', async () => {
    const modules = await findFiles('test/ui/menus', '.ts');
    const texts = await Promise.all(modules.map(file => readFile(join(place.root, file), 'utf8')));
    const declared = texts.flatMap(text => [...text.matchAll(/^export const (\w+)/gm)].map(([, name = '']) => name));
    expect([...new Set(listNames.map(name => /^\w+/.exec(name)?.[0] ?? ''))].sort()).toEqual(declared.sort());
    const users = await Promise.all(
      (await findFiles('test/ui', '.ui.ts')).map(file => readFile(join(place.root, file), 'utf8')),
    );
    const used = users.map(text => withoutComments(text).replace(/^import [^;]*;$/gm, '')).join('\n');
    const isUsed = (name: string): boolean =>
      new RegExp(`(?<![\\w.])${name.replace(/[^\w]/g, '\\$&')}(?!\\w)`).test(used);
    expect(listNames.filter(name => !isUsed(name)).sort()).toEqual(Object.keys(unusedLists).sort());
  });

  it('is exercised by a test in the real editor or a flow without one, or it is said why it is not', () => {
    const all = [
      ...namedContributions(manifest, tests),
      ...menuContributions(manifest),
      ...welcomeContributions(manifest),
    ];
    const missing = new Set(all.filter(({ isExercised }) => !isExercised).map(({ id }) => id));
    expect([...missing].sort()).toEqual(Object.keys(unexercised).sort());
  });

  it('that is a button of a row is in its menu too, which the keyboard reaches', () => {
    for (const [view, rows] of Object.entries(rowMenus)) {
      for (const { row, context } of rows) {
        const { inline, menu, below } = offeredFor(manifest, view, context);
        const reached = [...menu, ...Object.values(below).flat()];
        expect({ row, missing: inline.filter(title => !reached.includes(title)) }).toEqual({ row, missing: [] });
      }
    }
  });

  it('is not named by a comment, nor is its key by another view’s', () => {
    const rows = { key: 'ctrl+k a d', command: 'stateroom.lane.showChanges', when: 'focusedView == stateroom.lanes' };
    expect(withoutComments(`// What 'a' does.\nopen('http://b'); /* 'c' */`)).toBe(`\nopen('http://b'); `);
    expect(isPressed(rows, [`await moveTo('Findings', 'F-1'); await chord('d');`])).toBe(false);
    expect(isPressed(rows, [`await moveTo('Lanes', 'L-1');`, `await chord('d');`])).toBe(false);
    expect(isPressed(rows, [`await moveTo('Lanes', 'L-1 Queue'); await chord('d');`])).toBe(true);
  });

  it('is of a kind that is looked at here', () => {
    const looked = [
      ...['commands', 'views', 'keybindings', 'configuration', 'languageModelTools', 'mcpServerDefinitionProviders'],
      ...['chatParticipants', 'walkthroughs', 'menus', 'viewsWelcome', 'colors'],
      // The container holds the views; grammars with the language that is ours, skills and prompts have tests of their own.
      ...['viewsContainers', 'grammars', 'languages', 'chatSkills', 'chatPromptFiles'],
      // Their entries are looked at with those of rows.
      'submenus',
      // Has no text of its own.
      'jsonValidation',
      // Chooses the plots of a retrospective, which the test of reports in the editor looks at.
      'markdown.previewScripts',
    ];
    const { contributes } = manifest;
    expect(Object.keys(contributes).filter(kind => !looked.includes(kind))).toEqual([]);
    const places = ['commandPalette', 'view/item/context', 'view/title', 'editor/title', 'editor/context'];
    places.push('comments/commentThread/title', 'comments/commentThread/context');
    places.push(
      'comments/comment/title',
      'comments/comment/context',
      ...manifest.contributes.submenus.map(({ id }) => id),
    );
    expect(Object.keys(contributes.menus).filter(menu => !places.includes(menu))).toEqual([]);
  });
});
