import { suggest } from '../../../domain/identifier/suggest.js';
import { isRefusal, type Refusal } from '../../../domain/refusal/refusal.js';
import { globalFlags, kebab, type Parameter } from '../../../operations/commandLine.js';
import { type Command, type CommandSet, chooseVariant, type Variant } from './commandSet.js';
import { type GlobalOptions, globalFlagList, readGlobalOptions } from './globalOptions.js';
import { mistake, printable } from './mistake.js';
import { nameOf, type ReadText, readValue } from './readValue.js';
import { type FlagShape, refuseUnknownFlag, type ScannedFlag, scanArguments } from './scanArguments.js';

export type Reading =
  /** An invalid command line of a command with its own exit codes. */
  | { readonly ask: 'refused'; readonly refusal: Refusal; readonly exitCode: number }
  | { readonly ask: 'version'; readonly options: GlobalOptions }
  /** `unasked` if help is shown because a word is missing, which is the caller's error. */
  | {
      readonly ask: 'help';
      readonly path: readonly string[];
      readonly unasked: boolean;
      readonly options: GlobalOptions;
    }
  | {
      readonly ask: 'run';
      readonly variant: Variant;
      readonly input: Readonly<Record<string, unknown>>;
      readonly options: GlobalOptions;
    };

const programName = 'stateroom';

export async function readCommandLine(
  args: readonly string[],
  commands: CommandSet,
  readText: ReadText,
): Promise<Reading | Refusal> {
  const first = scanArguments(args, globalFlagList);
  if (isRefusal(first)) return first;
  const options = readGlobalOptions(first.flags);
  // Words after a flag that only the command knows may be that flag's value.
  const leading = first.words.filter(({ index }) => index < (first.unknown?.index ?? Number.POSITIVE_INFINITY));
  const asksHelp = leading[0]?.text === 'help';
  const words = asksHelp ? leading.slice(1) : leading;
  const path = maxPathLength(
    words.map(word => word.text),
    commands,
  );
  const next = words[path.length]?.text;
  const command = commands.find(path);
  if (command === undefined && next !== undefined) return refuseUnknownWord(path, next, commands);
  if (asksHelp || options.help) return { ask: 'help', path, unasked: false, options };
  if (options.version) return { ask: 'version', options };
  if (command === undefined) {
    if (first.unknown !== undefined && path.length === 0) {
      return refuseUnknownFlag(first.unknown.typed, globalFlagList, programName);
    }
    return { ask: 'help', path, unasked: true, options };
  }
  const pathIndexes = new Set(words.slice(0, path.length).map(word => word.index));
  const reading = await readArguments(
    args.filter((_, index) => !pathIndexes.has(index)),
    command,
    readText,
  );
  const exitCode = ownRefusalCode(command);
  return isRefusal(reading) && exitCode !== undefined ? { ask: 'refused', refusal: reading, exitCode } : reading;
}

function ownRefusalCode({ variants: [first] }: Command): number | undefined {
  return first !== undefined && 'operation' in first.act ? first.act.operation.cli.refusalExitCode : undefined;
}

function maxPathLength(words: readonly string[], commands: CommandSet): string[] {
  let path: string[] = [];
  for (let length = 1; length <= words.length; length += 1) {
    const longer = words.slice(0, length);
    if (commands.find(longer) === undefined && !commands.isGroup(longer)) break;
    path = longer;
  }
  return path;
}

function refuseUnknownWord(path: readonly string[], word: string, commands: CommandSet): Refusal {
  const before = path.length === 0 ? '' : `${path.join(' ')} `;
  const words = commands.children(path).map(child => child.word);
  const verbs = path.length === 0 ? verbsOf(commands) : new Map<string, string>();
  const suggestion = verbs.get(word) ?? suggest(word, words) ?? verbs.get(suggest(word, verbs.keys()) ?? '');
  return mistake(
    `Unknown command: ${programName} ${before}${printable(word)}.`,
    suggestion === undefined
      ? `List the commands with ${programName} ${before}--help.`
      : `Did you mean ${programName} ${before}${suggestion}?`,
  );
}

/** Groups whose verbs people type without the group, likeliest first. */
const likeliest = ['queue', 'task', 'worker'];

/** Maps verbs to commands: `stateroom add` means `stateroom queue add`. */
function verbsOf(commands: CommandSet): ReadonlyMap<string, string> {
  const groups = commands.children([]).map(child => child.word);
  const verbs = new Map<string, string>();
  for (const group of [...likeliest, ...groups]) {
    for (const { word } of commands.children([group])) if (!verbs.has(word)) verbs.set(word, `${group} ${word}`);
  }
  return verbs;
}

async function readArguments(
  args: readonly string[],
  command: Command,
  readText: ReadText,
): Promise<Reading | Refusal> {
  const name = `${programName} ${command.path.join(' ')}`;
  const shapes = flagShapes(command);
  const scan = scanArguments(args, shapes);
  if (isRefusal(scan)) return scan;
  if (scan.unknown !== undefined) return refuseUnknownFlag(scan.unknown.typed, shapes, name);
  const options = readGlobalOptions(scan.flags);
  if (options.help) return { ask: 'help', path: command.path, unasked: false, options };
  if (options.version) return { ask: 'version', options };
  const repeated = refuseRepeated(scan.flags, command);
  if (repeated !== undefined) return repeated;
  const own = scan.flags.filter(({ flag }) => !(globalFlags as readonly string[]).includes(flag));
  const given = own.map(({ flag }) => flag);
  const variant = chooseVariant(command, given);
  const { rest } = variant.line;
  const behind = rest === undefined ? [] : scan.words.filter(({ index }) => index > scan.end);
  const typed = sortByParameter(
    variant,
    own,
    scan.words.filter(word => !behind.includes(word)).map(word => word.text),
    command,
  );
  if (isRefusal(typed)) return typed;
  const input: Record<string, unknown> = {};
  if (rest !== undefined && behind.length > 0) input[rest.field] = behind.map(word => word.text);
  else if (rest?.required) return refuseMissing(`-- <${kebab(rest.field)}>`, name);
  for (const { parameter, byPosition, texts } of typed) {
    const value = await readValue(parameter, texts, nameOf(parameter, byPosition), readText);
    if (isRefusal(value)) return value;
    input[parameter.field] = value;
  }
  const clash = variant.line.exclusive.find(pair =>
    pair.every(field => input[field] !== undefined && input[field] !== false),
  );
  if (clash !== undefined) {
    const [one, other] = clash.map(field => called(variant, field));
    return mistake(`${one} and ${other} cannot be combined.`, 'Use one of them.');
  }
  return { ask: 'run', variant, input, options };
}

