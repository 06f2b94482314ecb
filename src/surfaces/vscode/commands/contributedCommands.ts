import type * as vscode from 'vscode';
import { offeredWhen } from '../../../manifest/allCommands.js';

/** A text of the manifest; a translated one comes beside its original. */
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
  /** `Claim Work Item`, with an ellipsis where it asks. */
  readonly title: string;
  readonly category: string;
  /** When clauses that must all hold where it is offered; undefined for what only rows and buttons call. */
  readonly conditions: readonly string[] | undefined;
}

/** The commands of the manifest, in its order. */
export function contributedCommands({ extension }: vscode.ExtensionContext): readonly ContributedCommand[] {
  const { commands, menus } = (extension.packageJSON as Manifest).contributes;
  const palette = new Map(menus.commandPalette.map(({ command, when }) => [command, when]));
  return commands.map(({ command, title, shortTitle, category, enablement }) => {
    const offered = offeredWhen(palette.get(command));
    return {
      command,
      title: textOf(shortTitle ?? title),
      category: textOf(category),
      conditions: offered === undefined ? undefined : [offered, enablement ?? 'true'],
    };
  });
}

/** What the workflows do, by their names, in the language of the editor. */
export function workflowSummaries({ extension }: vscode.ExtensionContext): ReadonlyMap<string, string> {
  const { chatParticipants } = (extension.packageJSON as Manifest).contributes;
  return new Map(chatParticipants.flatMap(({ commands }) => commands.map(one => [one.name, one.description])));
}

function textOf(text: Text): string {
  return typeof text === 'string' ? text : text.value;
}
