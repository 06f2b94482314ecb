import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { findFiles } from '../../src/build/findFiles.mjs';
import { place } from '../../src/build/place.mjs';

interface Contributes {
  readonly commands: readonly { readonly command: string; readonly title: string }[];
  readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
  readonly keybindings: readonly Keybinding[];
  readonly configuration: { readonly properties: Readonly<Record<string, unknown>> };
  readonly languageModelTools?: readonly { readonly name: string }[];
  readonly mcpServerDefinitionProviders?: readonly { readonly id: string }[];
  readonly chatParticipants?: readonly { readonly commands: readonly { readonly name: string }[] }[];
  readonly walkthroughs?: readonly { readonly id: string; readonly steps: readonly { readonly id: string }[] }[];
}

interface Keybinding {
  readonly key: string;
  readonly command: string;
  readonly when: string;
}

/** One thing that the manifest adds to the editor, and whether a test in the editor, one of these texts, has to do with it. */
interface Contribution {
  readonly id: string;
  isTestedBy(tests: readonly string[]): boolean;
}

/** Commands that no palette shows and no test calls: they are what a row of a list does, and this is the row. */
const rowsOfCommands: Readonly<Record<string, string>> = { 'stateroom.now.revealRow': `'Check its gates'` };

describe('every contribution of the manifest', () => {
  let contributions: readonly Contribution[];
  let tests: readonly string[];

  beforeAll(async () => {
    const { contributes } = JSON.parse(await readFile(join(place.root, 'package.json'), 'utf8'));
    const texts = JSON.parse(await readFile(join(place.root, 'package.nls.json'), 'utf8'));
    contributions = contributionsOf(contributes, texts);
    const files = [...(await findFiles('test/host', '.ts')), ...(await findFiles('test/ui', '.ts'))];
    tests = await Promise.all(files.map(async file => withoutComments(await readFile(join(place.root, file), 'utf8'))));
  });

  it('is named by a test in the real editor', () => {
    const untested = contributions.filter(contribution => !contribution.isTestedBy(tests));
    expect(untested.map(({ id }) => id)).toEqual([]);
  });

  it('is not named by a comment, nor is its key by another view’s', () => {
    const rows = { key: 'ctrl+alt+a d', command: 'stateroom.lane.showChanges', when: 'focusedView == stateroom.lanes' };
    expect(withoutComments(`// What 'a' does.\nopen('http://b'); /* 'c' */`)).toBe(`\nopen('http://b'); `);
    expect(isPressed(rows, [`await moveTo('Findings', 'F-1'); await chord('d');`])).toBe(false);
    expect(isPressed(rows, [`await moveTo('Lanes', 'L-1');`, `await chord('d');`])).toBe(false);
    expect(isPressed(rows, [`await moveTo('Lanes', 'L-1 Queue'); await chord('d');`])).toBe(true);
  });

  it('is of a kind that is looked at here', async () => {
    const { contributes } = JSON.parse(await readFile(join(place.root, 'package.json'), 'utf8'));
    const looked = [
      ...['commands', 'views', 'keybindings', 'configuration', 'languageModelTools', 'mcpServerDefinitionProviders'],
      ...['chatParticipants', 'walkthroughs'],
      // Menus, palettes and welcome pages hold commands; colours, grammars, skills and prompts have tests of their own.
      ...['menus', 'submenus', 'viewsWelcome', 'viewsContainers', 'colors', 'grammars', 'icons', 'chatSkills'],
      ...['chatPromptFiles', 'languages', 'jsonValidation'],
    ];
    expect(Object.keys(contributes).filter(kind => !looked.includes(kind))).toEqual([]);
  });
});

