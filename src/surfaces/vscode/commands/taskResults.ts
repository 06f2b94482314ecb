import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { evidenceSchema } from '../../../domain/evidence/evidence.js';
import { type Task, taskSchema } from '../../../domain/task/task.js';
import { evidenceRun } from '../../../operations/evidence/evidenceRun.js';
import { slicePacket } from '../../../operations/slice/slicePacket.js';
import { taskFinish } from '../../../operations/task/taskFinish.js';
import { taskShow } from '../../../operations/task/taskShow.js';
import { taskStart } from '../../../operations/task/taskStart.js';
import { taskSwitch } from '../../../operations/task/taskSwitch.js';
import { markdownPage } from '../../../present/markdownPage.js';
import { type SlicePacket, slicePage } from '../../../present/slicePage.js';
import type { WorkItemPages } from '../details/workItemPages.js';
import type { Repository } from '../repository.js';
import { editorPen } from '../support/editorPen.js';
import { asMessage } from '../support/plainText.js';
import { showRuns } from './invokeLong.js';

type Output = Readonly<Record<string, unknown>>;

/** What results are shown with. */
export interface ResultPlace {
  readonly repository: Repository;
  readonly pages: WorkItemPages;
  /** One line in the status bar. */
  say(text: string): void;
}

/** Outcome of operations on tasks and their work. What the Now view shows anyway gets a line in the status bar. */
export const taskResults: Readonly<Record<string, (output: Output, place: ResultPlace) => Promise<void> | void>> = {
  [taskStart.name]: (output, place) => {
    const task = taskOf(output);
    if (task === undefined) return;
    const text =
      task.branch === null ? l10n.t('{0} started', task.ref) : l10n.t('Started {0} on {1}', task.ref, task.branch);
    goOn(task, text, place);
  },
  [taskSwitch.name]: (output, place) => {
    const task = taskOf(output);
    if (task !== undefined) goOn(task, l10n.t('Switched to {0}', task.ref), place);
  },
  [taskShow.name]: async (output, { repository, pages }) => {
    const task = taskOf(output);
    if (task !== undefined) await pages.show(repository, task.ref);
  },
  [slicePacket.name]: async (output, { repository, pages }) => {
    const packet = output as unknown as SlicePacket;
    await pages.showText(repository, `${packet.slice.ref}.md`, markdownPage(slicePage(packet, editorPen), editorPen));
  },
  [taskFinish.name]: (output, { say }) => {
    const task = taskOf(output);
    if (task !== undefined) say(l10n.t('{0} is done', task.ref));
  },
  [evidenceRun.name]: output => {
    const proof = evidenceSchema.safeParse(output.evidence).data;
    if (proof === undefined) return;
    const show = l10n.t('Show Output');
    const text =
      output.treeChanged === true
        ? l10n.t('Files changed while “{0}” ran, so {1} does not apply to the current files.', proof.command, proof.ref)
        : proof.passed
          ? l10n.t('“{0}” passed. {1} is evidence for this tree.', proof.command, proof.ref)
          : l10n.t('“{0}” failed with exit code {1} ({2}).', proof.command, String(proof.exitCode), proof.ref);
    const good = proof.passed && output.treeChanged !== true;
    const tell = good ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
    // Not waited for: the person answers in their own time.
    void tell(asMessage(text), show).then(chosen => {
      if (chosen === show) showRuns();
    });
  },
};

/** Shows the result; if the task's worktree is another one, offers to open it. */
function goOn(task: Task, text: string, { repository, say }: ResultPlace): void {
  const here = repository.fileOf(vscode.Uri.joinPath(repository.folder, 'a'))?.top;
  if (task.workTree === null || task.workTree === here) {
    say(text);
    return;
  }
  const open = l10n.t('Open Worktree');
  const { workTree } = task;
  void vscode.window.showInformationMessage(asMessage(l10n.t('{0}, in {1}.', text, workTree)), open).then(chosen => {
    if (chosen !== open) return;
    return vscode.commands.executeCommand('vscode.openFolder', vscode.Uri.file(workTree), { forceNewWindow: true });
  });
}

function taskOf(output: Output): Task | undefined {
  return taskSchema.safeParse(output.task).data;
}
