import * as vscode from 'vscode';
import type { Finding } from '../../../domain/finding/finding.js';
import { findingList } from '../../../operations/finding/findingList.js';
import type { Clock } from '../../../platform/clock.js';
import { findingRow } from '../../../present/findingRow.js';
import { severityLooks } from '../../../present/severity.js';
import type { Repository } from '../repository.js';
import { invokeOrThrow } from '../support/invokeOrThrow.js';
import { asLabel } from '../support/plainText.js';
import { type Answer, askChoice, askChoices, type Choice, type ChoiceRow, type StepPlace } from '../support/prompt.js';
import { searchedRows } from '../support/searchedRows.js';
import { translate } from '../support/translate.js';

export interface FindingQuestion extends StepPlace {
  readonly placeholder: string;
  /** Said when there is nothing to choose. */
  readonly empty: string;
  /** Open findings, those that ended, or all. */
  readonly which: 'open' | 'ended' | 'all';
}

/** Rows that a picker loads; typing searches all of them. */
const maxRows = 500;

/** Asks for findings, the heaviest first. */
export function askFindings(
  repository: Repository,
  clock: Clock,
  question: FindingQuestion,
): Promise<Answer<Finding[]>> {
  return askChoices({ ...question, ...findingRows(repository, clock, question.which) });
}

/** Asks for one of them. */
export function askFinding(repository: Repository, clock: Clock, question: FindingQuestion): Promise<Answer<Finding>> {
  return askChoice({ ...question, ...findingRows(repository, clock, question.which) });
}

/** The rows of a picker of findings, the heaviest first; of those that ended, the last first. */
export function findingRows(repository: Repository, clock: Clock, which: FindingQuestion['which']) {
  return searchedRows(async text => {
    const page = await invokeOrThrow(repository, findingList, {
      status: which === 'open' ? 'open' : 'any',
      order: which === 'ended' ? 'updated' : 'severity',
      limit: maxRows,
      ...(text === undefined ? {} : { text }),
    });
    const found = which === 'ended' ? page.findings.filter(({ status }) => status !== 'open') : page.findings;
    const rows: ChoiceRow<Finding>[] = [];
    let severity: string | undefined;
    for (const finding of found) {
      if (which === 'open' && finding.severity !== severity) {
        severity = finding.severity;
        rows.push({ label: severityLooks[finding.severity].word(translate), kind: vscode.QuickPickItemKind.Separator });
      }
      rows.push(findingChoice(finding, clock.now()));
    }
    return { rows, more: page.nextCursor !== null };
  });
}

function findingChoice(finding: Finding, now: number): Choice<Finding> {
  return {
    label: `$(${severityLooks[finding.severity].icon}) ${asLabel(`${finding.ref} ${finding.text}`)}`,
    description: asLabel(findingRow(finding, { now }, translate).description),
    value: finding,
  };
}
