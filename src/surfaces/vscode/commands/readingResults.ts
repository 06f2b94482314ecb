import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { z } from 'zod';
import { capitalised } from '../../../domain/text/capitalised.js';
import { commandOf } from '../../../operations/commandOf.js';
import { evidenceList } from '../../../operations/evidence/evidenceList.js';
import { evidenceShow } from '../../../operations/evidence/evidenceShow.js';
import { type GateAnswer, gateCheck } from '../../../operations/gate/gateCheck.js';
import { gateList } from '../../../operations/gate/gateList.js';
import type { AnyOperation } from '../../../operations/operation.js';
import { planList } from '../../../operations/plan/planList.js';
import { planShow } from '../../../operations/plan/planShow.js';
import { sliceList } from '../../../operations/slice/sliceList.js';
import { slicePacket } from '../../../operations/slice/slicePacket.js';
import { taskList } from '../../../operations/task/taskList.js';
import { touchedList } from '../../../operations/touched/touchedList.js';
import { sliceStatusLooks, taskStatusLooks } from '../../../present/status.js';
import { gatePage } from '../details/gatePage.js';
import { standingOf } from '../repository/repositoryRef.js';
import { asLabel } from '../support/plainText.js';
import { askChoice, type Choice } from '../support/prompt.js';
import { translate } from '../support/translate.js';
import type { CommandEnvironment } from './commandEnvironment.js';
import type { ShowResult } from './operationResults.js';

type Act = () => Thenable<unknown>;

/** Shows a list from which the person opens records. Not awaited: they may answer at any time. */
function offer(
  operation: AnyOperation,
  { titleOf, notice }: CommandEnvironment,
  rows: readonly Choice<Act>[],
): string | undefined {
  const title = titleOf(commandOf(operation));
  if (rows.length === 0) return l10n.t('{0}: no results', title);
  void askChoice<Act>({ title, placeholder: l10n.t('Select what to open'), rows })
    .then(async chosen => {
      if (typeof chosen === 'function') await chosen();
    })
    .catch(error => notice.showError(l10n.t('“{0}” failed.', title), error));
  return undefined;
}

/** Results of read operations without a page of their own; listed records can be opened. */
export const readingResults: Readonly<Record<string, ShowResult>> = {
  [gateCheck.name]: (answer: GateAnswer, repository, { pages }) =>
    pages.showText(repository, `${answer.gate}.md`, gatePage(answer.gate, answer)),
  [gateList.name]: ({ gates }: z.output<typeof gateList.output>, repository, { pages }) =>
    pages.showText(
      repository,
      l10n.t('Gates.md'),
      gates.map(answer => gatePage(capitalised(answer.gate), answer)).join('\n'),
    ),
  [taskList.name]: ({ tasks }: z.output<typeof taskList.output>, repository, environment) =>
    offer(
      taskList,
      environment,
      tasks.map(({ ref, objective, status, branch }) => ({
        label: `$(rocket) ${asLabel(`${ref} ${objective}`)}`,
        description: asLabel([taskStatusLooks[status].word(translate), branch ?? ''].filter(Boolean).join(' · ')),
        value: () => environment.pages.show(repository, ref),
      })),
    ),
  [sliceList.name]: ({ slices }: z.output<typeof sliceList.output>, repository, environment) =>
    offer(
      sliceList,
      environment,
      slices.map(({ ref, title, status, task }) => ({
        label: `$(list-tree) ${asLabel(`${ref} ${title}`)}`,
        description: sliceStatusLooks[status].word(translate),
        value: () => environment.run(slicePacket, { slice: ref, task }, standingOf(repository)),
      })),
    ),
  [evidenceList.name]: ({ evidence }: z.output<typeof evidenceList.output>, repository, environment) =>
    offer(
      evidenceList,
      environment,
      evidence.map(({ ref, command, passed, fresh }) => ({
        label: `$(${passed ? 'pass' : 'error'}) ${asLabel(`${ref} ${command}`)}`,
        description: fresh === null ? '' : fresh ? l10n.t('fresh') : l10n.t('stale'),
        value: () => environment.run(evidenceShow, { id: ref }, standingOf(repository)),
      })),
    ),
  [planList.name]: ({ plans }: z.output<typeof planList.output>, repository, environment) =>
    offer(
      planList,
      environment,
      plans.map(({ path, title, task }) => ({
        label: `$(checklist) ${asLabel(title)}`,
        description: asLabel([path, task ?? ''].filter(Boolean).join(' · ')),
        value: () => environment.run(planShow, { plan: path }, standingOf(repository)),
      })),
    ),
  [touchedList.name]: ({ files }: z.output<typeof touchedList.output>, repository, environment) =>
    offer(
      touchedList,
      environment,
      files.map(({ path, change, actor }) => ({
        label: `$(file) ${asLabel(path)}`,
        description: asLabel([change, actor].join(' · ')),
        value: () =>
          vscode.commands.executeCommand(
            'vscode.open',
            vscode.Uri.joinPath(vscode.Uri.file(repository.top ?? repository.folder.fsPath), path),
          ),
      })),
    ),
};
