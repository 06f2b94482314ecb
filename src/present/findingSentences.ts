import type { OwnEventType } from '../domain/event/ownEvents.js';
import type { Translate } from '../reports/translate.js';
import { inlineMarkdown } from './inlineMarkdown.js';
import { type Sentence, withText } from './sentence.js';

const shortCommit = 10;

/** What happened to a finding; each event names it. */
export const findingSentences = {
  finding_recorded: (actor, { finding }, t) => t('{0} recorded {1}', actor, word(finding, t)),
  finding_moved: (actor, { finding }, t) =>
    t('{0} found {1} again, after its commit was replaced', actor, word(finding, t)),
  finding_fixed: (actor, { finding, commit, evidence, note }, t) => {
    const fixed = t('{0} marked {1} fixed', actor, word(finding, t));
    const inCommit = typeof commit === 'string' ? t('{0} in {1}', fixed, word(commit.slice(0, shortCommit), t)) : fixed;
    const proven = typeof evidence === 'string' ? t('{0}, proven by {1}', inCommit, word(evidence, t)) : inCommit;
    return withText(proven, note, t);
  },
  finding_resolved_on_branch: (actor, { finding, branch, note }, t) =>
    withText(t('{0} resolved {1} on {2}', actor, word(finding, t), word(branch, t)), note, t),
  finding_wontfixed: (actor, { finding, note }, t) =>
    withText(t('{0} leaves {1} as it is', actor, word(finding, t)), note, t),
  finding_deferred: (actor, { finding, note }, t) => withText(t('{0} put {1} off', actor, word(finding, t)), note, t),
  finding_reopened: (actor, { finding, reason, takenBack }, t) =>
    takenBack === true
      ? t('{0} took back the decision on {1}', actor, word(finding, t))
      : withText(t('{0} reopened {1}', actor, word(finding, t)), reason, t),
  finding_superseded: (actor, { finding, by, note }, t) =>
    withText(t('{0} put {1} in place of {2}', actor, word(by, t), word(finding, t)), note, t),
  finding_integrated: (actor, { finding, branch }, t) =>
    t('{0} saw the fix of {1} in {2}', actor, word(finding, t), word(branch, t)),
  finding_merged: (actor, { finding, from }, t) => t('{0} merged {1} into {2}', actor, word(from, t), word(finding, t)),
  finding_proven: (actor, { finding }, t) =>
    t('{0} saw the repro command of {1} fail, as it says', actor, word(finding, t)),
  finding_unproven: (actor, { finding }, t) =>
    t('{0} saw the repro command of {1} pass where it was found: it shows nothing', actor, word(finding, t)),
  finding_queued: (actor, { finding, workItem }, t) =>
    t('{0} made {1} from {2}', actor, word(workItem, t), word(finding, t)),
} satisfies Partial<Record<OwnEventType, Sentence>>;

function word(value: unknown, t: Translate): string {
  return typeof value === 'string' ? inlineMarkdown(value) : t('it');
}
