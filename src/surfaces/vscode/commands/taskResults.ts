import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { z } from 'zod';
import type { Evidence } from '../../../domain/evidence/evidence.js';
import type { Task } from '../../../domain/task/task.js';
import type { WorkItem } from '../../../domain/workItem/workItem.js';
import type { Sentence } from '../../../messages/sentence.js';
import { commandOf } from '../../../operations/commandOf.js';
import { evidenceRun } from '../../../operations/evidence/evidenceRun.js';
import { slicePacket } from '../../../operations/slice/slicePacket.js';
import { taskExport } from '../../../operations/task/taskExport.js';
import { taskFinish } from '../../../operations/task/taskFinish.js';
import { taskGc } from '../../../operations/task/taskGc.js';
import { taskHandOver } from '../../../operations/task/taskHandOver.js';
import { taskReap } from '../../../operations/task/taskReap.js';
import { taskShow } from '../../../operations/task/taskShow.js';
import { taskStart } from '../../../operations/task/taskStart.js';
import { taskSwitch } from '../../../operations/task/taskSwitch.js';
import { markdownPage } from '../../../present/markdownPage.js';
import { type SlicePacket, slicePage } from '../../../present/slicePage.js';
import type { Repository } from '../repository.js';
import { editorPen } from '../support/editorPen.js';
import { inEditorsLanguage } from '../support/inEditorsLanguage.js';
import { asMessage } from '../support/plainText.js';
import { showRuns } from './invokeLong.js';
import type { ShowResult } from './operationResults.js';
import { saveJson } from './saveJson.js';

type OfTask = Readonly<{ task: Task }>;

/** Result messages of operations on tasks and their work. Changes visible in the Now view get a status bar message. */
export const taskResults: Readonly<Record<string, ShowResult>> = {
  [taskStart.name]: ({ task, repeated }: OfTask & { readonly repeated: boolean }, repository) => {
    const { ref, branch, name } = task;
    if (repeated) return continueIn(task, l10n.t('{0} {1} already exists', ref, name), repository);
    const text = branch === null ? l10n.t('{0} started', ref) : l10n.t('Started {0} on {1}', ref, branch);
    return continueIn(task, text, repository);
  },
  [taskSwitch.name]: ({ task }: OfTask, repository) =>
    continueIn(task, l10n.t('Switched to {0}', task.ref), repository),
  [taskHandOver.name]: ({ item, to }: { readonly item: WorkItem; readonly to: string | null }) =>
    to === null ? l10n.t('{0} handed over', item.ref) : l10n.t('{0} handed to {1}', item.ref, to),
  [taskShow.name]: ({ task }: OfTask, repository, { pages }) => pages.show(repository, task.ref),
  [taskExport.name]: (
    { task, file, content }: { task: string; file: string | null; content: unknown },
    repository,
    { titleOf },
  ) =>
    file === null
      ? saveJson(repository, titleOf(commandOf(taskExport)), `${task}.json`, content)
      : l10n.t('Wrote {0}', file),
  [taskFinish.name]: ({ task, kept }: OfTask & { readonly kept: { readonly why: Sentence } | null }) => {
    if (kept !== null) {
      const text = l10n.t('{0} is done. {1}', task.ref, inEditorsLanguage(kept.why));
      void vscode.window.showInformationMessage(asMessage(text));
    }
    return l10n.t('{0} is done', task.ref);
  },
  [taskGc.name]: ({ tasks }: z.output<typeof taskGc.output>) => {
    const count = tasks.filter(({ why }) => why === null).length;
    return count === 1 ? l10n.t('Cleaned up 1 finished task') : l10n.t('Cleaned up {0} finished tasks', count);
  },
  [taskReap.name]: ({ tasks }: z.output<typeof taskReap.output>) =>
    tasks.length === 1 ? l10n.t('Archived 1 task') : l10n.t('Archived {0} tasks', tasks.length),
  [slicePacket.name]: (packet: SlicePacket, repository, { pages }) =>
    pages.showText(repository, `${packet.slice.ref}.md`, markdownPage(slicePage(packet, editorPen), editorPen)),
  [evidenceRun.name]: ({ evidence, treeChanged }: { evidence: Evidence; treeChanged: boolean }) => {
    const { command, ref, passed, exitCode } = evidence;
    const show = l10n.t('Show Output');
    const text = treeChanged
      ? l10n.t('Files changed while “{0}” ran, so {1} does not apply to the current files.', command, ref)
      : passed
        ? l10n.t('“{0}” passed. {1} is evidence for this tree.', command, ref)
        : l10n.t('“{0}” failed with exit code {1} ({2}).', command, String(exitCode), ref);
    const tell = passed && !treeChanged ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
    // Not awaited: the person may answer at any time.
    void tell(asMessage(text), show).then(chosen => {
      if (chosen === show) showRuns();
    });
  },
};

/** Returns the outcome as a line; if the task has another worktree, shows it with a button to open that. */
function continueIn({ workTree }: Task, text: string, repository: Repository): string | undefined {
  const here = repository.fileOf(vscode.Uri.joinPath(repository.folder, 'a'))?.top;
  if (workTree === null || workTree === here) return text;
  const open = l10n.t('Open Worktree');
  void vscode.window.showInformationMessage(asMessage(l10n.t('{0}, in {1}.', text, workTree)), open).then(chosen => {
    if (chosen !== open) return;
    return vscode.commands.executeCommand('vscode.openFolder', vscode.Uri.file(workTree), { forceNewWindow: true });
  });
  return undefined;
}
