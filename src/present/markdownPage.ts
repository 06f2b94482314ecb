import { jsonText } from '../domain/json/writtenJson.js';
import type { Sentence } from '../messages/sentence.js';
import type { Translate } from '../reports/translate.js';
import { codeSpan } from './codeSpan.js';
import { eventLine } from './eventSentence.js';
import { inlineMarkdown } from './inlineMarkdown.js';
import { block, fenced } from './markdownBlock.js';
import { type Field, isNothing, type Page, type Part, type Pen, type Value } from './page.js';
import { shownEvents } from './shownEvents.js';

/** Creates a pen for Markdown that escapes all text of records. */
export function markdownPen(t: Translate, time: Pen['time'], tell: (sentence: Sentence) => string): Pen {
  const sentenceText = (sentence: Sentence): string => inlineMarkdown(tell(sentence));
  return { t, time, said: sentenceText, text: inlineMarkdown, code: codeSpan, tone: (_, written) => written };
}

/** Renders a page as Markdown that also reads well as text: lines as one list, everything else below its own heading. */
export function markdownPage({ ref, title, fields, parts = [], timeline }: Page, pen: Pen): string {
  return `${[
    `# ${ref} ${title}`,
    ...fieldBlocks(fields),
    ...parts.flatMap(part => partBlocks(part)),
    ...(timeline === undefined ? [] : [timelineText(timeline, pen)]),
  ].join('\n\n')}\n`;
}

function partBlocks({ title, fields, prose }: Part): string[] {
  return [`## ${title}`, ...fieldBlocks(fields), ...(prose === undefined ? [] : [block(prose)])];
}

function fieldBlocks(fields: readonly Field[]): string[] {
  const lines = fields.flatMap(([name, value]) => (typeof value === 'string' ? [`- ${name}: ${value}`] : []));
  const sections = fields.flatMap(([name, value]) => {
    const text = sectionText(value);
    return text === '' ? [] : [`## ${name}\n\n${text}`];
  });
  return [...(lines.length === 0 ? [] : [lines.join('\n')]), ...sections];
}

function sectionText(value: Value): string {
  if (value === null || typeof value === 'string') return '';
  if ('list' in value) return value.list.map(line => `- ${line}`).join('\n');
  if ('prose' in value) return value.prose === null ? '' : block(value.prose);
  if ('json' in value) return isNothing(value.json) ? '' : fencedJson(value.json);
  return isNothing(value.notes) ? '' : notesText(value.notes);
}

function notesText(notes: unknown): string {
  if (typeof notes === 'string') return block(notes);
  if (typeof notes !== 'object' || notes === null || Array.isArray(notes)) return fencedJson(notes);
  return Object.entries(notes)
    .map(([name, note]) => {
      const label = `- ${inlineMarkdown(name)}:`;
      if (typeof note !== 'string') return `${label} ${codeSpan(JSON.stringify(note))}`;
      return note.includes('\n')
        ? `${label}\n\n${block(note).replace(/^(?=.)/gm, '  ')}\n`
        : `${label} ${inlineMarkdown(note)}`;
    })
    .join('\n')
    .trimEnd();
}

function timelineText({ events, more }: NonNullable<Page['timeline']>, { t, time }: Pen): string {
  const rows = shownEvents(events).map(event => `- ${time(event.at)} · ${eventLine(event, t, time)}`);
  return [`## ${t('Timeline')}`, '', ...rows, ...(more ? ['', t('See the timeline for older events.')] : [])].join(
    '\n',
  );
}

function fencedJson(value: unknown): string {
  return fenced(jsonText(value, 2), 'json');
}
