import { parseArgs } from 'node:util';
import { suggest } from '../../../domain/identifier/suggest.js';
import type { Refusal } from '../../../domain/refusal/refusal.js';
import { mistake } from './mistake.js';

export interface FlagShape {
  readonly flag: string;
  readonly takesValue: boolean;
}

/** A flag as typed, with its value, or the state of a switch. */
export interface ScannedFlag {
  readonly flag: string;
  readonly value: string | boolean;
}

export interface Scan {
  readonly flags: readonly ScannedFlag[];
  /** Arguments that belong to no flag, with their index. */
  readonly words: readonly { readonly text: string; readonly index: number }[];
  /** Index of `--`, after which everything is a word; the number of arguments if it is missing. */
  readonly end: number;
  /** The first unknown flag as typed, with its index. */
  readonly unknown: { readonly typed: string; readonly index: number } | undefined;
}

/** Flags by their letter: the first one that the command has. */
const shortFlags: Readonly<Record<string, readonly string[]>> = {
  h: ['help'],
  V: ['version'],
  q: ['quiet'],
  m: ['message', 'reason'],
};

/** Splits arguments into flags and words; `-2h` is a word. Reports unknown flags, which a later command may have. */
export function scanArguments(args: readonly string[], shapes: readonly FlagShape[]): Scan | Refusal {
  const byFlag = new Map(shapes.map(shape => [shape.flag, shape]));
  const { tokens } = parseArgs({
    // `parseArgs` would read -2h as the switches 2 and h; the original text is restored by its index.
    args: args.map(argument => (/^-[\d.]/.test(argument) ? 'number' : argument)),
    options: Object.fromEntries(
      shapes.map(({ flag, takesValue }) => [
        flag,
        { type: takesValue ? ('string' as const) : ('boolean' as const), ...shortOf(flag, byFlag) },
      ]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const flags: ScannedFlag[] = [];
  const words: { text: string; index: number }[] = [];
  let unknown: Scan['unknown'];
  let end = args.length;
  for (const token of tokens) {
    if (token.kind === 'positional') words.push({ text: args[token.index] ?? '', index: token.index });
    if (token.kind === 'option-terminator') end = token.index;
    if (token.kind !== 'option') continue;
    const negated = token.name.startsWith('no-') ? byFlag.get(token.name.slice(3)) : undefined;
    const shape = byFlag.get(token.name) ?? (negated?.takesValue === false ? negated : undefined);
    if (shape === undefined) {
      unknown ??= { typed: token.rawName, index: token.index };
      continue;
    }
    const typed = token.inlineValue === false ? args[token.index + 1] : token.value;
    if (shape.takesValue) {
      if (typed === undefined) return mistake(`${token.rawName} needs a value.`);
      if (token.inlineValue === false && isKnownFlag(typed, byFlag)) {
        return mistake(
          `${token.rawName} needs a value, but ${typed} follows.`,
          `If ${typed} is the value, write ${token.rawName}=${typed}.`,
        );
      }
      flags.push({ flag: shape.flag, value: typed });
    } else {
      const on = typed === undefined ? true : readSwitch(typed);
      if (on === undefined) {
        return mistake(
          `${token.rawName} takes no value (got “${typed}”).`,
          `Write --${shape.flag} or --no-${shape.flag}.`,
        );
      }
      flags.push({ flag: shape.flag, value: negated === shape ? !on : on });
    }
  }
  return { flags, words, end, unknown };
}

export function refuseUnknownFlag(typed: string, shapes: readonly FlagShape[], command: string): Refusal {
  const suggestion = typed.startsWith('--')
    ? suggest(
        typed.slice(2),
        shapes.map(shape => shape.flag),
      )
    : undefined;
  return mistake(
    `${command} has no flag ${typed}.`,
    suggestion === undefined ? `See ${command} --help.` : `Did you mean --${suggestion}?`,
  );
}

function shortOf(flag: string, byFlag: ReadonlyMap<string, FlagShape>): { short?: string } {
  const letter = Object.keys(shortFlags).find(short => shortFlags[short]?.find(one => byFlag.has(one)) === flag);
  return letter === undefined ? {} : { short: letter };
}

function isKnownFlag(text: string, byFlag: ReadonlyMap<string, FlagShape>): boolean {
  const name = /^--([^=]+)/.exec(text)?.[1];
  return name !== undefined && (byFlag.has(name) || (name.startsWith('no-') && byFlag.has(name.slice(3))));
}

function readSwitch(text: string): boolean | undefined {
  if (/^(true|yes|on|1)$/i.test(text)) return true;
  if (/^(false|no|off|0)$/i.test(text)) return false;
  return undefined;
}