/** Refuses two values for one parameter as ambiguous. */
function refuseRepeated(flags: readonly ScannedFlag[], command: Command): Refusal | undefined {
  const lists = new Set(
    command.variants.flatMap(({ line }) =>
      [...line.flags.filter(({ list }) => list), ...line.positionals.filter(({ flag }) => flag === paragraphs)].map(
        ({ flag }) => flag,
      ),
    ),
  );
  const seen = new Map<string, string | boolean>();
  for (const { flag, value } of flags) {
    const before = seen.get(flag);
    seen.set(flag, value);
    // A repeated switch with the same value is allowed.
    if (lists.has(flag) || before === undefined || (typeof value === 'boolean' && before === value)) continue;
    return typeof value === 'boolean'
      ? mistake(`--${flag} and --no-${flag} cannot be combined.`, 'Use one of them.')
      : mistake(`--${flag} was given twice.`, 'Leave out one of them.');
  }
  return undefined;
}

const quoting = 'Quote arguments that contain spaces. ';

/** Positionals that may also be typed as flags, as git's `commit -m` is. */
const namedPositionals: ReadonlySet<string> = new Set(['message', 'reason']);
/** Flag whose values are paragraphs where its parameter has a position, as those of git's `commit -m` are. */
const paragraphs = 'message';

interface Typed {
  readonly parameter: Parameter;
  readonly byPosition: boolean;
  readonly texts: readonly (string | boolean)[];
}

/** Assigns words and flags to their parameters; refuses superfluous, misplaced or missing ones. */
function sortByParameter(
  { line }: Variant,
  flags: readonly ScannedFlag[],
  words: readonly string[],
  command: Command,
): Typed[] | Refusal {
  const name = `${programName} ${command.path.join(' ')}`;
  const typed: Typed[] = [];
  // The flag that selected a variant other than the first.
  const marker = line.flags.find(
    ({ flag }) =>
      flags.some(one => one.flag === flag) && !command.variants[0]?.line.flags.some(one => one.flag === flag),
  );
  const byName = line.positionals.filter(({ flag }) => namedPositionals.has(flag));
  const stray = flags.find(({ flag }) => ![...line.flags, ...byName].some(parameter => parameter.flag === flag));
  if (stray !== undefined) {
    return mistake(`--${stray.flag} cannot be used with --${marker?.flag ?? ''}.`, `See ${name} --help.`);
  }
  const rest = [...words];
  for (const parameter of line.positionals) {
    const named = byName.includes(parameter) ? valuesOf(flags, parameter) : [];
    const texts = named.length > 0 ? [named.join('\n\n')] : parameter.list ? rest.splice(0) : rest.splice(0, 1);
    if (texts.length > 0) typed.push({ parameter, byPosition: true, texts });
    else if (parameter.required) return refuseMissing(nameOf(parameter, true), name);
  }
  if (rest.length > 0) {
    if (marker !== undefined) {
      return mistake(`“${printable(rest[0] ?? '')}” cannot be used with --${marker.flag}.`, `See ${name} --help.`);
    }
    const given = new Set(flags.map(({ flag }) => flag));
    const missing = line.flags.find(({ flag, required }) => required && !given.has(flag));
    // A word with a space was quoted already.
    const advice = missing !== undefined ? `Use --${missing.flag} for it. ` : /\s/.test(rest[0] ?? '') ? '' : quoting;
    return mistake(`Unexpected argument “${printable(rest[0] ?? '')}”.`, `${advice}See ${name} --help.`);
  }
  for (const parameter of line.flags) {
    const texts = valuesOf(flags, parameter);
    if (texts.length > 0) typed.push({ parameter, byPosition: false, texts });
    else if (parameter.required) return refuseMissing(nameOf(parameter, false), name);
  }
  return typed;
}

function valuesOf(flags: readonly ScannedFlag[], { flag: name }: Parameter): (string | boolean)[] {
  return flags.filter(({ flag }) => flag === name).map(({ value }) => value);
}

function refuseMissing(what: string, command: string): Refusal {
  return mistake(`${command} needs ${what}.`, `See ${command} --help.`);
}

function called({ line }: Variant, field: string): string {
  const byPosition = line.positionals.find(parameter => parameter.field === field);
  if (byPosition !== undefined) return nameOf(byPosition, true);
  return `--${line.flags.find(parameter => parameter.field === field)?.flag ?? field}`;
}

function flagShapes(command: Command): readonly FlagShape[] {
  const own = command.variants.flatMap(({ line }) =>
    [...line.flags, ...line.positionals.filter(({ flag }) => namedPositionals.has(flag))].map(({ flag, kind }) => ({
      flag,
      takesValue: kind !== 'boolean',
    })),
  );
  return [...new Map([...globalFlagList, ...own].map(shape => [shape.flag, shape])).values()];
}
