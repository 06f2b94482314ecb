import type { retroOperations } from '../../../operations/retro/retroOperations.generated.js';
import type { Answer, TextsOf } from './resultText.js';
import { manyLines, oneLine } from './text.js';
import { count, type View } from './view.js';

export const texts: TextsOf<typeof retroOperations> = { retroWrite: writtenText };

function writtenText(
  { retro, page, edited, content }: Answer<typeof retroOperations.retroWrite>,
  { style }: View,
): string {
  if (retro.events.total === 0) return `${retro.label}: nothing happened, so no page was written.`;
  if (page === null) return manyLines(content).join('\n');
  const { events, items, lanes } = retro;
  return [
    `${style.cyan(oneLine(page))}  ${count(events.total, 'event')}, ${items.created} created, ${items.done} done, ${lanes.merged} merged`,
    ...(edited === null ? [] : [style.yellow(`${oneLine(edited)} was edited and left as it is.`)]),
  ].join('\n');
}
