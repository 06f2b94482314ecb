import { say } from '../../../messages/say.js';
import type { GateAnswer } from '../../../operations/gate/gateCheck.js';
import type { gateOperations } from '../../../operations/gate/gateOperations.generated.js';
import type { TextsOf } from './resultText.js';
import { oneLine } from './text.js';
import { count } from './view.js';

export const texts: TextsOf<typeof gateOperations> = {
  gateCheck: gateText,
  gateList: ({ gates }) => gates.map(gateText).join('\n\n'),
};

function gateText({ gate, ready, task, reasons, warnings }: GateAnswer): string {
  const about = task === null ? gate : `${task} ${gate}`;
  const found = [
    ...(reasons.length === 0 ? [] : [count(reasons.length, 'issue')]),
    ...(warnings.length === 0 ? [] : [count(warnings.length, 'warning')]),
  ];
  return [
    `${about}: ${ready ? 'ready' : 'not ready'}${found.length === 0 ? '' : ` (${found.join(', ')})`}`,
    ...reasons.flatMap(({ text, fix }) => [`  ${oneLine(say(text))}`, `    ${oneLine(say(fix))}`]),
    ...warnings.map(({ text }) => `  warning: ${oneLine(say(text))}`),
  ].join('\n');
}
