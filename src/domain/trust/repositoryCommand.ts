import * as z from 'zod';
import type { RepositoryConfig } from '../config/repositoryConfig.js';

/** The settings of a repository that name commands which Stateroom runs itself. */
export const commandSettings = ['lane.setup', 'lane.teardown', 'gate.commands', 'hooks.format'] as const;
export type CommandSetting = (typeof commandSettings)[number];

/** A command that a repository's settings name. */
export const repositoryCommandSchema = z.object({
  setting: z.enum(commandSettings),
  command: z.string(),
});
export type RepositoryCommand = z.output<typeof repositoryCommandSchema>;

/** The commands of a configuration in the order of `commandSettings`, each once per setting. */
export function repositoryCommands({ lane, gate, hooks }: RepositoryConfig): RepositoryCommand[] {
  const named: Readonly<Record<CommandSetting, readonly string[]>> = {
    'lane.setup': lane.setup,
    'lane.teardown': lane.teardown,
    'gate.commands': gate.commands,
    'hooks.format': hooks.format === undefined ? [] : [hooks.format],
  };
  return commandSettings.flatMap(setting => [...new Set(named[setting])].map(command => ({ setting, command })));
}

/** Those of `commands` that `others` does not have under the same setting. */
export function commandsNotIn(
  others: readonly RepositoryCommand[],
  commands: readonly RepositoryCommand[],
): RepositoryCommand[] {
  const existing = new Set(others.map(keyOf));
  return commands.filter(each => !existing.has(keyOf(each)));
}

function keyOf({ setting, command }: RepositoryCommand): string {
  return `${setting}\n${command}`;
}

/**
 * What cannot be seen, looks like a blank, is drawn over its neighbors, moves the cursor or changes the order in which a text
 * is read, as letters written from right to left do; alone or several times. Besides: blanks beyond the first, which could move
 * the rest out of sight, and what would read like an escape of this function.
 */
const hiding = new RegExp(
  [
    '([\\p{C}\\p{Zl}\\p{Zp}\\p{Mn}\\p{Me}\\p{Default_Ignorable_Code_Point}\\u2800\\u{1d159}]|(?! )\\p{Zs}',
    '|[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufeff\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}])\\1*',
    '|(?<= ) +|\\\\(?=u\\{)',
  ].join(''),
  'gu',
);

/** A command as shown for approval: complete, on one line, without invisible characters. */
export function visibleCommand(command: string): string {
  return command.replace(hiding, run => {
    const [first = '', ...more] = [...run];
    const times = more.length === 0 ? '' : `×${more.length + 1}`;
    return `\\u{${first.codePointAt(0)?.toString(16)}${times}}`;
  });
}
