import type * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Finding } from '../../../../domain/finding/finding.js';
import { placeText } from '../../../../present/findingRow.js';
import { severityLooks } from '../../../../present/severity.js';
import { findingStatusLooks } from '../../../../present/status.js';
import { localTime } from '../../support/localTime.js';
import { translate } from '../../support/translate.js';
import { recordTooltip } from '../recordTooltip.js';

/** What hovering a finding tells. */
export function findingTooltip(finding: Finding): vscode.MarkdownString {
  const belongs = [finding.task, finding.reviewRun, finding.workItem].filter(ref => ref !== null);
  return recordTooltip({ ref: finding.ref, title: finding.text }, [
    finding.fix === null ? undefined : l10n.t('Suggested fix: {0}', finding.fix),
    [
      l10n.t('Severity: {0}', severityLooks[finding.severity].word(translate)),
      findingStatusLooks[finding.status].word(translate),
      finding.rule === null ? undefined : l10n.t('rule: {0}', finding.rule),
      finding.reopenCount === 0 ? undefined : l10n.t('reopened {0} times', finding.reopenCount),
    ],
    placeText(finding),
    finding.note === null ? undefined : l10n.t('Note: {0}', finding.note),
    belongs,
    l10n.t('Found {0} by {1}', localTime(finding.createdAt), finding.tool ?? finding.actor),
  ]);
}
