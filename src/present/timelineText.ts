import type { TimelineEvent } from '../domain/event/event.js';
import { jsonText } from '../domain/json/writtenJson.js';
import { shortened } from '../domain/text/shortened.js';
import type { Translate } from '../reports/translate.js';
import { actorWords, eventWords } from './eventSentence.js';

const maxSentence = 1000;
/** Column widths of work item and actor (`claude (claude-code)`); longer texts are not cut. */
const columns = { workItem: 6, actor: 20 } as const;

/** Formats events as lines in the given order: local time, work item, actor, sentence. A line with the date begins each day. */
export function timelineWriter(t: Translate): (event: TimelineEvent) => string {
  let day: string | undefined;
  return event => {
    const [date, time] = localTime(event.at);
    const heading = date === day ? '' : `${day === undefined ? '' : '\n'}${date}\n`;
    day = date;
    const actor = actorWords(event, t);
    const facts = [time, (event.workItem ?? '').padEnd(columns.workItem), actor.padEnd(columns.actor)];
    return `${heading}  ${[...facts, sentence(event, actor, t)].join('  ')}\n`;
  };
}

function sentence(event: TimelineEvent, actor: string, t: Translate): string {
  const words = eventWords(event, maxSentence, t, iso => localTime(iso).join(' '));
  if (words !== undefined) return words.startsWith(`${actor} `) ? words.slice(actor.length + 1) : words;
  const payload = Object.keys(event.payload).length === 0 ? '' : ` ${jsonText(event.payload)}`;
  return shortened(`${event.type}${payload}`, maxSentence);
}

/** `2026-12-01` and `17:00:09`, in the machine's time zone. */
function localTime(iso: string): [date: string, time: string] {
  const at = new Date(iso);
  const two = (value: number) => String(value).padStart(2, '0');
  return [
    `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
    `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`,
  ];
}
