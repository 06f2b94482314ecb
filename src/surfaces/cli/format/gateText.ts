import type { z } from 'zod';
import type { GateReason } from '../../../gates/gate.js';
import { say } from '../../../messages/say.js';
import type { GateAnswer } from '../../../operations/gate/gateCheck.js';
import type { gateList } from '../../../operations/gate/gateList.js';
import type { hooksInstall } from '../../../operations/hooks/hooksInstall.js';
import type { hooksRun } from '../../../operations/hooks/hooksRun.js';
import type { hooksStatus } from '../../../operations/hooks/hooksStatus.js';
import { oneLine } from './text.js';

/** The answer of a gate: every reason with the next step, then what to report. */
export function gateText({ gate, ready, task, reasons, warnings }: GateAnswer): string {
  const about = task === null ? gate : `${task} ${gate}`;
  const head = ready ? `READY: ${about}` : `NOT READY: ${about}: ${reasons.map(({ code }) => code).join(', ')}`;
  return [head, ...reasons.flatMap(reasonLines), ...warnings.map(({ text }) => `  mind: ${oneLine(say(text))}`)].join(
    '\n',
  );
}

/** All gates of work, one after the other. */
export function gatesText({ gates }: z.output<(typeof gateList)['output']>): string {
  return gates.map(gateText).join('\n\n');
}

function reasonLines({ code, text, fix }: GateReason): string[] {
  return [`  ${code}: ${oneLine(say(text))}`, `    ${oneLine(say(fix))}`];
}

/** Which hooks are in place, and what is left for a person to add. */
export function hooksText(status: z.output<(typeof hooksStatus)['output']>): string {
  const { complete, manager, hooks, toDo } = status;
  const there = hooks.filter(({ installed }) => installed).map(({ name }) => name);
  const beside = manager === 'git' ? '' : `, alongside ${manager === 'other' ? 'existing hooks' : manager}`;
  const head = complete
    ? `All hooks are installed${beside}.`
    : there.length === 0
      ? 'No Stateroom hooks are installed.'
      : `Installed${beside}: ${there.join(', ')}.`;
  const rest = toDo.flatMap(({ file, text }) => [
    `Add to ${file}:`,
    ...text
      .trimEnd()
      .split('\n')
      .map(line => `  ${line}`),
  ]);
  return [head, ...rest].join('\n');
}

export function hooksInstallText(answer: z.output<(typeof hooksInstall)['output']>): string {
  return answer.changed ? hooksText(answer) : `Nothing changed. ${hooksText(answer)}`;
}

/** What a hook says to git’s user; nothing when all is well. */
export function hookRunText({ lines }: z.output<(typeof hooksRun)['output']>): string {
  return lines.map(line => `${/^ */.exec(line)}${oneLine(line)}`).join('\n');
}
