import type { OwnEventType } from '../../domain/event/ownEvents.js';
import { isSeverity } from '../../domain/finding/findingSeverity.js';
import { iconOf } from '../look.js';
import { severityLooks } from '../severity.js';
import { ends, plain, warns } from './changeIcons.js';
import { short, withText, word } from './eventParts.js';
import type { EventTexts } from './eventTexts.js';

export const findingEvents = {
  finding_recorded: {
    line: (actor, { finding }, t) => t('{0} recorded {1}', actor, word(finding, t)),
    change: {
      icon: outcome =>
        isSeverity(outcome) && severityLooks[outcome].tone !== 'info' ? iconOf(severityLooks[outcome]) : plain,
      say: (what, t, outcome) => {
        if (!isSeverity(outcome)) return t('{0} recorded', what);
        return t('{0} recorded, {1}', what, severityLooks[outcome].word(t));
      },
    },
  },
  finding_moved: {
    line: (actor, { finding }, t) => t('{0} relocated {1} after its commit was rewritten', actor, word(finding, t)),
  },
  finding_replied: {
    line: (actor, { finding, text }, t) => withText(t('{0} replied to {1}', actor, word(finding, t)), text, t),
    change: { say: (what, t) => t('{0} has a new reply', what) },
  },
  finding_fixed: {
    line: (actor, { finding, commit, evidence, note }, t) => {
      const fixed = t('{0} marked {1} as fixed', actor, word(finding, t));
      const inCommit = typeof commit === 'string' ? t('{0} in {1}', fixed, word(short(commit), t)) : fixed;
      const proven = typeof evidence === 'string' ? t('{0}, with evidence {1}', inCommit, word(evidence, t)) : inCommit;
      return withText(proven, note, t);
    },
    change: { icon: ends, say: (what, t) => t('{0} fixed', what) },
  },
  finding_resolved_on_branch: {
    line: (actor, { finding, branch, note }, t) =>
      withText(t('{0} resolved {1} on {2}', actor, word(finding, t), word(branch, t)), note, t),
    change: { say: (what, t) => t('{0} resolved on its branch', what) },
  },
  finding_wontfixed: {
    line: (actor, { finding, note }, t) => withText(t('{0} marked {1} as won’t fix', actor, word(finding, t)), note, t),
    change: { say: (what, t) => t('{0} marked as won’t fix', what) },
  },
  finding_deferred: {
    line: (actor, { finding, note }, t) => withText(t('{0} deferred {1}', actor, word(finding, t)), note, t),
    change: { say: (what, t) => t('{0} deferred', what) },
  },
  finding_reopened: {
    line: (actor, { finding, reason, takenBack }, t) =>
      takenBack === true
        ? t('{0} undid the decision on {1}', actor, word(finding, t))
        : withText(t('{0} reopened {1}', actor, word(finding, t)), reason, t),
    change: {
      icon: outcome => (outcome === 'true' ? { icon: 'discard' } : warns),
      say: (what, t, outcome) => (outcome === 'true' ? t('Decision on {0} reverted', what) : t('{0} reopened', what)),
    },
  },
  finding_superseded: {
    line: (actor, { finding, by, note }, t) =>
      withText(t('{0} superseded {2} with {1}', actor, word(by, t), word(finding, t)), note, t),
  },
  finding_integrated: {
    line: (actor, { finding, branch }, t) =>
      t('{0} marked {1} as integrated into {2}', actor, word(finding, t), word(branch, t)),
    change: { icon: ends, say: (what, t) => t('{0} integrated', what) },
  },
  finding_merged: {
    line: (actor, { finding, from }, t) => t('{0} merged {1} into {2}', actor, word(from, t), word(finding, t)),
  },
  finding_proven: {
    line: (actor, { finding }, t) =>
      t('{0} ran the repro command of {1}: it fails as expected', actor, word(finding, t)),
  },
  finding_unproven: {
    line: (actor, { finding }, t) =>
      t('{0} ran the repro command of {1}: it passes and does not reproduce the finding', actor, word(finding, t)),
    change: { say: (what, t) => t('{0} could not be proven', what) },
  },
  finding_queued: {
    line: (actor, { finding, workItem }, t) =>
      t('{0} created {1} from {2}', actor, word(workItem, t), word(finding, t)),
  },
} satisfies Partial<Record<OwnEventType, EventTexts>>;
