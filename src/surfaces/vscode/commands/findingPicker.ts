import * as vscode from 'vscode';
import type { Finding } from '../../../domain/finding/finding.js';
import { findingList } from '../../../operations/finding/findingList.js';
import { findingRow } from '../../../present/findingRow.js';
import { severityLooks } from '../../../present/severity.js';
import { besideRef } from '../../../present/viewRow.js';
import type { Repository } from '../repository.js';
import { invokeOrThrow } from '../support/invokeOrThrow.js';
import { asLabel } from '../support/plainText.js';
import { type Answer, askChoice, askChoices, type Choice, type ChoiceRow, type StepPlace } from '../support/prompt.js';
import { searchedRows } from '../support/searchedRows.js';
import { translate } from '../support/translate.js';

export interface FindingQuestion extends StepPlace {
  readonly placeholder: string;
  /** Message if there is nothing to choose. */
  readonly empty: string;
  readonly which: 'open' | 'ended' | 'all';
}

/** Typing searches all findings, beyond this number of rows. */
const maxRows = 500;

/** Asks for findings, most severe first. */
export function askFindings(repository: Repository, question: FindingQuestion): Promise<Answer<Finding[]>> {
  return askChoices({ ...question, ...findingRows(repository, question.which) });
}

export function askFinding(repository: Repository, question: FindingQuestion): Promise<Answer<Finding>> {
  return askChoice({ ...question, ...findingRows(repository, question.which) });
}

/** Returns the rows of a picker of findings, most severe first; closed ones latest first. */
export function findingRows(repository: Repository, which: FindingQuestion['which']) {
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
      rows.push(findingChoice(finding));
    }
    return { rows, more: page.nextCursor !== null };
  });
}

function findingChoice(finding: Finding): Choice<Finding> {
  return {
    label: `$(${severityLooks[finding.severity].icon}) ${asLabel(`${finding.ref} ${finding.text}`)}`,
    description: asLabel(besideRef(finding.ref, findingRow(finding, {}, translate))),
    value: finding,
  };
}
