import type { z } from 'zod';
import { quoteWord } from '../domain/lane/laneKit.js';
import type { AnyOperation } from './operation.js';

/** `json` is any value as JSON text; `file` names a file with the text. */
export type ParameterKind = 'text' | 'number' | 'boolean' | 'choice' | 'json' | 'file';

export interface Parameter {
  readonly field: string;
  /** Kebab case, without dashes: `depends-on`. */
  readonly flag: string;
  readonly kind: ParameterKind;
  readonly choices: readonly string[];
  /** Several values: repeated, or separated by commas. */
  readonly list: boolean;
  /** A comma is part of a value: one value per flag. */
  readonly sentence?: boolean;
  /** A text that begins with { is a JSON object. */
  readonly objects?: boolean;
  readonly required: boolean;
  /** Optional, but shown in a suggested command without input. */
  readonly suggested?: boolean;
  readonly description: string;
}

export interface CommandLine {
  /** Words after the program's name: `['queue', 'claim']`. */
  readonly path: readonly string[];
  /** By position, in order; the last may be a list. */
  readonly positionals: readonly Parameter[];
  readonly flags: readonly Parameter[];
  readonly exclusive: readonly (readonly [string, string])[];
  /** Takes all words after `--` unchanged. */
  readonly rest?: Parameter | undefined;
}

/** Flags of every command, whose names no operation may use. */
export const globalFlags = ['repo', 'store', 'actor', 'json', 'quiet', 'color', 'version', 'help'] as const;

/** Cheap: does not read the input shape. */
export function commandPath(operation: AnyOperation): readonly string[] {
  return operation.cli.path ?? operation.name.split('.');
}

/** Throws for a positional that is not a field, two fields with one flag, and a flag that every command already has. */
export function commandLineOf(operation: AnyOperation): CommandLine {
  const { positionals = [], exclusive = [], rest } = operation.cli;
  const parameters = Object.entries(operation.input.shape).map(([field, schema]) =>
    parameterOf(operation, field, schema as z.ZodType),
  );
  const byField = new Map(parameters.map(parameter => [parameter.field, parameter]));
  const taken = new Set<string>(globalFlags);
  for (const { field, flag } of parameters) {
    const byPosition = positionals.includes(field) || field === rest;
    if (!byPosition && taken.has(flag)) throw new Error(`${operation.name}: two meanings for --${flag}`);
    if (!byPosition) taken.add(flag);
  }
  for (const field of [...positionals, ...exclusive.flat(), ...(rest === undefined ? [] : [rest])]) {
    if (!byField.has(field)) throw new Error(`${operation.name}: ${field} is no field of its input`);
  }
  return {
    path: commandPath(operation),
    positionals: positionals.flatMap(field => byField.get(field) ?? []),
    flags: parameters.filter(({ field }) => !positionals.includes(field) && field !== rest),
    exclusive,
    rest: rest === undefined ? undefined : byField.get(rest),
  };
}

/** `queue claim <id> [--lease <text>] [--reassign]`, without the program's name. */
export function usageOf({ path, positionals, flags, rest }: CommandLine): string {
  const byPosition = positionals.map(({ field, list, required }) => {
    const name = `<${kebab(field)}>${list ? '…' : ''}`;
    return required ? name : `[${name}]`;
  });
  const byFlag = flags.map(parameter => {
    const name = `--${parameter.flag}${placeholder(parameter)}`;
    return parameter.required ? name : `[${name}]`;
  });
  return [...path, ...byPosition, ...byFlag, ...(rest === undefined ? [] : [restUsage(rest)])].join(' ');
}

/** The command with this input: `task start <objective>` if a required field is missing. */
export function commandWith(
  { path, positionals, flags, rest }: CommandLine,
  input: Readonly<Record<string, unknown>>,
): string {
  const isBare = Object.keys(input).length === 0;
  const byPosition = positionals.flatMap(({ field, required, suggested }) => {
    if (input[field] === undefined) return required || (isBare && suggested) ? [`<${kebab(field)}>`] : [];
    return [input[field]].flat().map(value => quoteWord(String(value)));
  });
  const byFlag = flags.flatMap(parameter => {
    const { field, flag, required, suggested } = parameter;
    const value = input[field];
    if (value === undefined) return required || (isBare && suggested) ? [`--${flag}${placeholder(parameter)}`] : [];
    return value === true ? [`--${flag}`] : [value].flat().map(one => `--${flag} ${quoteWord(String(one))}`);
  });
  return [...path, ...byPosition, ...byFlag, ...(rest === undefined ? [] : restWith(rest, input[rest.field]))].join(
    ' ',
  );
}

