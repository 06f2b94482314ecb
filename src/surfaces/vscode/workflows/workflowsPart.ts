import * as vscode from 'vscode';
import { type WorkflowName, workflowNames } from '../../../domain/workflow/workflowNames.js';
import { inEnglish } from '../../../messages/inEnglish.js';
import { coreCatalogue } from '../../../operations/coreCatalogue.js';
import { isOfLanes } from '../../../operations/isOfLanes.js';
import { loadLaneCatalogue } from '../../../operations/loadLaneCatalogue.js';
import type { AnyOperation } from '../../../operations/operation.js';
import type { AnswerMetadata } from '../chat/followups.js';
import type { CommandEnvironment } from '../commands/commandEnvironment.js';
import { invokeLong } from '../commands/invokeLong.js';
import type { Repository } from '../repository.js';
import { acceptCommand, changeCommands } from './acceptCommand.js';

/** What is needed of the rest of the editor by the code of workflows, which is in a file of its own. */
export interface WorkflowEnvironment
  extends Pick<CommandEnvironment, 'repositories' | 'status' | 'notice' | 'log' | 'clock'> {
  /** An operation of the catalogue by its name. */
  operation(name: string): Promise<AnyOperation>;
  /** Runs one that takes long, in sight of the person, who can call it off. */
  invokeLong(
    operation: AnyOperation,
    repository: Repository,
    input: Record<string, unknown>,
    folder: string,
  ): Promise<unknown>;
}

/** One request in the chat. */
export interface ChatTurn {
  readonly ritual: WorkflowName;
  readonly repository: Repository;
  readonly request: vscode.ChatRequest;
  readonly stream: vscode.ChatResponseStream;
  readonly token: vscode.CancellationToken;
}

/** The code for workflows in the editor. */
export interface WorkflowSurface extends vscode.Disposable {
  answer(turn: ChatTurn): Promise<AnswerMetadata>;
  /** From the palette. */
  begin(ritual: WorkflowName, args: readonly unknown[]): Promise<unknown>;
  /** Writes a proposal that was shown. */
  accept(args: readonly unknown[]): Promise<unknown>;
  /** Shows the changes of files that are held under an id. */
  showChanges(id: unknown): Promise<unknown>;
  /** Applies them, and runs the test that shows what they do. */
  applyChanges(id: unknown): Promise<unknown>;
  copyPacket(text: unknown): Promise<unknown>;
}

export function isWorkflow(command: string | undefined): command is WorkflowName {
  return workflowNames.some(name => name === command);
}

/** The workflows in the editor: commands that stand from the start, behind which the code is read with the first of them. */
export class WorkflowsPart implements vscode.Disposable {
  private readonly environment: WorkflowEnvironment;
  private readonly commands: vscode.Disposable;
  private opening: Promise<WorkflowSurface> | undefined;

  constructor(environment: CommandEnvironment) {
    this.environment = {
      ...environment,
      invokeLong: (operation, repository, input, folder) => invokeLong(operation, repository, input, { folder }),
      operation: async name => {
        const found = [...coreCatalogue, ...(isOfLanes(name) ? await loadLaneCatalogue() : [])].find(
          each => each.name === name,
        );
        if (found === undefined) throw new Error(`There is no operation ${name}.`);
        return found;
      },
    };
    this.commands = vscode.Disposable.from(
      ...workflowNames.map(name =>
        vscode.commands.registerCommand(`stateroom.ritual.${name}`, async (...args: unknown[]) =>
          (await this.open()).begin(name, args),
        ),
      ),
      vscode.commands.registerCommand(acceptCommand, async (...args: unknown[]) =>
        inEnglish(await (await this.open()).accept(args)),
      ),
      vscode.commands.registerCommand(changeCommands.show, async id => (await this.open()).showChanges(id)),
      vscode.commands.registerCommand(changeCommands.apply, async id => (await this.open()).applyChanges(id)),
      vscode.commands.registerCommand(changeCommands.copy, async text => (await this.open()).copyPacket(text)),
    );
  }

  /** Answers one request in the chat. */
  async answer(turn: ChatTurn): Promise<AnswerMetadata> {
    return (await this.open()).answer(turn);
  }

  dispose(): void {
    this.commands.dispose();
    void this.opening?.then(surface => surface.dispose());
  }

  private open(): Promise<WorkflowSurface> {
    this.opening ??= import('./workflowSurface.js').then(({ openWorkflowSurface }) =>
      openWorkflowSurface(this.environment),
    );
    return this.opening;
  }
}
