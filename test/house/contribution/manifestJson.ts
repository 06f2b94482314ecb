import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { place } from '../../../build/place.mjs';

export interface Keybinding {
  readonly key: string;
  readonly command: string;
  readonly when: string;
}

export interface MenuEntry {
  readonly command: string;
  readonly when?: string;
  readonly group?: string;
}

/** What the manifest adds to the editor. */
export interface Contributes {
  readonly commands: readonly { readonly command: string; readonly title: string; readonly enablement?: string }[];
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
  /** The title of a command. */
  titleOf(command: string): string;
}

/** The manifest that the extension ships, with its English texts. */
export async function readManifest(): Promise<Manifest> {
  const { contributes } = JSON.parse(await readFile(join(place.root, 'package.json'), 'utf8')) as {
    contributes: Contributes;
  };
  const texts = JSON.parse(await readFile(join(place.root, 'package.nls.json'), 'utf8')) as Record<string, string>;
  const textOf = (text: string): string => texts[text.replace(/^%(.*)%$/, '$1')] ?? text;
  const titles = new Map(contributes.commands.map(({ command, title }) => [command, textOf(title)]));
  return { contributes, textOf, titleOf: command => titles.get(command) ?? command };
}

/** One thing that the manifest adds to the editor, and whether a test in the editor has to do with it. */
export interface Contribution {
  readonly id: string;
  readonly isExercised: boolean;
}
