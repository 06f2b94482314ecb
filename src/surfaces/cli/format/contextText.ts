import type { taskContext } from '../../../operations/task/taskContext.js';
import type { Packet } from '../../../packet/packetSchema.js';
import { packetSections, packetText } from '../../../packet/packetText.js';
import { startOne } from './nowText.js';
import { fieldLines } from './pageText.js';
import type { Answer } from './resultText.js';
import { oneLine } from './text.js';
import type { View } from './view.js';

/** Renders the packet of an agent, with its sections side by side. */
export function contextText(answer: Answer<typeof taskContext>, view: View): string {
  if ('unchanged' in answer) return packetText(answer);
  const isIdle = answer.task === null && answer.lane === undefined;
  const { hint, ...rest } = answer;
  return isIdle
    ? [`No active task here. ${startOne}`, ...packetFields(rest, view)].join('\n')
    : packetFields(answer, view).join('\n');
}

export function packetFields(packet: Packet, view: View): string[] {
  const fields = packetSections(packet).map(({ name, lines }) => {
    const shown = lines.map(oneLine);
    return [name, { list: name === 'left out' ? [`${shown.join(', ')} (more: --budget)`] : shown }] as const;
  });
  return fieldLines(fields, view);
}
