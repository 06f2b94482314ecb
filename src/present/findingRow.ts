import type { Finding } from '../domain/finding/finding.js';
import { oneLine } from '../domain/text/oneLine.js';
import { shortened } from '../domain/text/shortened.js';
import type { Translate } from '../reports/translate.js';
import type { FindingPlace } from './findingPlace.js';
import { type Icon, iconOf } from './look.js';
import { timeAgo } from './relativeTime.js';
import { severityLooks } from './severity.js';
import { findingStatusLooks } from './status.js';
import type { RowLook } from './viewRow.js';

/** Opens a finding at its lines; takes the finding's id. */
export const openFindingCommand = 'stateroom.finding.openAtLine';

const textLength = 70;

/** What a row depends on beside its finding. */
export interface RowSurroundings {
  /** ms UTC. */
  readonly now: number;
  /** The rows are below their file, which they need not name. */
  readonly belowFile?: boolean;
  /** Where the finding is now; as recorded when that is unknown. */
  readonly place?: FindingPlace | undefined;
}

/** The row of a finding. */
export function findingRow(
  finding: Finding,
  { now, belowFile = false, place }: RowSurroundings,
  t: Translate,
): RowLook {
  const label = `${finding.ref} ${shortened(finding.text, textLength)}`;
  const ended = finding.status !== 'open';
  const ago = timeAgo(Date.parse(finding.resolvedAt ?? finding.createdAt), now, t);
  const outdated = !ended && place?.outdated === true;
  const where = ended ? finding : whereabouts(finding, place);
  const parts = [
    belowFile ? linesText(where, t) : placeText(where),
    outdated ? t('outdated') : undefined,
    ended ? t('{0} {1}', findingStatusLooks[finding.status].word(t), ago.text) : oneLine(finding.tool ?? finding.actor),
    ended ? undefined : ago.text,
  ].filter(part => part !== undefined && part !== '') as string[];
  const { icon, color } = looks(finding);
  return {
    label,
    description: parts.join(' · '),
    icon,
    color,
    contextValue: `finding severity:${finding.severity} status:${finding.status}${outdated ? ' outdated' : ''}`,
    spoken: [label, severityLooks[finding.severity].word(t), findingStatusLooks[finding.status].word(t), ...parts].join(
      ', ',
    ),
    changesAt: ago.changesAt,
  };
}

type Whereabouts = Pick<Finding, 'path' | 'lineStart' | 'lineEnd'>;

/** Where it is now; the lines of an outdated one are those that it was recorded at. */
function whereabouts(finding: Finding, place: FindingPlace | undefined): Whereabouts {
  if (place === undefined) return finding;
  if (place.outdated || place.lines === null) return { ...finding, path: place.path };
  return { path: place.path, lineStart: place.lines.start, lineEnd: place.lines.end };
}

/** `src/app.ts:3-7`, without lines for a finding about the whole file. */
export function placeText(finding: Whereabouts): string {
  const lines = lineNumbers(finding);
  return lines === undefined ? oneLine(finding.path) : `${oneLine(finding.path)}:${lines}`;
}

function linesText(finding: Whereabouts, t: Translate): string | undefined {
  const lines = lineNumbers(finding);
  if (lines === undefined) return undefined;
  return finding.lineStart === finding.lineEnd ? t('line {0}', lines) : t('lines {0}', lines);
}

function lineNumbers({ lineStart, lineEnd }: Whereabouts): string | undefined {
  if (lineStart === null) return undefined;
  return lineEnd === null || lineEnd === lineStart ? String(lineStart) : `${lineStart}-${lineEnd}`;
}

function looks({ status, severity }: Finding): Icon {
  return status === 'open' ? iconOf(severityLooks[severity]) : iconOf(findingStatusLooks[status]);
}
