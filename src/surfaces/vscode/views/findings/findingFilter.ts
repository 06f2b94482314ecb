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
    /** Found in the text, the path, the rule or the reviewer's name, ignoring case. */
    text,
    severity: z.enum(findingSeverities).optional().catch(undefined),
    status: z.enum(findingStatuses).optional().catch(undefined),
    /** Only what this person found, and what became a work item that they hold. */
    mine: z.literal(true).optional().catch(undefined),
    /** Only findings about this task: `T-3`. */
    task: text,
  })
  .catch({});

/** What narrows the Findings view; an absent field does not. */
export type FindingFilter = z.infer<typeof findingFilter>;

/** By what a finding is someone’s own. */
export interface Own {
  readonly name: string;
  /** `W-7`: the work items that they hold. */
  readonly workItems: ReadonlySet<string>;
}

/** The filter in words: `severity: high · status: deferred · mine · T-3 · “login”`. */
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

/** Whether the filter lets a finding through; as long as no one knows what is the person’s own, nothing is. */
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

/** Reads a filter that was remembered; what is not a filter is none. */
export function readFindingFilter(value: unknown): FindingFilter {
  return findingFilter.parse(value);
}
