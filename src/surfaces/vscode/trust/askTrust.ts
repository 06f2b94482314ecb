import * as vscode from 'vscode';
import { l10n } from 'vscode';
import {
  type CommandSetting,
  commandSettings,
  type RepositoryCommand,
} from '../../../domain/trust/repositoryCommand.js';
import type { TrustAnswer, TrustQuestion } from '../../../records/trust/requireTrusted.js';
import { asMessage } from '../support/plainText.js';

/** Asks the person to trust a repository's commands in this clone; trust in the workspace is not enough. */
export async function askTrust(
  { commands, isChange, setting, canSkip }: TrustQuestion,
  repository: string,
): Promise<TrustAnswer> {
  const text = isChange
    ? l10n.t('The commands of “{0}” have changed. Trust and run them?', repository)
    : l10n.t('Trust and run the commands of “{0}”?', repository);
  const trust = l10n.t('Trust and Run');
  const skip = skipTitle(setting);
  const detail = trustDetail(commands);
  const buttons = canSkip ? [trust, skip] : [trust];
  const chosen = await vscode.window.showWarningMessage(asMessage(text), { modal: true, detail }, ...buttons);
  if (chosen === trust) return 'trust';
  return chosen === skip ? 'skip' : undefined;
}

/** Never cut: the person trusts exactly the text shown. */
export function trustDetail(commands: readonly RepositoryCommand[]): string {
  return [
    l10n.t(
      'The repository defines these commands in .stateroom/config.json. They run on this computer with your permissions:',
    ),
    commandLines(commands),
    l10n.t('You are asked again when a command changes, but not when a script it runs changes.'),
  ].join('\n\n');
}

export function commandLines(commands: readonly RepositoryCommand[]): string {
  return commandSettings
    .map(setting => commands.filter(each => each.setting === setting))
    .filter(group => group.length > 0)
    .map(group => [group[0]?.setting, ...group.map(({ command }) => `    ${command}`)].join('\n'))
    .join('\n');
}

function skipTitle(setting: CommandSetting): string {
  switch (setting) {
    case 'lane.setup':
      return l10n.t('Continue Without Setup');
    case 'lane.teardown':
      return l10n.t('Skip Teardown');
    default:
      return l10n.t('Continue Without');
  }
}
