import { type Parameter, placeholder, restUsage } from '../../operations/commandLine.js';
import { version } from '../../platform/version.js';
import type { Command, CommandSet } from './commandLine/commandSet.js';
import { globalFlagList } from './commandLine/globalOptions.js';
import { nameOf } from './commandLine/readValue.js';
import { makeStyle, type Style } from './format/style.js';
import { displayWidth, pad, wrap } from './format/text.js';

const programName = 'stateroom';

export function helpText(path: readonly string[], commands: CommandSet, width = 80, style = makeStyle(false)): string {
  const command = commands.find(path);
  const lines = command === undefined ? groupHelp(path, commands, width, style) : commandHelp(command, width, style);
  return lines.join('\n');
}

function groupHelp(path: readonly string[], commands: CommandSet, width: number, style: Style): string[] {
  const words = [programName, ...path].join(' ');
  const children = commands.children(path);
  const isProgram = path.length === 0;
  return [
    ...(isProgram
      ? [`${style.bold(`Stateroom ${version}`)}: a shared task queue and review board for coding agents.`, '']
      : []),
    `${style.bold('Usage')}  ${words} <command> [flags]`,
    '',
    style.bold('Commands'),
    ...twoColumns(
      children.map(({ word, summary }) => [word, firstSentence(summary)]),
      width,
      style,
    ),
    '',
    ...globalHelp(width, style),
    '',
    style.bold('Examples'),
    ...(isProgram ? programExamples : children.flatMap(({ word }) => commands.find([...path, word])?.examples[0] ?? []))
      .slice(0, 8)
      .map(exampleLine),
    '',
    style.dim(`For details: ${words} <command> --help`),
  ];
}

const programExamples = [
  'queue add "Fix the login redirect"',
  'queue next',
  'queue resolve W-1 --status done',
  'status',
  'events tail --follow',
];

function commandHelp({ path, summary, variants, examples }: Command, width: number, style: Style): string[] {
  const words = [programName, ...path].join(' ');
  const usages = variants.map(({ line }) => {
    const byPosition = line.positionals.map(parameter => {
      const name = `${nameOf(parameter, true)}${parameter.list ? '…' : ''}`;
      return parameter.required ? name : `[${name}]`;
    });
    const needed = line.flags.filter(({ required }) => required).map(flag => `--${flag.flag}${placeholder(flag)}`);
    const rest = line.rest === undefined ? [] : [restUsage(line.rest)];
    return [words, ...byPosition, ...needed, '[flags]', ...rest].join(' ');
  });
  const positionals = variants.flatMap(({ line }) => line.positionals);
  const rests = variants.flatMap(({ line }) => line.rest ?? []);
  const flags = new Map(variants.flatMap(({ line }) => line.flags.map(flag => [flag.flag, flag] as const)));
  return [
    ...summary.split('\n').flatMap(line => wrap(line, width)),
    '',
    ...usages.map((usage, index) => `${index === 0 ? style.bold('Usage') : '     '}  ${usage}`),
    ...section(
      'Arguments',
      [
        ...positionals.map(parameter => [nameOf(parameter, true), describe(parameter)] as const),
        ...rests.map(rest => [restUsage({ ...rest, required: true }), rest.description] as const),
      ],
      width,
      style,
    ),
    ...section(
      'Flags',
      [...flags.values()].map(flag => [`--${flag.flag}${placeholder(flag)}`, describe(flag)]),
      width,
      style,
    ),
    '',
    ...globalHelp(width, style),
    '',
    style.bold('Examples'),
    ...examples.map(exampleLine),
  ];
}

function globalHelp(width: number, style: Style): string[] {
  return [
    style.bold('Everywhere'),
    ...twoColumns(
      globalFlagList.map(({ shown, description }) => [shown, description]),
      width,
      style,
    ),
  ];
}

function section(title: string, rows: readonly (readonly [string, string])[], width: number, style: Style): string[] {
  return rows.length === 0 ? [] : ['', style.bold(title), ...twoColumns(rows, width, style)];
}

function twoColumns(rows: readonly (readonly [string, string])[], width: number, style: Style): string[] {
  const left = Math.min(26, Math.max(...rows.map(([name]) => displayWidth(name))));
  const repository = Math.max(20, width - left - 4);
  return rows.flatMap(([name, text]) => {
    const [first = '', ...others] = wrap(text, repository);
    const indent = ' '.repeat(left + 4);
    const tail = others.map(line => indent + line);
    if (displayWidth(name) > left) return [`  ${style.cyan(name)}`, ...(text === '' ? [] : [indent + first, ...tail])];
    return [`  ${style.cyan(pad(name, left))}  ${first}`.trimEnd(), ...tail];
  });
}

function describe({ description, kind, list, choices, sentence }: Parameter): string {
  const notes = [
    description,
    ...(kind === 'choice' && choices.length > 0 && description === '' ? [`One of ${choices.join(', ')}`] : []),
    ...(list ? [sentence ? 'repeatable' : 'repeatable, or comma-separated'] : []),
    ...(kind === 'json' ? ['@file reads a file, - reads stdin'] : []),
  ];
  return notes.filter(note => note !== '').join('; ');
}

/** Prefixes an example with the program's name, except a pipeline, which contains it. */
function exampleLine(example: string): string {
  return example.includes(`${programName} `) ? `  ${example}` : `  ${programName} ${example}`;
}

function firstSentence(text: string): string {
  return text.split('\n')[0] ?? '';
}
