import { visibleJson } from '../../../domain/text/visibleText.js';
import { say } from '../../../messages/say.js';
import { type Field, isNothing, type Page, type Pen, type Value } from '../../../present/page.js';
import { english } from '../../../reports/translate.js';
import { eventTable } from './eventText.js';
import { tonePaints } from './style.js';
import { displayWidth, manyLines, oneLine, pad } from './text.js';
import { fullTime, type View } from './view.js';

export function terminalPen(view: View): Pen {
  return {
    t: english,
    text: oneLine,
    said: sentence => oneLine(say(sentence)),
    code: oneLine,
    time: iso => fullTime(iso, view),
    tone(tone, written) {
      const paint = tonePaints[tone];
      return paint === undefined ? written : view.style[paint](written);
    },
  };
}

export function pageText({ ref, title, fields, parts = [], timeline }: Page, view: View): string {
  const { style } = view;
  return [
    `${style.cyan(ref)}  ${style.bold(title)}`.trimEnd(),
    ...fieldLines(fields, view),
    ...parts.flatMap(part => [
      '',
      style.bold(part.title),
      ...fieldLines(part.fields, view),
      ...manyLines(part.prose ?? '').flatMap(line => (line === '' ? [] : [`  ${line}`])),
    ]),
    ...(timeline === undefined || timeline.events.length === 0 ? [] : ['', eventTable(timeline.events, view)]),
  ].join('\n');
}

export function fieldLines(fields: readonly Field[], { style }: View, indent = '  '): string[] {
  const shown = fields
    .map(([name, value]) => ({ name: `${name.slice(0, 1).toLowerCase()}${name.slice(1)}`, lines: valueLines(value) }))
    .filter(({ lines }) => lines.length > 0);
  const width = Math.max(...shown.map(({ name }) => displayWidth(name))) + 2;
  return shown.flatMap(({ name, lines: [first, ...others] }) => [
    `${indent}${style.dim(pad(name, width))}${first}`,
    ...others.map(line => `${indent}${' '.repeat(width)}${line}`),
  ]);
}

function valueLines(value: Value): readonly string[] {
  if (value === null || value === '') return [];
  if (typeof value === 'string') return [value];
  if ('list' in value) return value.list;
  if ('prose' in value) return value.prose === null ? [] : manyLines(value.prose);
  return jsonLines('json' in value ? value.json : value.notes);
}

/** Renders strings as text, all else as JSON; skips empty values. */
function jsonLines(value: unknown): readonly string[] {
  if (isNothing(value)) return [];
  if (typeof value === 'string') return manyLines(value);
  const text = visibleJson(value);
  return text.length <= 80 ? [text] : visibleJson(value, 2).split('\n');
}
