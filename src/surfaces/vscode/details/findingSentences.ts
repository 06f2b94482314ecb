import { l10n } from 'vscode';
import type { OwnEventType } from '../../../domain/event/ownEvents.js';
import { inlineMarkdown } from './inlineMarkdown.js';
import { type Sentence, withText } from './sentence.js';

const shortCommit = 10;

/** What happened to a finding; each event names it. */
export const findingSentences = {
  finding_recorded: (actor, { finding }) => l10n.t('{0} recorded {1}', actor, word(finding)),
  finding_moved: (actor, { finding }) =>
    l10n.t('{0} found {1} again, after its commit was replaced', actor, word(finding)),
  finding_fixed: (actor, { finding, commit, evidence, note }) => {
    const fixed = l10n.t('{0} marked {1} fixed', actor, word(finding));
    const inCommit =
      typeof commit === 'string' ? l10n.t('{0} in {1}', fixed, word(commit.slice(0, shortCommit))) : fixed;
    const proven = typeof evidence === 'string' ? l10n.t('{0}, proven by {1}', inCommit, word(evidence)) : inCommit;
    return withText(proven, note);
  },
  finding_resolved_on_branch: (actor, { finding, branch, note }) =>
    withText(l10n.t('{0} resolved {1} on {2}', actor, word(finding), word(branch)), note),
  finding_wontfixed: (actor, { finding, note }) =>
    withText(l10n.t('{0} leaves {1} as it is', actor, word(finding)), note),
  finding_deferred: (actor, { finding, note }) => withText(l10n.t('{0} put {1} off', actor, word(finding)), note),
  finding_reopened: (actor, { finding, reason, takenBack }) =>
    takenBack === true
      ? l10n.t('{0} took back the decision on {1}', actor, word(finding))
      : withText(l10n.t('{0} reopened {1}', actor, word(finding)), reason),
  finding_superseded: (actor, { finding, by, note }) =>
    withText(l10n.t('{0} put {1} in place of {2}', actor, word(by), word(finding)), note),
  finding_integrated: (actor, { finding, branch }) =>
    l10n.t('{0} saw the fix of {1} in {2}', actor, word(finding), word(branch)),
  finding_merged: (actor, { finding, from }) => l10n.t('{0} merged {1} into {2}', actor, word(from), word(finding)),
  finding_proven: (actor, { finding }) =>
    l10n.t('{0} saw the repro command of {1} fail, as it says', actor, word(finding)),
  finding_unproven: (actor, { finding }) =>
    l10n.t('{0} saw the repro command of {1} pass where it was found: it shows nothing', actor, word(finding)),
  finding_queued: (actor, { finding, workItem }) =>
    l10n.t('{0} made {1} from {2}', actor, word(workItem), word(finding)),
} satisfies Partial<Record<OwnEventType, Sentence>>;

function word(value: unknown): string {
  return typeof value === 'string' ? inlineMarkdown(value) : l10n.t('it');
}
