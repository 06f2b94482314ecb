import { message } from '../../messages/message.js';
import { badEntry, type SourceFile } from './imported.js';

export interface MarkdownFile {
  readonly fields: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string;
}

export function hasFrontMatter({ text }: SourceFile): boolean {
  return /^---[ \t]*\r?$/m.exec(text)?.index === 0;
}

/** Reads the YAML of task files: plain, quoted, folded and literal texts, and lists. Throws a refusal otherwise. */
export function readFrontMatter(file: SourceFile): MarkdownFile {
  const lines = file.text.split(/\r?\n/);
  const end = lines[0]?.trim() === '---' ? lines.indexOf('---', 1) : -1;
  if (end === -1) throw badEntry({ file: file.name, line: 1 }, message('imports.noFrontMatter'));
  const fields: Record<string, string | string[]> = {};
  for (let index = 1; index < end; ) {
    const line = index + 1;
    const [, name, rest = ''] = /^([A-Za-z_][\w-]*):(?:\s+(.*))?$/.exec(lines[index]?.trimEnd() ?? '') ?? [];
    let next = index + 1;
    while (next < end && /^(\s|-\s|$)/.test(lines[next] ?? '')) next += 1;
    const below = lines.slice(index + 1, next).map(text => text.trim());
    index = next;
    if (name === undefined && lines[line - 1]?.trim() === '') continue;
    const value = name === undefined ? undefined : readValue(rest.trim(), below);
    if (name === undefined || value === undefined) {
      throw badEntry({ file: file.name, line }, message('imports.badFrontMatter'));
    }
    fields[name] = value;
  }
  return { fields, body: lines.slice(end + 1).join('\n') };
}

function readValue(text: string, below: readonly string[]): string | string[] | undefined {
  if (/^[>|][+-]?$/.test(text)) return below.join(text.startsWith('>') ? ' ' : '\n').trim();
  const given = below.filter(line => line !== '');
  if (text === '' && given.every(line => line.startsWith('- ')))
    return allOrNone(given.map(line => scalar(line.slice(2))));
  // A mapping stays as written.
  if (text === '') return given.join('\n');
  if (text.startsWith('[')) {
    const list = [text, ...given].join(' ');
    if (!list.endsWith(']') || list.length > longest) return undefined;
    const parts = list.slice(1, -1).match(/\s*(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,]+)\s*/g) ?? [];
    return allOrNone(parts.filter(part => part.trim() !== '').map(scalar));
  }
  return scalar([text, ...given].join(' '));
}

/** Max characters of a one-line text or a bracketed list; ids, titles and lists of real tasks are shorter. */
const longest = 20_000;

function allOrNone(values: readonly (string | undefined)[]): string[] | undefined {
  const texts = values.filter(value => value !== undefined);
  return texts.length === values.length ? texts : undefined;
}

function scalar(given: string): string | undefined {
  const text = given.trim();
  if (text.length > longest) return undefined;
  if (text.startsWith("'")) return /^'(?:[^']|'')*'$/.test(text) ? text.slice(1, -1).replaceAll("''", "'") : undefined;
  if (text.startsWith('"')) {
    try {
      return String(JSON.parse(text));
    } catch {
      return undefined;
    }
  }
  if (/^[{&*!|>%]/.test(text)) return undefined;
  return text === 'null' || text === '~' ? '' : text.replace(/\s+#.*$/, '');
}
