import { suggest } from '../../../domain/identifier/suggest.js';
import { parseJson } from '../../../domain/json/writtenJson.js';
import { isRefusal, type Refusal } from '../../../domain/refusal/refusal.js';
import type { Parameter } from '../../../operations/commandLine.js';
import { mistake, printable } from './mistake.js';

/** Reads a file named on the command line, `-` for stdin; refuses if it cannot be read as text. */
export type ReadText = (name: string) => Promise<string | Refusal>;

/** Returns a parameter's name for a sentence: `--due`, `<title>`. */
export function nameOf(parameter: Parameter, byPosition: boolean): string {
  return byPosition ? `<${parameter.flag}>` : `--${parameter.flag}`;
}

/** Converts typed text to the operation's value; checks only the form, since the schema checks values. */
export async function readValue(
  parameter: Parameter,
  typed: readonly (string | boolean)[],
  name: string,
  readText: ReadText,
): Promise<unknown> {
  const every = (text: string | boolean) => (parameter.sentence ? [text] : splitAtCommas(String(text)));
  const texts = parameter.list ? typed.flatMap(every) : typed.slice(-1);
  const values: unknown[] = [];
  for (const text of texts) {
    const value = await readOne(parameter, text, name, readText);
    if (isRefusal(value)) return value;
    values.push(value);
  }
  return parameter.list ? values : values[0];
}

/** Splits at commas, except within braces: `src/{a,b}/**`. */
function splitAtCommas(text: string): string[] {
  const values: string[] = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '{') depth += 1;
    if (character === '}') depth = Math.max(0, depth - 1);
    if (character === ',' && depth === 0) values.push('');
    else values.push(values.pop() + character);
  }
  return values;
}

async function readOne(parameter: Parameter, typed: string | boolean, name: string, readText: ReadText) {
  if (typeof typed === 'boolean') return typed;
  switch (parameter.kind) {
    case 'boolean':
      return typed;
    case 'text':
      return parameter.objects && typed.startsWith('{') ? readJson(typed, name, readText, JSON.parse) : typed;
    case 'file':
      return readText(typed);
    case 'number': {
      if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(typed.trim())) return Number(typed);
      return mistake(`${name} must be a number (got “${shorten(typed)}”).`);
    }
    case 'choice': {
      if (parameter.choices.includes(typed)) return typed;
      const suggestion = suggest(typed, parameter.choices);
      return mistake(
        `${name} must be one of ${parameter.choices.join(', ')} (got “${shorten(typed)}”).`,
        suggestion === undefined ? undefined : `Did you mean ${suggestion}?`,
      );
    }
    case 'json':
      return readJson(typed, name, readText, parameter.field === 'payload' ? parseJson : JSON.parse);
  }
}

async function readJson(
  typed: string,
  name: string,
  readText: ReadText,
  parse: (text: string) => unknown,
): Promise<unknown> {
  const fromFile = typed === '-' || typed.startsWith('@');
  const text = fromFile ? await readText(typed === '-' ? '-' : typed.slice(1)) : typed;
  if (isRefusal(text)) return text;
  try {
    return parse(text);
  } catch (error) {
    return mistake(
      `${name} is not valid JSON: ${shorten((error as Error).message, 120)}.`,
      `Quote it for your shell, as in '{"a":1}' or '"text"', or read it from a file: @file.json.`,
    );
  }
}

function shorten(text: string, length?: number): string {
  return printable(text.replace(/\.$/, ''), length);
}
