import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { isRefusal, type Refusal } from '../../../domain/refusal/refusal.js';
import type { BriefAct } from '../../../domain/workflow/brief.js';
import { readRequest } from '../../../domain/workflow/readRequest.js';
import type { WorkflowName } from '../../../domain/workflow/workflowNames.js';
import { plainMarkup } from '../../../reports/markup.js';
import { workflowNamed } from '../../../workflows/workflows.js';
import type { AnswerTurn } from '../chat/answerChat.js';
import type { CommandEnvironment } from '../commands/commandEnvironment.js';
import { operationNamed } from '../commands/operationNamed.js';
import { namesOf, readStanding, repositoryAt, standingOf } from '../repository/repositoryRef.js';
import { openInNewWindow } from '../support/openInNewWindow.js';
import { asLabel, asMessage } from '../support/plainText.js';
import { askChoice, askText, back, type ChoiceRow } from '../support/prompt.js';
import { sayDone } from '../support/sayDone.js';
import { translate } from '../support/translate.js';
import { ProposedChanges } from './proposedChanges.js';
import { type AcceptedProposal, buttonOf, WorkflowAnswer, workflowCall } from './workflowAnswer.js';

export class Workflows {
  readonly changes: ProposedChanges;
  private readonly running = new Map<string, Promise<unknown>>();

  constructor(private readonly environment: CommandEnvironment) {
    this.changes = new ProposedChanges(environment);
  }

  readonly answer: AnswerTurn = turn => new WorkflowAnswer(this.environment, this.changes, turn).write();

  /** Asks for the subject, then continues in the chat if a model is available there; else shows the known facts. */
  async begin(name: WorkflowName, given: unknown): Promise<unknown> {
    const { title, argumentHint } = workflowNamed(name);
    const request =
      typeof given === 'string'
        ? given
        : await askText({ title: title(translate), placeholder: argumentHint(translate) });
    if (request === undefined || request === back) return undefined;
    if ((await vscode.lm.selectChatModels({})).length > 0) {
      const query = `@stateroom /${name} ${request}`;
      return vscode.commands.executeCommand('workbench.action.chat.open', { query });
    }
    return this.showBrief(name, request);
  }

  /** Applies a proposal. Concurrent presses of its button share one run and its result. */
  accept(proposal: unknown): Promise<unknown> {
    const key = JSON.stringify(proposal) ?? '';
    const begun = this.running.get(key) ?? this.write(proposal).finally(() => this.running.delete(key));
    this.running.set(key, begun);
    return begun;
  }

  dispose(): void {
    this.changes.dispose();
  }

  /** Shows the brief as a list with the next acts on top; Enter starts one. */
  private async showBrief(name: WorkflowName, request: string): Promise<unknown> {
    const repo = this.environment.repositories.active;
    if (repo === undefined) {
      void vscode.window.showWarningMessage(l10n.t('No folder in this window is in a git repository.'));
      return undefined;
    }
    const at = standingOf(repo);
    const call = workflowCall(this.environment, repo, plainMarkup, { folder: at.folder });
    const { words, cutAt } = readRequest(request);
    const prepared = await workflowNamed(name).prepare(call, words);
    if (isRefusal(prepared)) {
      this.environment.notice.show(prepared, repo);
      return prepared;
    }
    const { title, acts, sections, missing } = prepared.brief;
    const cut = cutAt === undefined ? [] : [l10n.t('Only the first {0} characters of the request are used.', cutAt)];
    const line = (label: string) => ({ label, kind: vscode.QuickPickItemKind.Separator }) as const;
    const { packet } = prepared;
    const rows: ChoiceRow<BriefAct | 'copy' | undefined>[] = [
      line(l10n.t('Next')),
      ...acts.map(act => ({ label: asLabel(act.title), value: act })),
      ...(packet === undefined ? [] : [{ label: l10n.t('Copy Instructions'), value: 'copy' as const }]),
      ...sections.flatMap(({ heading, lines }) => [
        line(heading),
        ...lines.map(text => ({ label: asLabel(text), value: undefined })),
      ]),
      ...[...cut, ...missing].map(text => ({ label: asLabel(text), value: undefined })),
    ];
    const { repository, workTree } = namesOf(this.environment.repositories, repo, at);
    const act = await askChoice({
      title: [title, repository, workTree].filter(part => part !== undefined).join(' · '),
      rows,
      placeholder: l10n.t('No language model is available, so this answer has no summary.'),
    });
    if (act === undefined || act === back) return undefined;
    if (act === 'copy') return copyPacket(packet);
    const { command, arguments: input = [] } = await buttonOf(at, act);
    return vscode.commands.executeCommand(command, ...input);
  }

  /** Runs the acts of a proposal in order, in the worktree of the request; stops at the first refusal and shows it. */
  private async write(proposal: unknown): Promise<unknown> {
    const { repositories, notice, status } = this.environment;
    const accepted = readAccepted(proposal);
    if (accepted === undefined) {
      void vscode.window.showWarningMessage(l10n.t('The reply contained no changes. Try again.'));
      return undefined;
    }
    const repo = repositoryAt(repositories, accepted.at);
    if (isRefusal(repo)) {
      notice.show(repo);
      return repo;
    }
    const outputs: unknown[] = [];
    try {
      for (const { operation: name, input } of accepted.acts) {
        const operation = await operationNamed(name);
        const title = asMessage(operation.title);
        const output: unknown = await vscode.window.withProgress(
          { location: vscode.ProgressLocation.Notification, title },
          () => repo.invoke(operation, input as never) as Promise<unknown | Refusal>,
        );
        if (isRefusal(output)) {
          notice.show(output, repo);
          return output;
        }
        outputs.push(output);
      }
    } catch (error) {
      notice.showError(l10n.t('Could not save the proposal.'), error);
      return undefined;
    }
    void status.refresh();
    tell(outputs);
    return outputs.length === 1 ? outputs[0] : outputs;
  }
}

export async function copyPacket(packet: unknown): Promise<void> {
  if (typeof packet !== 'string') return;
  await vscode.env.clipboard.writeText(packet);
  sayDone(l10n.t('Copied to the clipboard'));
}

function readAccepted(value: unknown): AcceptedProposal | undefined {
  const { at, acts } = (value ?? {}) as Partial<Record<keyof AcceptedProposal, unknown>>;
  const standing = readStanding(at);
  return standing !== undefined && Array.isArray(acts) ? { at: standing, acts } : undefined;
}

function tell(outputs: readonly unknown[]): void {
  const made = outputs.map(
    output =>
      output as { item?: { ref: string }; task?: { ref: string; branch: string | null; workTree: string | null } },
  );
  const task = made.find(({ task: found }) => found !== undefined)?.task;
  const item = made.find(({ item: found }) => found !== undefined)?.item;
  if (task === undefined) {
    sayDone(l10n.t('Written'));
    return;
  }
  const text = l10n.t('Created {0} and task {1} on branch {2}.', item?.ref ?? task.ref, task.ref, task.branch ?? '');
  const open = l10n.t('Open Worktree');
  void vscode.window.showInformationMessage(asMessage(text), open).then(chosen => {
    if (chosen === open && task.workTree !== null) void openInNewWindow(task.workTree);
  });
}
