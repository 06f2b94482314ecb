import type { taskContext } from '../../../operations/task/taskContext.js';
import { packetSections, packetText } from '../../../packet/packetText.js';
import { startOne } from './nowText.js';
import { fieldLines } from './pageText.js';
import type { Answer } from './resultText.js';
import { oneLine } from './text.js';
import type { View } from './view.js';

/** The packet of an agent, with its sections side by side. */
export function contextText(answer: Answer<typeof taskContext>, view: View): string {
  if ('unchanged' in answer) return packetText(answer);
  const isIdle = answer.task === null && answer.lane === undefined;
  const sections = packetSections(answer).filter(({ name }) => !isIdle || name !== 'note');
  return [
    ...(isIdle ? [`No active task here. ${startOne}`] : []),
    ...fieldLines(
      sections.map(({ name, lines }) => {
        const more = name === 'left out' ? [`${lines.map(oneLine).join(', ')} (more: --budget)`] : lines.map(oneLine);
        return [name, { list: more }] as const;
      }),
      view,
    ),
  ].join('\n');
}
