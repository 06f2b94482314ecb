/**
 * One word of a TypeScript source: a name, a number or sign as it is, or a text. A template with places for values is
 * a text that is not whole: each place is `{}`, and `places` is the source in them.
 *
 * @typedef {{ kind: 'word' | 'text' | 'template' | 'sign', value: string, line: number, places?: string[] }} Token
 */

/**
 * One call that makes a text for people: its words, or undefined where they are not written in the call.
 *
 * @typedef {{ text: string | undefined, line: number }} Text
 */

/** After these a slash begins a regular expression, not a division. */
const beforeRegex = /^(?:[=(,:[!&|?{};+\-*%<>~^]|=>|return|typeof|case|in|of|await|throw|new|else|void)$/;
const escapes = /** @type {Record<string, string>} */ ({ n: '\n', t: '\t', r: '\r', b: '\b', 0: '\0' });

/**
 * Reads a source into its words, without comments. A template is read as one word, with its placeholders.
 *
 * @param {string} source
 * @returns {Token[]}
 */
export function readTokens(source) {
  /** @type {Token[]} */
  const tokens = [];
  let at = 0;
  let line = 1;
  const step = (/** @type {number} */ to) => {
    for (; at < to; at++) if (source[at] === '\n') line++;
  };
  while (at < source.length) {
    const char = source[at] ?? '';
    const rest = source.slice(at, at + 2);
    if (/\s/.test(char)) step(at + 1);
    else if (rest === '//') step(endOr(source.indexOf('\n', at), source.length));
    else if (rest === '/*') step(endOr(source.indexOf('*/', at + 2) + 2, source.length, 1));
    else if (char === "'" || char === '"') {
      const end = endOfQuoted(source, at, char);
      tokens.push({ kind: 'text', value: unescaped(source.slice(at + 1, end - 1)), line });
      step(end);
    } else if (char === '`') {
      const end = endOfTemplate(source, at);
      const { parts, places } = readTemplate(source.slice(at, end));
      const kind = places.length > 0 ? 'template' : 'text';
      tokens.push({ kind, value: parts.map(unescaped).join('{}'), line, places });
      step(end);
    } else if (char === '/' && (tokens.length === 0 || beforeRegex.test(tokens.at(-1)?.value ?? ''))) {
      const end = endOfRegex(source, at);
      tokens.push({ kind: 'sign', value: source.slice(at, end), line });
      step(end);
    } else {
      const word = /^[\w$#@]+/u.exec(source.slice(at, at + 200))?.[0];
      tokens.push({ kind: word === undefined ? 'sign' : 'word', value: word ?? char, line });
      step(at + (word ?? char).length);
    }
  }
  return tokens;
}

/**
 * The texts for people that a source makes: what it gives to `l10n.t`, to the `t` or `translate` that is handed to the
 * parts that know no editor, alone or with a pen, or to `translated`, with which definitions mark a text.
 *
 * @param {string} source
 * @returns {Text[]}
 */
export function textsOf(source) {
  const tokens = readTokens(source);
  /** @type {Text[]} */
  const texts = [];
  tokens.forEach((token, index) => {
    for (const place of token.places ?? []) {
      texts.push(...textsOf(place).map(({ text, line }) => ({ text, line: token.line + line - 1 })));
    }
    if (tokens[index + 1]?.value !== '(' || token.kind !== 'word') return;
    const [dot, before] = [tokens[index - 1]?.value, tokens[index - 2]?.value];
    const isOurs =
      (token.value === 't' && dot === '.' && (before === 'l10n' || before === 'pen')) ||
      (token.value === '#t' && dot === '.' && before === 'this') ||
      ((token.value === 'translate' || token.value === 't' || token.value === 'translated') &&
        dot !== 'function' &&
        dot !== '.');
    if (isOurs) texts.push({ text: textAt(tokens, index + 2), line: token.line });
  });
  return texts;
}

/**
 * The text that is the first argument of a call: one literal, or several joined by `+`.
 *
 * @param {Token[]} tokens
 * @param {number} index
 */
function textAt(tokens, index) {
  let text = '';
  for (let at = index; ; at += 2) {
    if (tokens[at]?.kind !== 'text') return undefined;
    text += tokens[at]?.value;
    const after = tokens[at + 1]?.value;
    if (after === ',' || after === ')') return text;
    if (after !== '+') return undefined;
  }
}

/**
 * @param {number} end
 * @param {number} otherwise
 * @param {number} [minEnd]
 */
function endOr(end, otherwise, minEnd = 0) {
  return end > minEnd ? end : otherwise;
}

/**
 * @param {string} source
 * @param {number} start
 * @param {string} quote
 */
function endOfQuoted(source, start, quote) {
  let at = start + 1;
  while (at < source.length && source[at] !== quote) at += source[at] === '\\' ? 2 : 1;
  return at + 1;
}

/**
 * @param {string} source
 * @param {number} start
 * @returns {number}
 */
function endOfTemplate(source, start) {
  let at = start + 1;
  while (at < source.length && source[at] !== '`') {
    if (source[at] === '\\') at += 2;
    else if (source.startsWith('${', at)) at = endOfPlace(source, at + 2);
    else at++;
  }
  return at + 1;
}

/**
 * The text between the placeholders of a template, and what is in them.
 *
 * @param {string} template
 */
function readTemplate(template) {
  const parts = [];
  const places = [];
  let from = 1;
  for (let at = 1; at < template.length - 1; ) {
    if (template[at] === '\\') at += 2;
    else if (template.startsWith('${', at)) {
      parts.push(template.slice(from, at));
      from = endOfPlace(template, at + 2);
      places.push(template.slice(at + 2, from - 1));
      at = from;
    } else at++;
  }
  return { parts: [...parts, template.slice(from, -1)], places };
}

/**
 * @param {string} source
 * @param {number} start
 */
function endOfPlace(source, start) {
  let at = start;
  for (let depth = 1; depth > 0 && at < source.length; ) {
    const char = source[at] ?? '';
    if (char === "'" || char === '"') at = endOfQuoted(source, at, char);
    else if (char === '`') at = endOfTemplate(source, at);
    else {
      if (char === '{') depth++;
      if (char === '}') depth--;
      at++;
    }
  }
  return at;
}

/**
 * @param {string} source
 * @param {number} start
 */
function endOfRegex(source, start) {
  let at = start + 1;
  for (let inClass = false; at < source.length && (source[at] !== '/' || inClass); at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === '[') inClass = true;
    else if (source[at] === ']') inClass = false;
  }
  return at + 1;
}

/** @param {string} raw */
function unescaped(raw) {
  return raw.replace(
    /\\(?:u\{([\da-f]+)\}|u([\da-f]{4})|x([\da-f]{2})|(\r?\n)|([\s\S]))/gi,
    (_, long, four, two, end, one) => {
      const code = long ?? four ?? two;
      if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
      return end === undefined ? (escapes[one] ?? one) : '';
    },
  );
}
