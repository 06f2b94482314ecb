import * as z from 'zod';
import type { RepositoryConfig } from '../config/repositoryConfig.js';

export const commandSettings = ['lane.setup', 'lane.teardown', 'gate.commands', 'hooks.format'] as const;
export type CommandSetting = (typeof commandSettings)[number];

export const repositoryCommandSchema = z.object({
  setting: z.enum(commandSettings),
  command: z.string(),
});
export type RepositoryCommand = z.output<typeof repositoryCommandSchema>;

/** Returns the commands of a configuration in the order of `commandSettings`, without duplicates per setting. */
export function repositoryCommands({ lane, gate, hooks }: RepositoryConfig): RepositoryCommand[] {
  const named: Readonly<Record<CommandSetting, readonly string[]>> = {
    'lane.setup': lane.setup,
    'lane.teardown': lane.teardown,
    'gate.commands': gate.commands,
    'hooks.format': hooks.format === undefined ? [] : [hooks.format],
  };
  return commandSettings.flatMap(setting => [...new Set(named[setting])].map(command => ({ setting, command })));
}

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
 * Characters that are invisible, look like a blank, overlap neighbors, move the cursor or change the reading order; repeated
 * blanks, which could push text out of sight; and text like an escape of this function.
 */
const hiding = new RegExp(
  [
    '([\\p{C}\\p{Zl}\\p{Zp}\\p{Mn}\\p{Me}\\p{Default_Ignorable_Code_Point}\\u2800\\u{1d159}]|(?! )\\p{Zs}',
    '|[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufeff\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}])\\1*',
    '|(?<= ) +|\\\\(?=u\\{)',
  ].join(''),
  'gu',
);

/** Formats a command for approval: complete, on one line, without invisible characters. */
export function visibleCommand(command: string): string {
  return command.replace(hiding, run => {
    const [first = '', ...more] = [...run];
    const times = more.length === 0 ? '' : `×${more.length + 1}`;
    return `\\u{${first.codePointAt(0)?.toString(16)}${times}}`;
  });
}
