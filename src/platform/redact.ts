import { placePatterns, type SecretPattern, tokenPatterns } from './secretPatterns.js';
import { secretValues } from './secretValues.js';

export const redacted = '[redacted]';

/** Name endings of secrets, as assigned in shells, settings, JSON and command lines. */
const secretName =
  '(?:password|passwd|passwort|kennwort|passphrase|secret|api[_-]?key|access[_-]?key|private[_-]?key|(?:secret|signing|encryption|master|auth)[_-]?key(?:[_-]?base)?|credentials?|token)';
const anySecretName = new RegExp(`${secretName}|[_-]pass|pwd`, 'i');
const value = `"[^"\\n]+"|'[^'\\n]+'`;
const assigned = new RegExp(`((?:${secretName}|[_-]pass)["']?[ \\t]*[=:][ \\t]*)(${value}|[^\\s"',;&|]{4,})`, 'gi');
/** `pwd=hunter22`; with a colon or blanks only as a line of settings, because `pwd` is also a program. */
const pwd = `(?<!old|ch)pwd`;
/** After the value in a line of settings: nothing, or a comment. */
const lineEnd = `(?:[ \\t]*|[ \\t]+#[^\\n]*)\\r?(?:\\n|$)`;
const pwdAssigned = new RegExp(
  `(${pwd}=|(?<=^|\\n)[ \\t]*(?:-[ \\t]+)?(?:[\\w.-]{0,60}[_.-])?pwd(?::[ \\t]+(?=\\S+${lineEnd})|[ \\t]*=[ \\t]*(?=[^\\s()]+${lineEnd})))(${value}|[^\\s"',;&|]{4,})`,
  'gi',
);
const spaced = new RegExp(`((?:${secretName}|pwd)[ \\t]+)(${value}|[^\\s"'-][^\\s"']{3,})`, 'gi');
/** Before the name of a flag, so that prose about a token does not match. */
const flagStart = /(?:^|[\s"'=])--?[\w.-]{0,60}$/;
export const keyBegins = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;
export const keyEnds = /-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;

/** One check for all shapes: few texts have any. */
const anyToken = new RegExp(tokenPatterns.map(({ pattern }) => pattern.source).join('|'));

let ownValues: { readonly pattern: RegExp | undefined } | undefined;

/** Replaces the process's own environment as the source of secret values. */
export function maskValuesOf(environment: Readonly<Record<string, string | undefined>>): void {
  ownValues = { pattern: secretValues(environment) };
}

/** Redacts secrets by shape, value, name or place; only common shapes, and nothing that looks like an ordinary word. */
export function redact(text: string): string {
  const clean = placePatterns.reduce(withoutPattern, redactTokens(text));
  if (!anySecretName.test(clean)) return clean;
  return withoutShapes(clean, inCode)
    .replace(pwdAssigned, maskValue)
    .replace(assigned, (whole, name: string, secret: string, at: number, all: string) =>
      harmless(secret) || isProse(name, secret, all.slice(at + whole.length)) ? whole : name + redacted,
    )
    .replace(spaced, (whole, name: string, secret: string, at: number, all: string) =>
      harmless(secret) || !flagStart.test(all.slice(Math.max(0, at - 70), at)) ? whole : name + redacted,
    );
}

/** Redacts tokens, private keys and values of secret variables; keeps prose about secrets. */
export function redactTokens(text: string): string {
  if (ownValues === undefined) maskValuesOf(process.env);
  const values = ownValues?.pattern;
  const clean = withoutPrivateKeys(values === undefined ? text : text.replace(values, redacted));
  return anyToken.test(clean) ? tokenPatterns.reduce(withoutPattern, clean) : clean;
}

/** Finds tokens and whole private keys. */
export function holdsToken(text: string): boolean {
  return anyToken.test(text) || withoutPrivateKeys(text) !== text;
}

export function withoutPattern(text: string, { pattern, secret }: SecretPattern): string {
  return text.replace(pattern, (...match: string[]) => {
    const [whole = '', found = whole] = [match[0], match[secret]];
    return whole.slice(0, whole.length - found.length) + redacted;
  });
}

/** Max characters between the first and the last line of a key. */
const maxKeyLength = 20_000;

/** Handles line breaks and their escapes. A pattern would search for the last line again from each first one. */
function withoutPrivateKeys(text: string): string {
  if (!text.includes('-----BEGIN ')) return text;
  const begins = new RegExp(keyBegins, 'g');
  const ends = new RegExp(keyEnds, 'g');
  let clean = '';
  let kept = 0;
  let end: RegExpExecArray | null | undefined;
  for (let begin = begins.exec(text); begin !== null; begin = begins.exec(text)) {
    if (end === undefined || (end !== null && end.index < begins.lastIndex)) {
      ends.lastIndex = begins.lastIndex;
      end = ends.exec(text);
    }
    if (end === null) break;
    if (end.index - begins.lastIndex > maxKeyLength) continue;
    clean += text.slice(kept, begin.index) + redacted;
    kept = ends.lastIndex;
    begins.lastIndex = kept;
  }
  return clean + text.slice(kept);
}

/** Type after a name: `string | undefined` or `&'static str`. */
const type = `[&*]?(?:'\\w+ )?[\\w$][\\w$.<>[\\]?]{0,60}(?:[ \\t]?[|&][ \\t]?[\\w$.<>[\\]]{1,60}){0,4}`;
const quotedValue = `"[^"\\s]{4,}"|'[^'\\s]{4,}'|\`(?:[^\`\\s$]|\\$(?!\\{)){4,}\``;
const codeName = `(?:${secretName}|[_-]pass|${pwd})`;
/** Between a name and its value in code, on one line. */
const between = [
  // =, :=, => and :
  `["']?\\]?[?!]?[ \\t]*(?::=|=>|[=:])[ \\t]*`,
  // TypeScript, Python, Kotlin, Rust
  `["']?[?!]?[ \\t]*:[ \\t]*${type}[ \\t]*=[ \\t]*`,
  // Go: `var password string = "x"`
  `[ \\t]+(?:\\*|\\[\\])?(?:string|byte)[ \\t]*=[ \\t]*`,
  // C: `char password[] = "x"`
  `\\[\\w{0,40}\\][ \\t]*=[ \\t]*`,
  // C#: `string Password { get; set; } = "x"`
  `[ \\t]*\\{[ \\t]*get;[^{}]{0,40}\\}[ \\t]*=[ \\t]*`,
].join('|');
/** `b"x"` in Python, `@"x"` in C#, `String::from("x")` in Rust, `[]byte("x")` in Go. */
const wrapped = `(?:[rbu@]{1,2}(?=["'])|(?:\\w{1,40}::)*\\w{0,40}String::from\\([ \\t]*|\\[\\]byte\\(\\s*)?`;
/** Name with a quoted value, as in code; several words are prose. */
const quoted = new RegExp(`(${codeName}(?:${between})${wrapped})(${quotedValue})`, 'gi');
/** `password === "x"`; other names are compared with words, such as a parser's tokens, so their values need a digit. */
const compared = new RegExp(
  `((?:passw(?:or)?d|passphrase|(?:pass|kenn)wort|[_-]pass|${pwd})["']?\\]?[ \\t]*[!=]==?[ \\t]*|${codeName}["']?\\]?[ \\t]*[!=]==?[ \\t]*(?=["'\`][^"'\`\\s]*\\d))(${quotedValue})`,
  'gi',
);
/** Default value: `process.env.PASSWORD ?? "x"`; in a shell it is the next command. */
const fallback = new RegExp(`(${codeName}["']?\\]?[ \\t]*(?:\\|\\||\\?\\?)=?[ \\t]*)(${quotedValue})`, 'gi');
/** `setPassword("x")` in Java; a getter's argument is a name. */
const setter = new RegExp(`(\\b(?:set|with)\\w{0,40}${codeName}\\([ \\t]*)(${quotedValue})`, 'gi');
/** `define('DB_PASSWORD', 'hunter22')`, `getenv("DB_PASSWORD", "hunter22")`; a word without a digit is a list's next entry. */
const named = new RegExp(`(${codeName}(["'])[ \\t]*,[ \\t]*)((["'])(?=[^"'\\s]*\\d)[^"'\\s]{4,}\\4)`, 'gi');
/** `CREATE USER ann IDENTIFIED BY 'x'`, `ALTER ROLE ann WITH PASSWORD 'x'`. */
const inSql = /(\b(?:identified(?: with [\w']{1,40})? by|with (?:encrypted )?password) +)('[^'\n]+')/gi;
/** `"Server=db;Password=Hunter22;"`, inside a string; ODBC uses braces around a password. */
const inString = new RegExp(
  `(["'\`;][\\w -]{0,40}?(?:${secretName}=(?!(?:\\{[^{}]*\\})+[\\s"'\`;])|\\bpwd=))((?![$%<])[^\\s"'\`;]{4,})(?=\\s*["'\`;])`,
  'gi',
);
/** `<password>x</password>` */
const element = new RegExp(
  `(<[\\w.:-]{0,60}?(?:${secretName}|pwd)(?:\\s[^<>]{0,200})?>\\s*)([^\\s<>{$][^\\s<>]*)(?=\\s*</)`,
  'gi',
);
/** `DB_PASSWORD=hunter2`, as in shells and their settings. */
const exported =
  /\b((?:[A-Z][A-Z\d]*_)*(?:PASSWORD|PASSWD|PASS|PWD|SECRET|TOKEN|(?:API|ACCESS|PRIVATE|SECRET|SIGNING|ENCRYPTION|MASTER|AUTH)_?KEY(?:_BASE)?)=)([^\s"';,&|)]{4,})/g;
/** `export db_password=hunter2` in a shell, `ENV DB_PASSWORD hunter2` in a Dockerfile. */
const declared = new RegExp(
  `(^[ \\t]*(?:(?:export|local|readonly|declare(?: -\\w+)?)[ \\t]+\\w{0,60}${codeName}=|ENV[ \\t]+\\w{0,60}${codeName}[ \\t]+))([^\\s"';,&|)=][^\\s"';,&|)]{3,})`,
  'gim',
);
/** In code, the shapes of MySQL passwords and cookies match ordinary words. */
const placesInCode = placePatterns.filter(({ name }) => !['password of MySQL', 'cookies'].includes(name));
const keyBody = /^(\s*)["'`]?[A-Za-z0-9+/]{60,}(?![A-Za-z0-9+/])={0,2}(?:\\n)?["'`,;+\s]*$/;

/** Unlike `redact`, treats only literal values as secrets. */
export function redactCode(line: string): string {
  const clean = placesInCode.reduce(withoutPattern, redactTokens(line).replace(keyBody, `$1${redacted}`));
  return mayName.test(clean) ? withoutShapes(clean, [...inCode, fallback, exported, inString, element]) : clean;
}

/** Fast check: few lines of code contain one of these. */
const mayName = /pass|pwd|kennwort|secret|key|credential|token|identified/i;

/** Outside of code, these shapes occur only with a secret. */
const inCode: readonly RegExp[] = [quoted, compared, setter, inSql, declared];

/** Redacts group 2, the value; group 1 is the name. */
function withoutShapes(text: string, shapes: readonly RegExp[]): string {
  const clean = shapes.reduce((all, shape) => all.replace(shape, shape === inString ? maskString : maskValue), text);
  return clean.replace(named, (whole, name: string, _quote: string, secret: string) =>
    harmless(secret) ? whole : name + redacted,
  );
}

/** Keeps the folder of `PWD`. */
function maskValue(whole: string, name: string, secret: string, at: number, all: string): string {
  if (!pwdName.test(name)) return harmless(secret) ? whole : name + redacted;
  const isFolder = folderName.test(all.slice(Math.max(0, at - 10), at) + name) && isPlace(secret);
  return isFolder || harmlessPwd(secret) ? whole : name + redacted;
}

/** As `maskValue`, in a string of settings, where `Pwd` is never a folder. */
function maskString(whole: string, name: string, secret: string): string {
  const isHarmless = pwdName.test(name) ? harmlessPwd(secret) : harmless(secret);
  return isHarmless ? whole : name + redacted;
}

/** Finds the first or last line of a private key, whose other lines may be anywhere around. */
export function holdsPrivateKey(text: string): boolean {
  return keyBegins.test(text) || keyEnds.test(text);
}

/** Words that continue prose, as in “the password: never write it down”. */
const sentenceWords =
  /^(?:must|should|shall|will|would|cannot|never|always|this|that|these|there|when|where|what|which|your|have|needs?|only|with|from|please|enter|type|write|used|muss|soll|wird|nicht|niemals|eine?|kann|darf|bitte|diese[srn]?)$/i;

function isProse(name: string, word: string, rest: string): boolean {
  return name.trimEnd().endsWith(':') && sentenceWords.test(word) && /^ +\p{L}/u.test(rest);
}

const pwdName = /pwd\W*$/i;
/** `pwd` as the whole name, except in a setting such as `;Pwd=` or an element. */
const folderName = /(?:^|[^\w.:;<-]|\b(?:env|this|self)\.)pwd\W*$/i;

/** Accepts a folder's path and expressions that return one: `PWD=/home/ann`. */
export function isPlace(value: string): boolean {
  const bare = unquoted(value);
  return harmlessPwd(value) || /^(?:[~.]?[/\\]|[a-z]:[/\\]|%)/i.test(bare) || /^[\w.@-]+(?:\/[\w.@-]+)+\/?$/.test(bare);
}

/** As `harmless`; braces also enclose a password, unless they contain its name. */
function harmlessPwd(value: string): boolean {
  const bare = unquoted(value);
  if (bare.startsWith('{')) return /^\{+(?:\d{1,2}|(?:\w+\.)*(?:pwd|passw(?:or)?d))\}+[,;)]*$/i.test(bare);
  // Output of a command: its quote ends after a blank, or it is `pwd`.
  return harmless(bare) || /^`(?:[^`]*|pwd`)$/.test(value) || /^%\w+%/.test(bare);
}

/** Accepts variable names, counts, prose and earlier redactions. */
function harmless(value: string): boolean {
  const bare = unquoted(value);
  return (
    bare.includes(redacted) ||
    bare.startsWith('$') ||
    bare.startsWith('<') ||
    placeholder.test(bare) ||
    bare.startsWith('process.env') ||
    /^(?:true|false|null|none|undefined|required|missing|invalid|expired|optional|string|\d{1,6})[.,;)]*$/i.test(
      bare,
    ) ||
    // Permissions of a token in a workflow.
    /^(?:read|write)[,}\]]*$/.test(bare)
  );
}

/** `{user}`, `{{ user }}`, `{read()}`, and the start of an object; `{noop}hunter22` is a password with its kind. */
const placeholder =
  /^(?:\{\s*|\{[a-z_]\w*:[\w$.]*|\{\{[^{}]*\}\}[,;)]*|(?:\{(?:[a-z_][\w.]*(?:\(\))?|\d{0,2})\})+[,;)]*)$/i;

function unquoted(value: string): string {
  return value.replace(/^["'`]|["'`]$/g, '');
}