function contributionsOf(contributes: Contributes, texts: Readonly<Record<string, string>>): Contribution[] {
  const quoted = (word: string): readonly string[] => [`'${word}'`, `"${word}"`, `\`${word}\``, `'${word} `];
  const titleOf = (title: string): string => texts[title.slice(1, -1)] ?? title;
  const named = (id: string, ...names: string[]): Contribution => ({
    id,
    isTestedBy: tests => tests.some(test => names.some(name => test.includes(name))),
  });
  return [
    ...contributes.commands.map(({ command, title }): Contribution => {
      const row = rowsOfCommands[command];
      // By its id, by the operation's name that a helper makes one of, or by what the palette shows.
      const names = [
        `${command}'`,
        `${command}\``,
        ...quoted(command.replace(/^stateroom\./, '')),
        `Stateroom: ${titleOf(title)}`,
        ...(row === undefined ? [] : [row]),
      ];
      const byName = named(`command ${command}`, ...names);
      const keys = contributes.keybindings.filter(binding => binding.command === command);
      const isTestedBy = (tests: readonly string[]): boolean =>
        byName.isTestedBy(tests) || keys.some(binding => isPressed(binding, tests));
      return { id: byName.id, isTestedBy };
    }),
    ...Object.values(contributes.views).flatMap(views =>
      views.map(({ id }) => named(`view ${id}`, id, `${id.replace(/^stateroom\./, '')}()`)),
    ),
    ...contributes.keybindings.map(binding => ({
      id: `key ${binding.key} ${binding.command}`,
      isTestedBy: (tests: readonly string[]) => isPressed(binding, tests),
    })),
    ...Object.keys(contributes.configuration.properties).map(key =>
      named(`setting ${key}`, key, ...quoted(key.replace(/^stateroom\./, ''))),
    ),
    ...(contributes.languageModelTools ?? []).map(({ name }) => named(`tool ${name}`, name)),
    ...(contributes.mcpServerDefinitionProviders ?? []).map(({ id }) => named(`server ${id}`, 'servers()')),
    ...(contributes.chatParticipants ?? []).flatMap(({ commands }) =>
      commands.map(({ name }) => named(`chat command /${name}`, `/${name}`)),
    ),
    ...(contributes.walkthroughs ?? []).flatMap(({ id, steps }) =>
      steps.map(step => named(`step ${id}#${step.id}`, step.id)),
    ),
  ];
}

/** A test's text without what is said about it. Texts stay, as some hold what looks like the beginning of a comment. */
function withoutComments(code: string): string {
  const parts = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
  return code.replace(parts, part => (part.startsWith('/') ? '' : part));
}

/** Whether a test presses a key; of one that counts in a view alone, whether that is the view that was named last before. */
function isPressed({ key, when }: Keybinding, tests: readonly string[]): boolean {
  const keys = pressed(key);
  const view = /focusedView == stateroom\.(\w+)/.exec(when)?.[1];
  if (view === undefined) return tests.some(test => keys.some(stroke => test.includes(stroke)));
  return tests.some(test =>
    keys.some(stroke => test.split(stroke).some((_, index, parts) => index > 0 && view === lastView(parts, index))),
  );
}

/** The view that a test names last before the place where its text was cut for the nth time. */
function lastView(parts: readonly string[], cuts: number): string | undefined {
  const names = parts
    .slice(0, cuts)
    .join(' ')
    .matchAll(/'(Now|Queue|Lanes|Findings)'|Focus on (\w+) View/g);
  const [, quoted, focused] = [...names].at(-1) ?? [];
  return (quoted ?? focused)?.toLowerCase();
}

/** A key as the browser's driver writes it; of a chord its last stroke behind the prefix. */
function pressed(key: string): readonly string[] {
  const words: Readonly<Record<string, string>> = {
    ...{ ctrl: 'Control', alt: 'Alt', shift: 'Shift', up: 'ArrowUp', down: 'ArrowDown', enter: 'Enter' },
    ...{ space: 'Space', delete: 'Delete', escape: 'Escape', f2: 'F2', right: 'ArrowRight', left: 'ArrowLeft' },
  };
  const strokes = key.split(' ').map(stroke =>
    stroke
      .split('+')
      .map(part => words[part] ?? part)
      .join('+'),
  );
  const [last = ''] = strokes.slice(-1);
  return strokes.length === 1 ? [`'${last}'`] : [`'${strokes.join(' ')}'`, `chord('${last}')`];
}
