import type { Translate } from '../../reports/translate.js';

type Words = (actor: string, about: string, t: Translate) => string;

/** By operation; each is reserved for a reviewer or another person. */
const words: Readonly<Partial<Record<string, Words>>> = {
  'worker.approve': (actor, about, t) => t('{0} tried to approve {1} and was refused', actor, about),
  'worker.requestChanges': (actor, about, t) => t('{0} tried to request changes to {1} and was refused', actor, about),
  'worker.merge': (actor, about, t) => t('{0} tried to merge {1} and was refused', actor, about),
  'worker.propose': (actor, about, t) => t('{0} tried to push {1} for a pull request and was refused', actor, about),
  'worker.repairMerge': (actor, about, t) => t('{0} tried to repair the merge of {1} and was refused', actor, about),
  'worker.cancel': (actor, about, t) => t('{0} tried to cancel {1} and was refused', actor, about),
  'worker.retry': (actor, about, t) => t('{0} tried to restart {1} and was refused', actor, about),
  'worker.restore': (actor, about, t) => t('{0} tried to restore {1} and was refused', actor, about),
  'lane.recordMerged': (actor, about, t) => t('{0} tried to record {1} as merged and was refused', actor, about),
  'lane.update': (actor, about, t) => t('{0} tried to change {1} and was refused', actor, about),
  'lane.close': (actor, about, t) => t('{0} tried to close {1} and was refused', actor, about),
  'task.update': (actor, about, t) => t('{0} tried to change {1} and was refused', actor, about),
  'task.finish': (actor, about, t) => t('{0} tried to finish {1} and was refused', actor, about),
  'task.import': (actor, about, t) => t('{0} tried to replace {1} by an import and was refused', actor, about),
  'decision.record': (actor, about, t) => t('{0} tried to record a decision for {1} and was refused', actor, about),
  'review.record': (actor, about, t) => t('{0} tried to record the result of {1} and was refused', actor, about),
  'plan.attest': (actor, about, t) => t('{0} tried to confirm an item of {1} and was refused', actor, about),
  'queue.advance': (actor, about, t) => t('{0} tried to answer {1} and was refused', actor, about),
  'finding.wontfix': (actor, about, t) => t('{0} tried to dismiss {1} and was refused', actor, about),
  'finding.defer': (actor, about, t) => t('{0} tried to defer {1} and was refused', actor, about),
  'hooks.install': (actor, _, t) => t('{0} tried to install the git hooks and was refused', actor),
  'hooks.uninstall': (actor, _, t) => t('{0} tried to uninstall the git hooks and was refused', actor),
  'hooks.override': (actor, about, t) => t('{0} tried to override a gate for {1} and was refused', actor, about),
  'trust.grant': (actor, _, t) => t('{0} tried to trust commands of the repository and was refused', actor),
  edit: (actor, about, t) => t('{0} tried to edit {1} and was refused', actor, about),
};

/** Describes a refused attempt in Markdown. Operations without their own words are named by command: `plan attest`. */
export function refusedActWords(actor: string, operation: string, about: string, t: Translate): string {
  const own = Object.hasOwn(words, operation) ? words[operation] : undefined;
  if (own !== undefined) return own(actor, about, t);
  const isOperation = /^[a-z]+\.[a-zA-Z]+$/.test(operation);
  const typed = isOperation
    ? operation.replace('.', ' ').replace(/[A-Z]/g, part => `-${part.toLowerCase()}`)
    : operation;
  return t('{0} tried {1} on {2} and was refused', actor, typed, about);
}
