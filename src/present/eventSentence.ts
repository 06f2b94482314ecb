import type { TimelineEvent } from '../domain/event/event.js';
import type { ownEvents } from '../domain/event/ownEvents.js';
import { jsonText } from '../domain/json/writtenJson.js';
import { shortened } from '../domain/text/shortened.js';
import type { Translate } from '../reports/translate.js';
import { codeSpan } from './codeSpan.js';
import type { EventTexts } from './event/eventTexts.js';
import { findingEvents } from './event/findingEvents.js';
import { laneEvents } from './event/laneEvents.js';
import { recordEventTexts } from './event/recordEvents.js';
import { repositoryEvents } from './event/repositoryEvents.js';
import { reviewEvents } from './event/reviewEvents.js';
import { runEvents } from './event/runEvents.js';
import { sessionEvents } from './event/sessionEvents.js';
import { taskEvents } from './event/taskEvents.js';
import { workItemEvents } from './event/workItemEvents.js';
import { inlineMarkdown, withoutMarks } from './inlineMarkdown.js';
import type { Pen } from './page.js';

type Own = typeof ownEvents;

/** Texts of each event type that no definition has; types shown as changes must have texts for that as well. */
const texts: {
  readonly [Type in keyof Own]: Own[Type] extends { readonly change: unknown }
    ? EventTexts & Required<Pick<EventTexts, 'change'>>
    : EventTexts;
} = {
  ...workItemEvents,
  ...reviewEvents,
  ...findingEvents,
  ...laneEvents,
  ...sessionEvents,
  ...taskEvents,
  ...runEvents,
  ...repositoryEvents,
};

/** Describes an event in one line of Markdown; an event of a foreign type by its type and content. */
export function eventLine(event: TimelineEvent, t: Translate, time: Pen['time']): string {
  const own = textsOf(event.type);
  if (own !== undefined) return own.line(actorOf(event, t), event.payload, t, time);
  const payload = Object.keys(event.payload).length === 0 ? '' : ` ${codeSpan(jsonText(event.payload))}`;
  return `${inlineMarkdown(event.type)} — ${actorOf(event, t)}${payload}`;
}

/** Describes an event in plain text of at most `length` characters; undefined for foreign types. */
export function eventWords(event: TimelineEvent, length: number, t: Translate, time: Pen['time']): string | undefined {
  const own = textsOf(event.type);
  if (own === undefined) return undefined;
  return shortened(withoutMarks(own.line(actorOf(event, t), event.payload, t, time)), length);
}

export function actorWords(event: TimelineEvent, t: Translate): string {
  return withoutMarks(actorOf(event, t));
}

/** Records with pages that an event names; refs in titles and notes do not count, except findings of a request for changes. */
export function eventRefs({ type, workItem, payload }: TimelineEvent): string[] {
  const { reason } = payload;
  const findings = type === 'worker_sent_back' && typeof reason === 'string' ? reason.match(/\bF-[1-9]\d*\b/g) : null;
  const named: unknown[] = [workItem, payload.workItem, payload.lane, payload.task, payload.finding, payload.run];
  named.push(...(findings ?? []));
  return named.filter(value => typeof value === 'string' && /^[FLRTW]-[1-9]\d*$/.test(value)) as string[];
}

/** `codex-1 (codex)` */
function actorOf(event: TimelineEvent, t: Translate): string {
  const name = inlineMarkdown(event.actor ?? t('Someone'));
  return event.harness === undefined || event.harness === event.actor
    ? name
    : t('{0} ({1})', name, inlineMarkdown(event.harness));
}

/** Undefined for foreign types. */
export function textsOf(type: string): EventTexts | undefined {
  return Object.hasOwn(texts, type) ? texts[type as keyof Own] : recordEventTexts(type);
}
