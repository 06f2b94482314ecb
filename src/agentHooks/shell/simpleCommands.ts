import parse, { type ParseEntry } from 'shell-quote/parse.js';

/** A command of a shell text with its words, without quotes. What a variable or a substitution would become is not known. */
export interface SimpleCommand {
  /** `NAME=value` before the command. */
  readonly assignments: readonly string[];
  readonly words: readonly string[];
  /** Files that its output is written to. */
  readonly written: readonly string[];
  /** The here-document that it reads; undefined when it has none. */
  readonly input: string | undefined;
  /** How many parentheses it is in: a folder that is changed there is changed there alone. */
  readonly depth: number;
}

/** One line, which goes on within quotes and behind a backslash; a comment ends with its line. */
const logicalLine = /(?:(?<=^|[\s;&|(])#[^\n]*|'[^']*'|"(?:\\[\s\S]|[^"\\])*"|\\[\s\S]|[^'"\\\n])+/y;

const writing = new Set(['>', '>>', '>|', '&>', '&>>', '<>', '>&']);
const reading = new Set(['<', '<&', '<<<']);
const hereDocument = new Set(['<<', '<<-']);

/** Words of the shell's grammar, behind which a command begins. */
const keywords = new Set(['if', 'then', 'elif', 'else', 'while', 'until', 'do', '!', '{', 'time']);

/** The commands of a shell text, in order. What the library cannot split is left out: nothing is guessed. */
export function simpleCommands(text: string): SimpleCommand[] {
  const commands: SimpleCommand[] = [];
  for (const { entries, documents } of splitLines(text)) commands.push(...commandsOf(entries, documents));
  return commands;
}

interface Line {
  readonly entries: readonly ParseEntry[];
  /** Texts of its here-documents, in order. */
  readonly documents: readonly string[];
}

function* splitLines(text: string): Generator<Line> {
  for (let at = 0; at < text.length; ) {
    logicalLine.lastIndex = at;
    // A quote that does not end takes the rest with it.
    const line = logicalLine.exec(text)?.[0] ?? (text[at] === '\n' ? '' : text.slice(at));
    at += Math.max(line.length, 1);
    const entries = split(line.replaceAll('\\\n', ''));
    const documents: string[] = [];
    for (const [index, entry] of entries.entries()) {
      const delimiter = entries[index + 1];
      if (!hereDocument.has(operatorOf(entry) ?? '') || typeof delimiter !== 'string') continue;
      const begin = text[at] === '\n' ? at + 1 : at;
      const end = endOf(text, begin, delimiter);
      documents.push(text.slice(begin, end.text));
      at = end.line;
    }
    yield { entries, documents };
  }
}

/** Where a here-document ends, and the line with its delimiter. */
function endOf(text: string, begin: number, delimiter: string): { text: number; line: number } {
  for (let at = begin; at < text.length; ) {
    const next = text.indexOf('\n', at);
    const line = next < 0 ? text.length : next;
    if (text.slice(at, line).trim() === delimiter) return { text: at, line };
    at = line + 1;
  }
  return { text: text.length, line: text.length };
}

function split(line: string): ParseEntry[] {
  try {
    return parse(line, name => `$${name}`);
  } catch {
    return [];
  }
}

function operatorOf(entry: ParseEntry | undefined): string | undefined {
  return typeof entry === 'object' && 'op' in entry && entry.op !== 'glob' ? entry.op : undefined;
}

function wordOf(entry: ParseEntry | undefined): string | undefined {
  if (typeof entry === 'string') return entry;
  return entry !== undefined && 'pattern' in entry ? entry.pattern : undefined;
}

function commandsOf(entries: readonly ParseEntry[], documents: readonly string[]): SimpleCommand[] {
  const commands: SimpleCommand[] = [];
  let [words, written, input, depth, documentsRead]: [string[], string[], string | undefined, number, number] = [
    [],
    [],
    undefined,
    0,
    0,
  ];
  const end = () => {
    while (keywords.has(words[0] ?? '')) words.shift();
    const first = words.findIndex(word => !/^[A-Za-z_]\w*=/.test(word));
    const own = first < 0 ? words.length : first;
    if (words.length > 0 || written.length > 0) {
      commands.push({ assignments: words.slice(0, own), words: words.slice(own), written, input, depth });
    }
    [words, written, input] = [[], [], undefined];
  };
  for (let index = 0; index < entries.length; index += 1) {
    const operator = operatorOf(entries[index]);
    const word = wordOf(entries[index]);
    if (word !== undefined) words.push(word);
    if (operator === undefined) continue;
    if (hereDocument.has(operator)) {
      input = documents[documentsRead];
      documentsRead += 1;
      index += 1;
    } else if (writing.has(operator) || reading.has(operator)) {
      const target = wordOf(entries[index + 1]);
      // The number of a stream, before or behind it, is not a file.
      if (/^\d$/.test(words.at(-1) ?? '')) words.pop();
      if (writing.has(operator) && target !== undefined && !/^(\d|-)$/.test(target)) written.push(target);
      index += 1;
    } else {
      end();
      if (operator.endsWith('(')) depth += 1;
      if (operator === ')') depth -= 1;
    }
  }
  end();
  return commands;
}
