import type { Place, Problem } from '../../domain/import/imported.js';
import type { BrokenDependency } from '../../domain/import/planImport.js';
import { type RefusalError, refusalError } from '../../domain/refusal/refusal.js';
import { inARow, type Message, message, verbatim } from '../../messages/message.js';
import { say } from '../../messages/say.js';
import type { ImportRequest } from './runImport.js';

export interface ShownProblem extends Place {
  readonly problem: Message;
}

export function shownProblem({ place, problem }: Problem): ShownProblem {
  return { ...place, problem: typeof problem === 'string' ? verbatim(problem) : problem };
}

const maxNamed = 50;
const maxDetails = 1000;

/** Refuses all invalid entries at once, unless the request leaves them out. */
export function throwIfInvalid(
  problems: readonly ShownProblem[],
  broken: readonly BrokenDependency[],
  request: ImportRequest,
): void {
  const { skipInvalid = false, skipBrokenDependencies = false } = request;
  const left = skipInvalid ? [] : problems;
  const leftBroken = skipBrokenDependencies || skipInvalid ? [] : broken;
  if (left.length > 0) throw refuseProblems(left, leftBroken, request);
  if (leftBroken.length > 0) throw refuseBroken(leftBroken, request);
}

function refuseProblems(
  problems: readonly ShownProblem[],
  broken: readonly BrokenDependency[],
  request: ImportRequest,
): RefusalError {
  const [first] = problems;
  const named = problems.map(sentenceOf);
  const all = [...named, ...broken.map(linkOf)];
  const only = problems.length === 1 && broken.length === 0 ? first : undefined;
  const text = only === undefined ? message('imports.problems', { count: all.length, list: listed(all) }) : oneOf(only);
  const shown = problems.slice(0, maxDetails).map(({ problem, ...place }) => ({ ...place, problem: say(problem) }));
  return refusalError('invalid_input', text, {
    hint: 'imports.badEntryHint',
    next: [{ operation: 'import.tracker', input: { ...request, skipInvalid: true } }],
    details: {
      ...(only === undefined
        ? {}
        : { file: only.file, ...(only.table === undefined ? {} : { table: only.table }), line: only.line }),
      problems: shown,
      brokenDependencies: broken.slice(0, maxDetails),
    },
  });
}

function refuseBroken(broken: readonly BrokenDependency[], request: ImportRequest): RefusalError {
  const list = listed(broken.map(linkOf));
  return refusalError('invalid_input', message('imports.broken', { count: broken.length, list }), {
    hint: 'imports.brokenHint',
    next: [{ operation: 'import.tracker', input: { ...request, skipBrokenDependencies: true } }],
    details: { brokenDependencies: broken.slice(0, maxDetails) },
  });
}

function listed(all: readonly Message[]) {
  const names = inARow(all.slice(0, maxNamed));
  const more = all.length - maxNamed;
  return more <= 0 ? names : message('input.listed', { names, more });
}

function oneOf({ file, table, line, problem }: ShownProblem): Message {
  return table === undefined
    ? message('imports.badEntry', { file, line, problem })
    : message('imports.badRow', { file, table, row: line, problem });
}

function sentenceOf({ file, table, line, problem }: ShownProblem): Message {
  return table === undefined
    ? message('imports.atLine', { file, line, problem })
    : message('imports.atRow', { file, table, row: line, problem });
}

function linkOf({ id, dependsOn, problem }: BrokenDependency): Message {
  const texts = { missing: 'imports.missingTarget', cycle: 'imports.cycle', deep: 'imports.belowTooMany' } as const;
  return message(texts[problem], { id, target: dependsOn });
}