/** A single entry is a shell command line, one word unless a shell would split it. */
function restWith(rest: Parameter, value: unknown): string[] {
  if (value === undefined) return rest.required ? [restUsage(rest)] : [];
  const words = [value].flat().map(String);
  const [only = ''] = words;
  return ['--', ...(words.length === 1 && /^[\w./:=@%+, -]+$/.test(only) ? [only] : words.map(quoteWord))];
}

/** `-- <command>…`, in brackets if optional. */
export function restUsage({ field, required }: Parameter): string {
  const words = `-- <${kebab(field)}>…`;
  return required ? words : `[${words}]`;
}

/** ` <number>`, ` <done|failed|cancelled>`; empty for a switch. */
export function placeholder({ kind, choices, list }: Parameter): string {
  if (kind === 'boolean') return '';
  const word = kind === 'choice' ? choices.join('|') : kind;
  return ` <${word}>${list ? '…' : ''}`;
}

/** `dependsOn` → `depends-on`. */
export function kebab(field: string): string {
  return field.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
}

function parameterOf(operation: AnyOperation, field: string, schema: z.ZodType): Parameter {
  const { inner, required, description } = unwrap(schema);
  const array = arrayOf(inner);
  const list = array !== undefined;
  const element = list ? unwrap(array.element as z.ZodType).inner : inner;
  const kind = operation.cli.files?.includes(field) ? 'file' : kindOf(element);
  const isPath = operation.cli.paths?.[field] !== undefined;
  return {
    field,
    flag: operation.cli.flags?.[field] ?? kebab(field),
    kind,
    choices: kind === 'choice' ? choicesOf(element) : [],
    list,
    ...(operation.cli.sentences?.includes(field) ? { sentence: true } : {}),
    ...(kind === 'text' && takesObjects(element) ? { objects: true } : {}),
    ...(operation.cli.suggested?.includes(field) ? { suggested: true } : {}),
    required,
    description: isPath
      ? description.replace(/relative to the (?:worktree )?root/, 'relative to the current folder')
      : description,
  };
}

/** Unwraps optional, default and the like; the outermost description counts. */
function unwrap(schema: z.ZodType): { inner: z.ZodType; required: boolean; description: string } {
  let inner = schema;
  let required = true;
  let description = schema.description;
  for (;;) {
    const { type } = inner.def;
    if (type === 'optional' || type === 'default' || type === 'prefault') required = false;
    if (type === 'pipe') inner = (inner as z.ZodPipe).in as z.ZodType;
    else if ('innerType' in inner.def) inner = inner.def.innerType as z.ZodType;
    else return { inner, required, description: description ?? '' };
    description ??= inner.description;
  }
}

/** Also for a field that accepts a single value, typed as a list of one. */
function arrayOf(schema: z.ZodType): z.ZodArray | undefined {
  if (schema.def.type === 'array') return schema as z.ZodArray;
  if (schema.def.type !== 'union') return undefined;
  const options = (schema as z.ZodUnion).options as readonly z.ZodType[];
  return options.find(({ def }) => def.type === 'array') as z.ZodArray | undefined;
}

function kindOf(schema: z.ZodType): ParameterKind {
  switch (schema.def.type) {
    case 'number':
    case 'int':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'enum':
    case 'literal':
      return 'choice';
    case 'string':
    case 'template_literal':
      return 'text';
    case 'union':
      // The short form is typed: a path for a whole file object, for example.
      return (schema as z.ZodUnion).options.some(option => isText(option as z.ZodType)) ? 'text' : 'json';
    default:
      return 'json';
  }
}

function isText(schema: z.ZodType): boolean {
  return unwrap(schema).inner.def.type === 'string';
}

function takesObjects(schema: z.ZodType): boolean {
  if (schema.def.type !== 'union') return false;
  return (schema as z.ZodUnion).options.some(option => unwrap(option as z.ZodType).inner.def.type === 'object');
}

function choicesOf(schema: z.ZodType): readonly string[] {
  if (schema.def.type === 'enum') return (schema as z.ZodEnum).options.map(String);
  return [...(schema as z.ZodLiteral).values].map(String);
}
