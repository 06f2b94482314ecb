import { capitalised } from '../domain/text/capitalised.js';
import { isMessage } from '../messages/message.js';
import type { Translate } from '../reports/translate.js';
import { block } from './markdownBlock.js';
import type { Pen } from './page.js';

type Fields = Readonly<Record<string, unknown>>;

const hidden = /^(id|digest|nextCursor|truncated|\w+Id|\w*[hH]ash)$/;
/** Identify a record; the first one present is shown first. */
const headlines = [
  'title',
  'objective',
  'text',
  'action',
  'description',
  'decision',
  'command',
  'path',
  'subject',
  'item',
];

/** Renders an answer as Markdown: values beside their names, lists with a line per record; no ids, hashes or empty values. */
export function outputPage(title: string, output: Fields, pen: Pen): string {
  const parts = partsOf(output, pen, 2);
  return `${[`# ${pen.text(title)}`, ...(parts.length === 0 ? [pen.t('Nothing to show.')] : parts)].join('\n\n')}\n`;
}

function partsOf(fields: Fields, pen: Pen, level: number): string[] {
  const shown = shownFields(fields);
  const lines = shown.flatMap(([name, value]) =>
    isLine(value) ? [`- ${fieldName(name, pen.t)}: ${inline(value, pen)}`] : [],
  );
  const sections = shown.flatMap(([name, value]) => {
    if (isLine(value)) return [];
    const heading = `${'#'.repeat(level)} ${fieldName(name, pen.t)}`;
    if (typeof value === 'string') return [heading, block(value)];
    if (Array.isArray(value)) return [heading, value.map(one => `- ${recordLine(one, pen)}`).join('\n')];
    return [heading, ...partsOf(value as Fields, pen, Math.min(level + 1, 6))];
  });
  return [...(lines.length === 0 ? [] : [lines.join('\n')]), ...sections];
}

/** `S-1 Count the tries · Status: open` */
function recordLine(value: unknown, pen: Pen): string {
  if (!isRecord(value)) return inline(value, pen);
  const first = headlines.find(name => typeof value[name] === 'string' && value[name] !== '');
  const { ref } = value;
  const names = [
    ...(typeof ref === 'string' ? [ref] : []),
    ...(first === undefined ? [] : [inline(value[first], pen)]),
  ];
  const facts = shownFields(value).flatMap(([name, fact]) =>
    name === first || name === 'ref' ? [] : [`${fieldName(name, pen.t)}: ${inline(fact, pen)}`],
  );
  return [names.join(' '), ...facts].filter(Boolean).join(' · ');
}

function shownFields(fields: Fields): [name: string, value: unknown][] {
  return Object.entries(fields).filter(([name, value]) => !hidden.test(name) && !isEmpty(value));
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && !isMessage(value) && Object.values(value).every(isEmpty);
}

function isLine(value: unknown): boolean {
  return typeof value === 'object' ? isMessage(value) : !String(value).trimEnd().includes('\n');
}

function inline(value: unknown, pen: Pen): string {
  if (isMessage(value)) return pen.said(value);
  if (typeof value === 'boolean') return value ? pen.t('yes') : pen.t('no');
  if (typeof value === 'string') return textLine(value, pen);
  if (Array.isArray(value)) return value.map(one => recordLine(one, pen)).join(', ');
  if (!isRecord(value)) return String(value);
  return shownFields(value)
    .map(([name, field]) => `${fieldName(name, pen.t)}: ${inline(field, pen)}`)
    .join(', ');
}

function textLine(text: string, pen: Pen): string {
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(text) && !Number.isNaN(Date.parse(text))) return pen.time(text);
  return /^[0-9a-f]{40}$/.test(text) ? pen.code(text.slice(0, 10)) : pen.text(text);
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isMessage(value);
}

/** `createdAt` becomes `Created at`; English unless translated. */
function fieldName(name: string, t: Translate): string {
  return words[name]?.(t) ?? capitalised(name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase());
}

const words: Readonly<Record<string, (t: Translate) => string>> = {
  analysis: t => t('Analysis'),
  branch: t => t('Branch'),
  command: t => t('Command'),
  commit: t => t('Commit'),
  commits: t => t('Commits'),
  decisions: t => t('Decisions'),
  evidence: t => t('Evidence'),
  files: t => t('Files'),
  findings: t => t('Findings'),
  hooks: t => t('Git hooks'),
  items: t => t('Items'),
  lane: t => t('Lane'),
  log: t => t('Output'),
  plan: t => t('Plan'),
  plans: t => t('Plans'),
  priority: t => t('Priority'),
  problems: t => t('Problems'),
  runs: t => t('Reviews'),
  slice: t => t('Slice'),
  slices: t => t('Slices'),
  status: t => t('Status'),
  summary: t => t('Summary'),
  task: t => t('Task'),
  verdict: t => t('Verdict'),
  warnings: t => t('Warnings'),
};
