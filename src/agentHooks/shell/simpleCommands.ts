/** A simple command of a shell text, unquoted. Variables and substitutions are not evaluated. */
export interface SimpleCommand {
  /** `NAME=value` before the command. */
  readonly assignments: readonly string[];
  /** A variable is `$NAME` here, a substitution `$()`. */
  readonly words: readonly string[];
  /** Targets of output redirections. */
  readonly written: readonly string[];
  /** Here-document or here-string on stdin. */
  readonly input: string | undefined;
  /** Nesting depth of parentheses: a folder changed inside is changed only there. */
  readonly depth: number;
  /** Operators between the previous command and this one: `&&`, `;(`, a line break; empty for the first. */
  readonly behind: string;
  /** True if a condition, a loop, a function or another compound command starts here. */
  readonly isGrouped: boolean;
  readonly inner: readonly (readonly SimpleCommand[])[];
}

interface Draft {
  readonly words: string[];
  readonly written: string[];
  readonly inner: SimpleCommand[][];
  input: string | undefined;
}

/** Reserved words followed by a command. */
export const keywords: ReadonlySet<string> = new Set(['if', 'then', 'elif', 'else', 'while', 'until', 'do', '!', '{']);

/** Reserved words not followed by a command. */
const groups: ReadonlySet<string> = new Set(['for', 'select', 'case', 'function']);

export const assignment = /^[A-Za-z_]\w*(\[[^\]]*\])?\+?=/;

/** Max nesting of substitutions; deeper ones are read as parentheses. */
const maxLevel = 20;

