import { l10n } from 'vscode';
import type { Task } from '../../../domain/task/task.js';
import { oneLine } from '../../../domain/text/oneLine.js';
import { shortened } from '../../../domain/text/shortened.js';
import { inEditorsLanguage } from '../support/inEditorsLanguage.js';
import type { GateState } from '../views/now/gateRows.js';

const objectiveLength = 50;
/** Reasons shown before the view is opened. */
const maxReasons = 3;

/** The status bar text for the current task. */
export interface GateText {
  /** `$(shield) 3 to do`. */
  readonly text: string;
  /** What hovering tells. */
  readonly lines: readonly string[];
  /** The same for who hears it, the gist first. */
  readonly spoken: readonly string[];
}

/**
 * The next gate of a task in short: review-ready, and once the task is in review and that is passed, close-check. Undefined
 * if there is no task or its gate has not been checked yet.
 */
export function gateText(task: Task | null | undefined, gates: GateState): GateText | undefined {
  if (task == null || gates.state !== 'judged') return undefined;
  const review = gates.gates.find(({ gate }) => gate === 'review-ready');
  const close = gates.gates.find(({ gate }) => gate === 'close-check');
  const next = review?.ready === true && task.status === 'review' ? close : review;
  if (next === undefined) return undefined;
  const name = `${task.ref} ${shortened(task.objective, objectiveLength)}`;
  const { gate, reasons, ready } = next;
  const state = ready ? l10n.t('ready') : l10n.t('{0} to do', reasons.length);
  const texts = reasons.slice(0, maxReasons).map(({ text }) => oneLine(inEditorsLanguage(text)));
  const more = reasons.length - texts.length;
  if (more > 0) texts.push(l10n.t('and {0} more', more));
  const gist = l10n.t('{0}: {1}', gate, state);
  return {
    text: `$(${ready ? 'pass' : 'shield'}) ${state}`,
    lines: [name, gist, ...texts.map(reason => `• ${reason}`)],
    spoken: [name, gist, ...texts],
  };
}
