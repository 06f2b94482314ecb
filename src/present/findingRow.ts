import type { Finding } from '../domain/finding/finding.js';
import { oneLine } from '../domain/text/oneLine.js';
import type { Translate } from '../reports/translate.js';
import type { FindingPlace } from './findingPlace.js';
import { type Icon, iconOf } from './look.js';
import { severityLooks } from './severity.js';
import { findingStatusLooks } from './status.js';
import { labelled, type RowLook } from './viewRow.js';

/** Takes the finding's id. */
export const openFindingCommand = 'stateroom.finding.openAtLine';

export interface RowSurroundings {
  /** True for rows grouped by file, which need not name it. */
  readonly belowFile?: boolean;
  /** Current location; defaults to the recorded one. */
  readonly place?: FindingPlace | undefined;
}

export function findingRow(finding: Finding, { belowFile = false, place }: RowSurroundings, t: Translate): RowLook {
  const ended = finding.status !== 'open';
  // A line that the branch removed is gone from its file.
  const outdated = !ended && place?.outdated === true && finding.side === null;
  const where = ended ? finding : whereabouts(finding, place);
  const side = ended || place === undefined || place.outdated ? finding.side : null;
  const named = belowFile ? linesText(where, t) : placeText(where);
  const state = findingStatusLooks[finding.status].word(t);
  const parts = [
    finding.ref,
    named && onSide(named, side, t),
    outdated ? t('outdated') : undefined,
    ended ? state : oneLine(finding.tool ?? finding.actor),
  ].filter(part => part !== undefined && part !== '') as string[];
  const { icon, color } = looks(finding);
  const shown = labelled(oneLine(finding.text), parts);
  return {
    ...shown,
    icon,
    color,
    contextValue: `finding severity:${finding.severity} status:${finding.status}${outdated ? ' outdated' : ''}`,
    spoken: [shown.spoken, severityLooks[finding.severity].word(t), ...(ended ? [] : [state])].join(', '),
  };
}

type Whereabouts = Pick<Finding, 'path' | 'lineStart' | 'lineEnd'>;

/** Returns the current location; for an outdated finding, the recorded lines. */
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

export function onSide(place: string, side: Finding['side'], t: Translate): string {
  return side === 'base' ? t('{0} of the base', place) : place;
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
