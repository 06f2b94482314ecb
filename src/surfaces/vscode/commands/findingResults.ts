import { l10n } from 'vscode';
import { type Finding, findingSchema } from '../../../domain/finding/finding.js';
import { findingStatusLooks } from '../../../present/status.js';
import { translate } from '../support/translate.js';

/** The findings that an operation gave: `finding`, or all `findings`. */
export function findingsOf(output: unknown): Finding[] {
  if (typeof output !== 'object' || output === null) return [];
  const { finding, findings } = output as { finding?: unknown; findings?: unknown };
  const given = Array.isArray(findings) ? findings : [finding];
  return given.flatMap(each => findingSchema.safeParse(each).data ?? []);
}

/** What happened to findings, in one line. */
export function outcomeOf(findings: readonly Finding[]): string {
  const [finding] = findings;
  if (finding === undefined) return '';
  return findings.length > 1
    ? l10n.t('{0} findings changed', findings.length)
    : l10n.t('{0} is {1}', finding.ref, findingStatusLooks[finding.status].word(translate));
}

/** What recording a finding did: the same finding again makes no second finding. */
export function recordedText(output: Readonly<Record<string, unknown>>): string {
  const [finding] = findingsOf(output);
  if (finding === undefined) return '';
  switch (output.outcome) {
    case 'reopened':
      return l10n.t('{0} was found again and reopened', finding.ref);
    case 'known':
      return l10n.t('Already recorded as {0}; nothing was added', finding.ref);
    default:
      return l10n.t('Recorded {0}', finding.ref);
  }
}
