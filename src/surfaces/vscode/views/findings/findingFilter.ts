import { l10n } from 'vscode';
import * as z from 'zod';
import type { Finding } from '../../../../domain/finding/finding.js';
import { findingSeverities } from '../../../../domain/finding/findingSeverity.js';
import { findingStatuses } from '../../../../domain/finding/findingStatus.js';
import { oneLine } from '../../../../domain/text/oneLine.js';
import { severityLooks } from '../../../../present/severity.js';
import { findingStatusLooks } from '../../../../present/status.js';
import { translate } from '../../support/translate.js';

const text = z.string().min(1).optional().catch(undefined);
const findingFilter = z
  .object({
    /** Substring of the text, the path, the rule or the reviewer's name, ignoring case. */
    text,
    severity: z.enum(findingSeverities).optional().catch(undefined),
    status: z.enum(findingStatuses).optional().catch(undefined),
    /** Only findings reported by this person, or turned into a work item that they hold. */
    mine: z.literal(true).optional().catch(undefined),
    /** Task of the findings: `T-3`. */
    task: text,
  })
  .catch({});

/** Filter of the Findings view; absent fields do not restrict it. */
export type FindingFilter = z.infer<typeof findingFilter>;

/** Data to decide which findings are the person's own. */
export interface Own {
  readonly name: string;
  /** Work items that they hold, as `W-7`. */
  readonly workItems: ReadonlySet<string>;
}

/** Formats the filter: `severity: high · status: deferred · mine · T-3 · “login”`. */
export function findingFilterText(filter: FindingFilter): string {
  return [
    filter.severity && l10n.t('severity: {0}', severityLooks[filter.severity].word(translate)),
    filter.status && l10n.t('status: {0}', findingStatusLooks[filter.status].word(translate)),
    filter.mine === undefined ? undefined : l10n.t('mine'),
    filter.task === undefined ? undefined : oneLine(filter.task),
    filter.text === undefined ? undefined : l10n.t('“{0}”', oneLine(filter.text)),
  ]
    .filter(part => part !== undefined)
    .join(' · ');
}

/** Returns true if a finding matches the filter; none is the person's own while `own` is undefined. */
export function passes(finding: Finding, filter: FindingFilter, own: Own | undefined): boolean {
  if (filter.severity !== undefined && finding.severity !== filter.severity) return false;
  if (filter.status !== undefined && finding.status !== filter.status) return false;
  if (filter.mine === true && !isOwn(finding, own)) return false;
  if (filter.task !== undefined && finding.task !== filter.task) return false;
  if (filter.text === undefined) return true;
  const wanted = filter.text.toLowerCase();
  return [finding.ref, finding.text, finding.path, finding.rule ?? '', finding.tool ?? '', finding.actor].some(part =>
    part.toLowerCase().includes(wanted),
  );
}

function isOwn({ actor, workItem }: Finding, own: Own | undefined): boolean {
  return own !== undefined && (actor === own.name || (workItem !== null && own.workItems.has(workItem)));
}

/** Parses a stored filter; anything invalid becomes an empty filter. */
export function readFindingFilter(value: unknown): FindingFilter {
  return findingFilter.parse(value);
}
