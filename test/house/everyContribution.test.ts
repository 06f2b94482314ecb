import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { findFiles } from '../../src/build/findFiles.mjs';
import { place } from '../../src/build/place.mjs';

interface Contributes {
  readonly commands: readonly { readonly command: string; readonly title: string }[];
  readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
  readonly keybindings: readonly { readonly key: string; readonly command: string }[];
  readonly configuration: { readonly properties: Readonly<Record<string, unknown>> };
  readonly languageModelTools?: readonly { readonly name: string }[];
  readonly mcpServerDefinitionProviders?: readonly { readonly id: string }[];
  readonly chatParticipants?: readonly { readonly commands: readonly { readonly name: string }[] }[];
  readonly walkthroughs?: readonly { readonly id: string; readonly steps: readonly { readonly id: string }[] }[];
}

/** One thing that the manifest adds to the editor, and the texts by which a test in the editor may name it. */
interface Contribution {
  readonly id: string;
  readonly names: readonly string[];
}

describe('every contribution of the manifest', () => {
  let contributions: readonly Contribution[];
  let tests: string;

  beforeAll(async () => {
    const { contributes } = JSON.parse(await readFile(join(place.root, 'package.json'), 'utf8'));
    const texts = JSON.parse(await readFile(join(place.root, 'package.nls.json'), 'utf8'));
    contributions = contributionsOf(contributes, texts);
    const files = [...(await findFiles('test/host', '.ts')), ...(await findFiles('test/ui', '.ts'))];
    tests = (await Promise.all(files.map(file => readFile(join(place.root, file), 'utf8')))).join('\n');
  });

  it('is named by a test in the real editor', () => {
    const unnamed = contributions.filter(({ names }) => !names.some(name => tests.includes(name)));
    expect(unnamed.map(({ id }) => id)).toEqual([]);
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
  return [
    ...contributes.commands.map(({ command, title }) => ({
      id: `command ${command}`,
      // By its id, by the operation's name that a helper makes one of, or by what the palette shows.
      names: [
        `${command}'`,
        `${command}\``,
        ...quoted(command.replace(/^stateroom\./, '')),
        `Stateroom: ${titleOf(title)}`,
      ],
    })),
    ...Object.values(contributes.views).flatMap(views =>
      views.map(({ id }) => ({ id: `view ${id}`, names: [id, `${id.replace(/^stateroom\./, '')}()`] })),
    ),
    ...contributes.keybindings.map(({ key, command }) => ({ id: `key ${key} ${command}`, names: pressed(key) })),
    ...Object.keys(contributes.configuration.properties).map(key => ({
      id: `setting ${key}`,
      names: [key, ...quoted(key.replace(/^stateroom\./, ''))],
    })),
    ...(contributes.languageModelTools ?? []).map(({ name }) => ({ id: `tool ${name}`, names: [name] })),
    ...(contributes.mcpServerDefinitionProviders ?? []).map(({ id }) => ({ id: `server ${id}`, names: ['servers()'] })),
    ...(contributes.chatParticipants ?? []).flatMap(({ commands }) =>
      commands.map(({ name }) => ({ id: `chat command /${name}`, names: [`/${name}`] })),
    ),
    ...(contributes.walkthroughs ?? []).flatMap(({ id, steps }) =>
      steps.map(step => ({ id: `step ${id}#${step.id}`, names: [step.id] })),
    ),
  ];
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