const blanks = /(?:[ \t\r]|\\\n)+/y;
const comment = /#[^\n]*/y;
/** A file descriptor before it is not a word. */
const redirection = /(?:\d+|\{\w+\})?(<<<|<<-?|<>|<&|<(?!\()|>>|>\||>&|>(?!\())|&>>?/y;
const plainWord = /[^\s'"\\`$;&|()<>]+/y;
const plainQuoted = /[^"\\$`]+/y;
const quotedVariable = /\$\{(\w+)\}/y;
const escapedText = /\$'([^'\\]*(?:\\[\s\S][^'\\]*)*)'?/y;
const backquoted = /`([^`\\]*(?:\\[\s\S][^`\\]*)*)`?/y;

/** Parses a shell text into its commands, in order. Runs in linear time on any input. */
export function simpleCommands(text: string): SimpleCommand[] {
  return new ShellParser(text, 0).commands(false);
}

class ShellParser {
  readonly #text: string;
  #level: number;
  #at = 0;
  /** Here-documents that start after the current line. */
  #documents: { readonly draft: Draft; readonly delimiter: string; readonly isPlain: boolean }[] = [];

  constructor(text: string, level: number) {
    this.#text = text;
    this.#level = level;
  }

  /** Reads commands up to the end, or to the closing parenthesis of a substitution. */
  commands(isSubstitution: boolean): SimpleCommand[] {
    const commands: [Draft, number, string][] = [];
    let draft = newDraft();
    let depth = 0;
    let behind = '';
    const end = () => {
      if (draft.words.length > 0 || draft.written.length > 0) {
        commands.push([draft, depth, behind]);
        behind = '';
      }
      draft = newDraft();
    };
    while (this.#at < this.#text.length) {
      const char = this.#text[this.#at];
      if (this.#take(blanks) !== undefined) continue;
      if (this.#take(comment) !== undefined) continue;
      const operator = this.#take(redirection);
      if (operator !== undefined) this.#redirect(draft, operator[1] ?? '>');
      else if (char !== undefined && '\n;&|()'.includes(char)) {
        end();
        this.#at += 1;
        behind += char;
        if (char === '\n') this.#readDocuments();
        if (char === '(') depth += 1;
        if (char === ')' && isSubstitution && depth === 0) break;
        if (char === ')') depth = Math.max(depth - 1, 0);
      } else draft.words.push(this.#word(draft));
    }
    end();
    return commands.map(([done, ...position]) => commandOf(done, ...position));
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found === null) return undefined;
    this.#at += found[0].length;
    return found;
  }

  #redirect(draft: Draft, operator: string): void {
    this.#take(blanks);
    const begin = this.#at;
    if (begin >= this.#text.length || '\n;&|()<>'.includes(this.#text[begin] ?? '')) return;
    const target = this.#word(draft);
    if (operator === '<<' || operator === '<<-') {
      const isPlain = /['"\\]/.test(this.#text.slice(begin, this.#at));
      this.#documents.push({ draft, delimiter: target, isPlain });
    } else if (operator === '<<<') draft.input = target;
    // A file descriptor is not a file.
    else if (operator !== '<' && operator !== '<&' && !/^(\d+|-)$/.test(target)) draft.written.push(target);
  }

  #readDocuments(): void {
    const documents = this.#documents;
    this.#documents = [];
    for (const { draft, delimiter, isPlain } of documents) {
      const { text, line } = endOf(this.#text, this.#at, delimiter);
      draft.input = this.#text.slice(this.#at, text);
      this.#at = line;
      if (!isPlain) new ShellParser(draft.input, this.#level).#quoted(draft, undefined);
    }
  }

  #word(draft: Draft): string {
    let word = '';
    for (;;) {
      const plain = this.#take(plainWord);
      if (plain !== undefined) word += plain[0];
      const char = this.#text[this.#at];
      if (char === "'") {
        const end = this.#text.indexOf("'", this.#at + 1);
        word += this.#text.slice(this.#at + 1, end < 0 ? undefined : end);
        this.#at = end < 0 ? this.#text.length : end + 1;
      } else if (char === '"') {
        this.#at += 1;
        word += this.#quoted(draft, '"');
      } else if (char === '\\') {
        const next = this.#text[this.#at + 1] ?? '';
        if (next !== '\n') word += next;
        this.#at += 2;
      } else if (char === '$') {
        const escaped = this.#take(escapedText);
        word += escaped === undefined ? this.#variable(draft) : ansiText(escaped[1] ?? '');
      } else if (char === '`') word += this.#backquoted(draft);
      else if ((char === '<' || char === '>') && word === '' && this.#text[this.#at + 1] === '(') {
        word += this.#substitution(draft);
      } else return word;
    }
  }

  /** Reads to the end of a double-quoted text or of a here-document. */
  #quoted(draft: Draft, end: '"' | undefined): string {
    let word = '';
    while (this.#at < this.#text.length) {
      const plain = this.#take(plainQuoted);
      const char = this.#text[this.#at];
      if (plain !== undefined) word += plain[0];
      else if (char === '$') word += this.#variable(draft);
      else if (char === '`') word += this.#backquoted(draft);
      else {
        this.#at += 1;
        if (char === end) break;
        if (char === '\\') {
          const next = this.#text[this.#at] ?? '';
          if (next !== '\n') word += '"\\$`'.includes(next) ? next : `\\${next}`;
          this.#at += 1;
        } else word += char;
      }
    }
    return word;
  }

  #variable(draft: Draft): string {
    if (this.#text[this.#at + 1] === '(') return this.#substitution(draft);
    const named = this.#take(quotedVariable);
    if (named === undefined) this.#at += 1;
    return `$${named?.[1] ?? ''}`;
  }

  #substitution(draft: Draft): string {
    if (this.#level >= maxLevel) {
      this.#at += 1;
      return '$';
    }
    this.#at += 2;
    this.#level += 1;
    draft.inner.push(this.commands(true));
    this.#level -= 1;
    return '$()';
  }

  #backquoted(draft: Draft): string {
    const [, text = ''] = this.#take(backquoted) ?? [];
    if (this.#level < maxLevel) {
      draft.inner.push(new ShellParser(text.replace(/\\([\\`$])/g, '$1'), this.#level + 1).commands(false));
    }
    return '$()';
  }
}

function newDraft(): Draft {
  return { words: [], written: [], input: undefined, inner: [] };
}

function commandOf({ words, written, input, inner }: Draft, depth: number, behind: string): SimpleCommand {
  let from = 0;
  while (keywords.has(words[from] ?? '') || words[from] === 'function') from += words[from] === 'function' ? 2 : 1;
  let own = from;
  while (own < words.length && assignment.test(words[own] ?? '')) own += 1;
  const isGrouped = from > 0 || groups.has(words[0] ?? '');
  return {
    assignments: words.slice(from, own),
    words: words.slice(own),
    written,
    input,
    depth,
    behind,
    isGrouped,
    inner,
  };
}

function endOf(text: string, begin: number, delimiter: string): { text: number; line: number } {
  for (let at = begin; at < text.length; ) {
    const next = text.indexOf('\n', at);
    const line = next < 0 ? text.length : next;
    if (text.slice(at, line).trim() === delimiter) return { text: at, line };
    at = line + 1;
  }
  return { text: text.length, line: text.length };
}

const letters: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  v: '\v',
};

/** Decodes `$'…'`. */
function ansiText(text: string): string {
  return text.replace(
    /\\(?:x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|([0-7]{1,3})|([\s\S]))/g,
    (_, byte?: string, unit?: string, octal?: string, char = '') => {
      const code = byte ?? unit;
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
      return octal === undefined ? (letters[char] ?? char) : String.fromCharCode(Number.parseInt(octal, 8));
    },
  );
}
