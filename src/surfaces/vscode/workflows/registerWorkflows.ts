import * as vscode from 'vscode';
import { workflowNames } from '../../../domain/workflow/workflowNames.js';
import { inEnglish } from '../../../messages/inEnglish.js';
import { registerChat } from '../chat/registerChat.js';
import type { CommandEnvironment } from '../commands/commandEnvironment.js';
import { acceptCommand, changeCommands } from './acceptCommand.js';
import type { Workflows } from './workflows.js';

export function registerWorkflows(environment: CommandEnvironment): vscode.Disposable {
  let opening: Promise<Workflows> | undefined;
  const open = (): Promise<Workflows> => {
    opening ??= import('./workflows.js').then(({ Workflows }) => new Workflows(environment));
    return opening;
  };
  const { registerCommand } = vscode.commands;
  return vscode.Disposable.from(
    ...workflowNames.map(name =>
      registerCommand(`stateroom.ritual.${name}`, async request => (await open()).begin(name, request)),
    ),
    registerCommand(acceptCommand, async proposal => inEnglish(await (await open()).accept(proposal))),
    registerCommand(changeCommands.show, async id => (await open()).changes.show(id)),
    registerCommand(changeCommands.apply, async id => (await open()).changes.apply(id)),
    registerCommand(changeCommands.copy, async text => (await import('./workflows.js')).copyPacket(text)),
    registerChat(environment, async turn => (await open()).answer(turn)),
    { dispose: () => void opening?.then(workflows => workflows.dispose()) },
  );
}
