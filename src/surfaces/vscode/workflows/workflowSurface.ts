import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { isRefusal, type Refusal } from '../../../domain/refusal/refusal.js';
import type { BriefAct } from '../../../domain/workflow/brief.js';
import { readRequest } from '../../../domain/workflow/readRequest.js';
import type { WorkflowName } from '../../../domain/workflow/workflowNames.js';
import { plainMarkup } from '../../../reports/markup.js';
import { workflowNamed } from '../../../workflows/workflows.js';
import { namesOf, readStanding, repositoryAt, standingOf } from '../repository/repositoryRef.js';
import { asLabel, asMessage } from '../support/plainText.js';
import { askChoice, askText, back, type ChoiceRow } from '../support/prompt.js';
import { translate } from '../support/translate.js';
import { ProposedChanges } from './proposedChanges.js';
import { type AcceptedProposal, buttonOf, WorkflowAnswer, workflowCall } from './workflowAnswer.js';
import type { WorkflowEnvironment, WorkflowSurface } from './workflowsPart.js';

/** All that the editor shows of workflows and does with them. */
export function openWorkflowSurface(environment: WorkflowEnvironment): WorkflowSurface {
  const changes = new ProposedChanges(environment);
  const running = new Map<string, Promise<unknown>>();
  return {
    answer: turn => new WorkflowAnswer(environment, changes, turn).write(),
    begin: (ritual, args) => begin(environment, ritual, args),
    accept: args => {
      // A button that is pressed twice writes once: both presses have the same answer.
      const key = JSON.stringify(args[0]) ?? '';
      const begun = running.get(key) ?? accept(environment, args).finally(() => running.delete(key));
      running.set(key, begun);
      return begun;
    },
    showChanges: id => changes.show(id),
    applyChanges: id => changes.apply(id),
    copyPacket,
    dispose: () => changes.dispose(),
  };
}

/** Asks what it is about, and continues in the chat where a model could answer there; else with what is known without one. */
async function begin(environment: WorkflowEnvironment, name: WorkflowName, args: readonly unknown[]): Promise<unknown> {
  const { title, argumentHint } = workflowNamed(name);
  const given = args[0];
  const request =
    typeof given === 'string'
      ? given
      : await askText({ title: title(translate), placeholder: argumentHint(translate) });
  if (request === undefined || request === back) return undefined;
  if ((await vscode.lm.selectChatModels({})).length > 0) {
    const query = `@stateroom /${name} ${request}`;
    return vscode.commands.executeCommand('workbench.action.chat.open', { query });
  }
  return showBrief(environment, name, request);
}

async function copyPacket(packet: unknown): Promise<void> {
  if (typeof packet !== 'string') return;
  await vscode.env.clipboard.writeText(packet);
  const text = l10n.t('Copied to the clipboard');
  vscode.window.setStatusBarMessage(`$(check) ${text}`, 5000);
}

/** The brief as a list in which the next acts come first; Enter on one of them begins it. */
async function showBrief(environment: WorkflowEnvironment, name: WorkflowName, request: string): Promise<unknown> {
  const repo = environment.repositories.active;
  if (repo === undefined) {
    void vscode.window.showWarningMessage(l10n.t('No folder in this window is in a git repository.'));
    return undefined;
  }
  const at = standingOf(repo);
  const call = workflowCall(environment, repo, plainMarkup, { folder: at.folder });
  const { words, cutAt } = readRequest(request);
  const prepared = await workflowNamed(name).prepare(call, words);
  if (isRefusal(prepared)) {
    environment.notice.show(prepared, repo);
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
  const { repository, workTree } = namesOf(environment.repositories, repo, at);
  const act = await askChoice({
    title: [title, repository, workTree].filter(part => part !== undefined).join(' · '),
    rows,
    placeholder: l10n.t('No language model is available, so this answer has no summary.'),
  });
  if (act === undefined || act === back) return undefined;
  if (act === 'copy') return copyPacket(packet);
  const { command, arguments: input = [] } = await buttonOf(environment, at, act);
  return vscode.commands.executeCommand(command, ...input);
}

/** Does the acts of a proposal in order, where it was asked for; the first refusal ends it and is shown. */
async function accept(environment: WorkflowEnvironment, args: readonly unknown[]): Promise<unknown> {
  const { repositories, notice, status } = environment;
  const accepted = readAccepted(args[0]);
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
      const operation = await environment.operation(name);
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

function readAccepted(value: unknown): AcceptedProposal | undefined {
  const { at, acts } = (value ?? {}) as Partial<Record<keyof AcceptedProposal, unknown>>;
  const standing = readStanding(at);
  return standing !== undefined && Array.isArray(acts) ? { at: standing, acts } : undefined;
}

/** What was made, by its refs, with the way into its worktree. */
function tell(outputs: readonly unknown[]): void {
  const made = outputs.map(
    output =>
      output as { item?: { ref: string }; task?: { ref: string; branch: string | null; workTree: string | null } },
  );
  const task = made.find(({ task: found }) => found !== undefined)?.task;
  const item = made.find(({ item: found }) => found !== undefined)?.item;
  if (task === undefined) {
    vscode.window.setStatusBarMessage(`$(check) ${l10n.t('Written')}`, 5000);
    return;
  }
  const text = l10n.t('Created {0} and task {1} on branch {2}.', item?.ref ?? task.ref, task.ref, task.branch ?? '');
  const open = l10n.t('Open Worktree');
  void vscode.window.showInformationMessage(asMessage(text), open).then(chosen => {
    if (chosen !== open || task.workTree === null) return;
    void vscode.commands.executeCommand('vscode.openFolder', vscode.Uri.file(task.workTree), { forceNewWindow: true });
  });
}
