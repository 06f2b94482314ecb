import { l10n } from 'vscode';
import type { Task } from '../../../domain/task/task.js';
import { oneLine } from '../../../domain/text/oneLine.js';
import { shortened } from '../../../domain/text/shortened.js';
import { inEditorsLanguage } from '../support/inEditorsLanguage.js';
import type { GateState } from '../views/now/gateRows.js';

const objectiveLength = 50;
const maxReasons = 3;

export interface GateText {
  /** `$(shield) 3 to do`. */
  readonly text: string;
  /** Lines of the tooltip. */
  readonly lines: readonly string[];
  /** `lines` without bullets, for screen readers. */
  readonly spoken: readonly string[];
}

/** Next gate of a task: review-ready, or close-check once that has passed in review. Undefined until checked. */
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
