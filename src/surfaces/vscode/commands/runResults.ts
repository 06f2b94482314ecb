import { l10n } from 'vscode';
import type { z } from 'zod';
import { commandOf } from '../../../operations/commandOf.js';
import type { RunOperations } from '../../../operations/loadRunOperations.js';
import type { AnyOperation } from '../../../operations/operation.js';
import { hypothesisLooks } from '../../../present/runLooks.js';
import { translate } from '../support/translate.js';
import type { ShowResult } from './operationResults.js';
import { saveText } from './saveJson.js';

type Answer<Name extends keyof RunOperations> = z.output<RunOperations[Name]['output']>;

/** Result messages for investigations. Changes visible in the Investigations view get a status bar message. */
export function runResults(operations: RunOperations): Readonly<Record<string, ShowResult>> {
  const { runStart, runShow, runHypothesize, runResolve, runEvidence, runCommand, runLearn } = operations;
  const { runClose, runReopen, runExport } = operations;
  const added = (id: string, ref: string): string => l10n.t('Added {0} to {1}', id, ref);
  const own: readonly (readonly [AnyOperation, ShowResult])[] = [
    [
      runStart,
      async ({ run: { ref } }: Answer<'runStart'>, repository, { runsView, pages }) => {
        await pages.show(repository, ref);
        await runsView.reveal(ref);
        return l10n.t('Started {0}', ref);
      },
    ],
    [runShow, ({ run: { ref } }: Answer<'runShow'>, repository, { pages }) => pages.show(repository, ref)],
    [runHypothesize, ({ run, hypothesis }: Answer<'runHypothesize'>) => added(hypothesis.id, run.ref)],
    [runEvidence, ({ run, evidence }: Answer<'runEvidence'>) => added(evidence.id, run.ref)],
    [runCommand, ({ run, command }: Answer<'runCommand'>) => added(command.id, run.ref)],
    [runLearn, ({ run, learning }: Answer<'runLearn'>) => added(learning.id, run.ref)],
    [
      runResolve,
      ({ hypothesis: { id, status } }: Answer<'runResolve'>) =>
        l10n.t('{0} is {1}', id, hypothesisLooks[status].word(translate)),
    ],
    [runClose, ({ run }: Answer<'runClose'>) => l10n.t('Closed {0}', run.ref)],
    [runReopen, ({ run }: Answer<'runReopen'>) => l10n.t('Reopened {0}', run.ref)],
    [
      runExport,
      ({ content }: Answer<'runExport'>, repository, { titleOf }) =>
        saveText(repository, titleOf(commandOf(runExport)), 'closeout.md', content),
    ],
  ];
  return Object.fromEntries(own.map(([{ name }, show]) => [name, show]));
}
