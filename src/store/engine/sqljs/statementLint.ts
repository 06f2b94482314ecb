import { type Message, message } from '../../../messages/message.js';
/**
 * What may be replayed. The journal holds statements, so every process that reads it must get the same rows from them:
 * nothing that asks the clock, chance, the connection or the library version, and nothing whose row order is open.
 */
import { StoreError } from '../../storeError.js';

export type StatementKind = 'read' | 'write';

interface Token {
  readonly kind: 'word' | 'string' | 'quoted' | 'symbol';
  readonly text: string;
}

const forbiddenFunctions = new Set([
  'random',
  'randomblob',
  'last_insert_rowid',
  'changes',
  'total_changes',
  'sqlite_version',
  'sqlite_source_id',
]);
/** Ways to meet a conflict that keep the rows changed so far, or end the transaction behind its owner's back. */
const resolutions = new Set(['rollback', 'fail']);
const forbiddenWords = new Set(['current_timestamp', 'current_time', 'current_date']);
const forbiddenCommands = new Set([
  'pragma',
  'attach',
  'detach',
  'vacuum',
  'begin',
  'commit',
  'rollback',
  'savepoint',
  'release',
  'end',
]);
/**
 * Date functions, with the number of arguments from which on they no longer fall back to the clock. Writes may not use them
 * at all: 'now' may come out of a parameter or an expression.
 */
const dateFunctions = new Map([
  ['date', 1],
  ['time', 1],
  ['datetime', 1],
  ['julianday', 1],
  ['unixepoch', 1],
  ['strftime', 2],
  ['timediff', 2],
]);

/** Checks one statement; returns whether it writes. Throws INVALID_STATEMENT with the reason. */
export function lintStatement(sql: string): StatementKind {
  const tokens = tokenize(sql);
  refuseSeveral(tokens);
  const words = tokens.map(token => (token.kind === 'word' ? token.text.toLowerCase() : ''));
  const first = words[0] ?? '';
  if (forbiddenCommands.has(first)) throw invalid(message('store.lintNotAllowed', { statement: first.toUpperCase() }));
  const kind = kindOf(words);
  tokens.forEach((token, index) => {
    const word = words[index] ?? '';
    if (forbiddenWords.has(word)) throw invalid(message('store.lintClock', { word: token.text }));
    const content = token.kind === 'word' ? word : token.text.slice(1, -1).toLowerCase();
    // A name in double quotes that names nothing is a string to this library.
    if (content === 'now' && (token.kind === 'string' || token.text.startsWith('"'))) {
      throw invalid(message('store.lintNow'));
    }
    if (token.kind !== 'string' && tokens[index + 1]?.text === '(') refuseCall(content, tokens, index + 1, kind);
    if (word === 'deferred' && words[index - 1] === 'initially') {
      throw invalid(message('store.lintDeferred'));
    }
    if (resolutions.has(word) && (words[index - 1] === 'or' || words[index - 1] === 'conflict')) {
      throw invalid(message('store.lintHalfDone', { statement: word.toUpperCase() }));
    }
  });
  if (kind === 'write') refuseOpenOrder(words);
  return kind;
}

/** `open` is the index of the bracket behind the function's name. */
function refuseCall(name: string, tokens: readonly Token[], open: number, kind: StatementKind): void {
  if (forbiddenFunctions.has(name)) throw invalid(message('store.lintRandom', { function: name }));
  if (kind === 'write' && name.startsWith('pragma_')) throw invalid(message('store.lintRandom', { function: name }));
  if (name === 'raise' && resolutions.has(tokens[open + 1]?.text.toLowerCase() ?? '')) {
    throw invalid(message('store.lintRaise'));
  }
  const enough = dateFunctions.get(name);
  if (enough === undefined) return;
  if (kind === 'write') throw invalid(message('store.lintMayBeClock', { function: name }));
  const first = name === 'strftime' ? tokens.findIndex((token, index) => index > open && token.text === ',') : open;
  const isModifier = /^'subsec(?:ond)?'$/i.test(tokens[first + 1]?.text ?? '');
  if (isModifier || argumentCount(tokens, open) < enough) {
    throw invalid(message('store.lintNoTime', { function: name }));
  }
}

function kindOf(words: readonly string[]): StatementKind {
  if (words[0] === 'select' || words[0] === 'values') return 'read';
  if (words[0] !== 'with') return 'write';
  const writes = words.some(
    (word, index) =>
      ['insert', 'update', 'delete'].includes(word) || (word === 'replace' && words[index + 1] === 'into'),
  );
  return writes ? 'write' : 'read';
}

/** A trigger's body holds semicolons of its own; everything else is one statement. */
function refuseSeveral(tokens: readonly Token[]): void {
  const words = tokens.slice(0, 4).map(token => token.text.toLowerCase());
  const isTrigger = words[0] === 'create' && words.includes('trigger');
  const semicolon = tokens.findIndex(token => token.text === ';');
  if (semicolon === -1 || semicolon === tokens.length - 1) return;
  if (isTrigger && tokens.filter(token => token.text === ';').length >= 1) {
    const last = tokens.at(-1)?.text === ';' ? tokens.at(-2) : tokens.at(-1);
    const ends = tokens.filter(token => token.kind === 'word' && token.text.toLowerCase() === 'end').length;
    const cases = tokens.filter(token => token.kind === 'word' && token.text.toLowerCase() === 'case').length;
    if (last?.text.toLowerCase() === 'end' && ends - cases === 1) return;
  }
  throw invalid(message('store.severalStatements'));
}

/** In a write, LIMIT without ORDER BY picks rows that another plan would not. */
function refuseOpenOrder(words: readonly string[]): void {
  const limits = words.filter(word => word === 'limit').length;
  if (limits === 0) return;
  const orders = words.filter((word, index) => word === 'order' && words[index + 1] === 'by').length;
  if (orders < limits) throw invalid(message('store.lintLimit'));
}

function argumentCount(tokens: readonly Token[], open: number): number {
  let depth = 0;
  let count = 0;
  let seen = false;
  for (let index = open; index < tokens.length; index += 1) {
    const text = tokens[index]?.text;
    if (text === '(') depth += 1;
    else if (text === ')') {
      depth -= 1;
      if (depth === 0) return seen ? count + 1 : 0;
    } else if (text === ',' && depth === 1) count += 1;
    if (index > open) seen = true;
  }
  return seen ? count + 1 : 0;
}

/** Splits SQL far enough to tell words from strings, quoted names and comments. */
function tokenize(sql: string): Token[] {
  const pattern =
    /\s+|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|[\p{L}_$][\p{L}\p{N}_$]*|[\d.]+(?:[eE][+-]?\d+)?|[\s\S]/gu;
  const tokens: Token[] = [];
  for (const match of sql.matchAll(pattern)) {
    const text = match[0];
    if (/^(?:\s|--|\/\*)/.test(text)) continue;
    const kind = text.startsWith("'")
      ? 'string'
      : /^["`[]/.test(text)
        ? 'quoted'
        : /^[\p{L}_$]/u.test(text)
          ? 'word'
          : 'symbol';
    tokens.push({ kind, text });
  }
  return tokens;
}

function invalid(reason: string | Message): StoreError {
  return new StoreError('INVALID_STATEMENT', message('store.statementRefused', { reason }));
}
