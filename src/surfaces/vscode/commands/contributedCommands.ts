import { readFile } from 'node:fs/promises';
import type * as vscode from 'vscode';
import { offeredWhen } from '../../../manifest/allCommands.js';

/** A text of the manifest; a translated one includes its original. */
type Text = string | { readonly value: string };

interface Manifest {
  readonly contributes: {
    readonly commands: readonly {
      readonly command: string;
      readonly title: Text;
      readonly shortTitle?: Text;
      readonly category: Text;
      readonly enablement?: string;
    }[];
    readonly menus: {
      readonly commandPalette: readonly { readonly command: string; readonly when: string }[];
    };
    readonly chatParticipants: readonly {
      readonly commands: readonly { readonly name: string; readonly description: string }[];
    }[];
  };
}

/** A command that package.json contributes, in the language of the editor. */
export interface ContributedCommand {
  /** `stateroom.queue.claim` */
  readonly command: string;
  /** `Claim Work Item`, with an ellipsis if it prompts. */
  readonly title: string;
  readonly category: string;
  /** When clause. */
  readonly enablement: string;
}

export function contributedCommands({ extension }: vscode.ExtensionContext): readonly ContributedCommand[] {
  const { commands } = (extension.packageJSON as Manifest).contributes;
  return commands.map(({ command, title, shortTitle, category, enablement = 'true' }) => ({
    command,
    title: textOf(shortTitle ?? title),
    category: textOf(category),
    enablement,
  }));
}

/** Palette when clauses by command, from the file: an editor server simplifies `false && …` to `false`. */
export async function offeredConditions(context: vscode.ExtensionContext): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(context.asAbsolutePath('package.json'), 'utf8');
  const { menus } = (JSON.parse(text) as Manifest).contributes;
  const offered = new Map<string, string>();
  for (const { command, when } of menus.commandPalette) {
    const condition = offeredWhen(when);
    if (condition !== undefined) offered.set(command, condition);
  }
  return offered;
}

/** Returns descriptions of the workflows by name, in the language of the editor. */
export function workflowSummaries({ extension }: vscode.ExtensionContext): ReadonlyMap<string, string> {
  const { chatParticipants } = (extension.packageJSON as Manifest).contributes;
  return new Map(chatParticipants.flatMap(({ commands }) => commands.map(one => [one.name, one.description])));
}

function textOf(text: Text): string {
  return typeof text === 'string' ? text : text.value;
}
