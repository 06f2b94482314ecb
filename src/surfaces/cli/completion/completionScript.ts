import type { Command, CommandSet } from '../commandLine/commandSet.js';
import { globalFlagList } from '../commandLine/globalOptions.js';
import { bashCompletion } from './bashCompletion.js';
import { fishCompletion } from './fishCompletion.js';
import { zshCompletion } from './zshCompletion.js';

export const completionShells = ['bash', 'zsh', 'fish'] as const;

export interface CompletionModel {
  /** Possible next words for each sequence of words that begins a command. */
  readonly groups: readonly { readonly words: string; readonly children: readonly CompletionWord[] }[];
  /** Own flags (without the global ones) and choices by position, for each command. */
  readonly commands: readonly {
    readonly words: string;
    readonly flags: readonly CompletionFlag[];
    readonly choices: readonly string[];
  }[];
  readonly globalFlags: readonly CompletionFlag[];
  /** All flags that take a value, with their dashes. */
  readonly valueFlags: readonly string[];
}

export interface CompletionWord {
  readonly word: string;
  /** One line. */
  readonly summary: string;
}

export interface CompletionFlag {
  readonly flag: string;
  readonly summary: string;
  /** Kind of the flag's value: none, a folder, a file, one of several words, or anything. */
  readonly value: 'none' | 'folder' | 'file' | 'choice' | 'any';
  readonly choices: readonly string[];
  readonly list: boolean;
}

export function completionScript(shell: (typeof completionShells)[number], commands: CommandSet): string {
  const model = completionModel(commands);
  return shell === 'bash' ? bashCompletion(model) : shell === 'zsh' ? zshCompletion(model) : fishCompletion(model);
}

function completionModel(set: CommandSet): CompletionModel {
  const words = set.children([]).filter(({ word }) => set.find([word]) === undefined);
  const after = (path: readonly string[]) =>
    set.children(path).map(({ word, summary }) => ({ word, summary: summary.replaceAll('\n', ' ') }));
  const commands = set.all().map(commandModel);
  const globalFlags = globalFlagList.map(
    ({ flag, takesValue, description }): CompletionFlag => ({
      flag: flag === 'color' ? 'no-color' : flag,
      summary: description,
      value: !takesValue ? 'none' : flag === 'actor' ? 'any' : 'folder',
      choices: [],
      list: false,
    }),
  );
  const withValue = [...globalFlags, ...commands.flatMap(({ flags }) => flags)].filter(({ value }) => value !== 'none');
  return {
    groups: [
      { words: '', children: after([]) },
      ...words.map(({ word }) => ({ words: word, children: after([word]) })),
    ],
    commands,
    globalFlags,
    valueFlags: [...new Set(withValue.map(({ flag }) => `--${flag}`))],
  };
}

function commandModel({ path, variants }: Command): CompletionModel['commands'][number] {
  const flags = new Map<string, CompletionFlag>();
  for (const { line } of variants) {
    for (const { flag, kind, choices, list, description } of line.flags) {
      const value = kind === 'boolean' ? 'none' : kind === 'file' || kind === 'choice' ? kind : 'any';
      flags.set(flag, { flag, summary: firstLine(description), value, choices, list });
    }
  }
  const choices = variants.flatMap(({ line }) => line.positionals.flatMap(parameter => parameter.choices));
  return { words: path.join(' '), flags: [...flags.values()], choices };
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}
