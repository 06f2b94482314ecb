import { l10n } from 'vscode';
import type { Finding } from '../../../../domain/finding/finding.js';
import { oneLine } from '../../../../domain/text/oneLine.js';
import { commandOf } from '../../../../operations/commandOf.js';
import { findingShow } from '../../../../operations/finding/findingShow.js';
import { onSide, placeText } from '../../../../present/findingRow.js';
import { severityLooks } from '../../../../present/severity.js';
import { findingStatusLooks } from '../../../../present/status.js';
import { named, type Tooltip, tooltipOf } from '../../../../present/tooltip.js';
import type { RepositoryRef } from '../../repository/repositoryRef.js';
import { localTime } from '../../support/localTime.js';
import { translate } from '../../support/translate.js';

/** Returns the tooltip of a finding; `at` is its repository, if that may differ from the view's. */
export function findingTooltip(finding: Finding, at?: RepositoryRef): Tooltip {
  const { ref, severity, status, reopenCount } = finding;
  const opens = { command: commandOf(findingShow), arguments: at === undefined ? [ref] : [ref, at] };
  const ended = finding.resolvedAt === null ? undefined : named(l10n.t('Ended'), localTime(finding.resolvedAt));
  return tooltipOf({ ref, title: oneLine(finding.text), opens }, [
    named(l10n.t('Suggested fix'), finding.fix),
    [
      named(l10n.t('Severity'), severityLooks[severity].word(translate), { icon: severityLooks[severity].icon }),
      findingStatusLooks[status].word(translate),
      named(l10n.t('Rule'), finding.rule),
      reopenCount === 0
        ? undefined
        : reopenCount === 1
          ? l10n.t('reopened once')
          : l10n.t('reopened {0} times', reopenCount),
    ],
    { text: onSide(placeText(finding), finding.side, translate), code: true },
    named(l10n.t('Note'), finding.note),
    [
      named(l10n.t('Task'), finding.task),
      named(l10n.t('Review run'), finding.reviewRun),
      named(l10n.t('Work item'), finding.workItem),
    ],
    [
      named(l10n.t('Found'), localTime(finding.createdAt)),
      l10n.t('by {0}', oneLine(finding.tool ?? finding.actor)),
      ended,
    ],
  ]);
}
