import { changingVariables, type RunFacts, type RunVariable } from '../../domain/evidence/runFacts.js';
import type { WorkTree } from '../../git/workTree.js';
import type { CommandRunner } from '../../platform/commandRunner.js';
import { findProgram, unusualEntries, usualOfNpm, writablePlace } from '../../platform/programPlace.js';
import { redact } from '../../platform/redact.js';

/** First word of a shell line, after variable assignments. */
const firstWord = /^\s*(?:[A-Za-z_]\w*=\S*\s+)*([^\s;&|<>()$`'"]+)/;

const maxEntries = 15;
const maxEntry = 300;
const maxValue = 150;

/** Returns what can change a command's result. A shell line is one entry; `settings` are from files beside the tree. */
export function runSurroundings(
  { root, commonDir }: WorkTree,
  { environment = {} }: CommandRunner,
  command: readonly string[],
  directory: string,
  settings: readonly RunVariable[] = [],
): RunFacts {
  const [first = ''] = command;
  const word = command.length === 1 ? (firstWord.exec(first)?.[1] ?? '') : first;
  const searchPath = environment.PATH ?? environment.Path;
  const roots = [root, directory, commonDir.replace(/[\\/][^\\/]+$/, '')];
  const program = findProgram(word, directory, searchPath);
  const isNamed = /[\\/]/.test(word);
  const { variables, loaders } = changingVariables(environment, usualOfNpm(environment));
  return {
    version: 1,
    program: program === undefined ? null : redact(program),
    foundIn: program === undefined || isNamed ? null : (writablePlace(program, roots) ?? null),
    path: unusualEntries(searchPath, roots)
      .slice(0, maxEntries)
      .map(entry => kept(entry, maxEntry)),
    variables: [...settings, ...variables].map(({ name, value }) => ({
      name,
      value: value === null ? null : kept(value, maxValue),
    })),
    loaders: [...settings.map(({ name }) => name), ...loaders],
  };
}

/** Redacts before it cuts: part of a secret would not be recognized. */
function kept(text: string, length: number): string {
  return redact(text).slice(0, length);
}
