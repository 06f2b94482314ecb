import { z } from 'zod';
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
  const known = new Set(others.map(keyOf));
  return commands.filter(each => !known.has(keyOf(each)));
}

function keyOf({ setting, command }: RepositoryCommand): string {
  return `${setting}\n${command}`;
}

/** What hides in a line, moves the cursor or changes the order in which a text is read. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u{e0000}-\u{e007f}]/gu;

/** A command as it is shown to whoever decides about it: in one line, with nothing in it that cannot be seen. */
export function visibleCommand(command: string): string {
  return command.replace(invisible, character => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
