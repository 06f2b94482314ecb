import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { place } from '../../../build/place.mjs';

export interface Keybinding {
  readonly key: string;
  readonly command: string;
  readonly when: string;
}

/** An entry of a menu: a command or, for menus below it, a submenu. */
export interface MenuEntry {
  readonly command: string;
  readonly submenu?: string;
  readonly when?: string;
  readonly group?: string;
}

/** What the manifest adds to the editor. */
export interface Contributes {
  readonly commands: readonly {
    readonly command: string;
    readonly title: string;
    readonly shortTitle?: string;
    readonly category: string;
    readonly icon?: string;
    readonly enablement?: string;
  }[];
  readonly submenus: readonly { readonly id: string; readonly label: string }[];
  readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
  readonly viewsWelcome: readonly { readonly view: string; readonly when: string; readonly contents: string }[];
  readonly menus: Readonly<Record<string, readonly MenuEntry[]>>;
  readonly colors: readonly { readonly id: string }[];
  readonly keybindings: readonly Keybinding[];
  readonly configuration: { readonly properties: Readonly<Record<string, unknown>> };
  readonly languageModelTools: readonly { readonly name: string }[];
  readonly mcpServerDefinitionProviders: readonly { readonly id: string }[];
  readonly chatParticipants: readonly { readonly commands: readonly { readonly name: string }[] }[];
  readonly walkthroughs: readonly { readonly id: string; readonly steps: readonly { readonly id: string }[] }[];
}

export interface Manifest {
  readonly contributes: Contributes;
  /** What a text of the manifest is in English. */
  textOf(text: string): string;
  /** What a command is called in menus of rows, of editors and of comments. */
  titleOf(command: string): string;
  /** What it is called where nothing says what it is about: in title bars and in *All Commands*. */
  fullTitleOf(command: string): string;
  /** How tests call what the palette or *All Commands* offers: `Stateroom Queue: Claim`, `All Commands: Add Dependency…`. */
  offeredAs(command: string): string;
}

/** The manifest that the extension ships, with its English texts. */
export async function readManifest(): Promise<Manifest> {
  const { contributes } = JSON.parse(await readFile(join(place.root, 'package.json'), 'utf8')) as {
    contributes: Contributes;
  };
  const texts = JSON.parse(await readFile(join(place.root, 'package.nls.json'), 'utf8')) as Record<string, string>;
  const textOf = (text: string): string => texts[text.replace(/^%(.*)%$/, '$1')] ?? text;
  const commands = new Map(contributes.commands.map(one => [one.command, one]));
  const textIn = (command: string, name: 'title' | 'shortTitle' | 'category'): string | undefined => {
    const text = commands.get(command)?.[name];
    return text === undefined ? undefined : textOf(text);
  };
  const titleOf = (command: string): string => textIn(command, 'title') ?? command;
  const fullTitleOf = (command: string): string => textIn(command, 'shortTitle') ?? titleOf(command);
  const onlyListed = new Set(
    contributes.menus.commandPalette?.filter(({ when }) => when?.startsWith('false && ')).map(({ command }) => command),
  );
  const offeredAs = (command: string): string =>
    onlyListed.has(command)
      ? `All Commands: ${fullTitleOf(command)}`
      : `${textIn(command, 'category')}: ${titleOf(command)}`;
  return { contributes, textOf, titleOf, fullTitleOf, offeredAs };
}

/** One thing that the manifest adds to the editor, and whether a test in the editor has to do with it. */
export interface Contribution {
  readonly id: string;
  readonly isExercised: boolean;
}
