import type { Evidence } from '../../../domain/evidence/evidence.js';
import type { RunFacts } from '../../../domain/evidence/runFacts.js';
import { visibleJson } from '../../../domain/text/visibleText.js';
import { say } from '../../../messages/say.js';
import type { evidenceOperations } from '../../../operations/evidence/evidenceOperations.generated.js';
import type { TextsOf } from './resultText.js';
import { type Column, idColumn, listText, timeColumn } from './table.js';
import { manyLines, oneLine } from './text.js';
import { type View, warningLines } from './view.js';

export const texts: TextsOf<typeof evidenceOperations> = {
  evidenceRun: ({ evidence, treeChanged, leaves }, view) =>
    [
      `${evidence.ref} ${verdictWord(evidence, view)}: ${oneLine(evidence.command)}`,
      ...warningLines(
        treeChanged
          ? 'The command changed files in the worktree, so this is not evidence for any tree. Make git ignore the files it writes.'
          : null,
        view,
      ),
      ...warningLines(leaves === null ? null : say(leaves), view),
    ].join('\n'),
  evidenceRecord: ({ evidence }, view) =>
    `Recorded ${evidence.ref}, ${evidence.grade}: ${verdictWord(evidence, view)}, ${oneLine(evidence.command)}.`,
  evidenceReceipt: ({ receipt, publicKey }) => `${visibleJson(receipt)}\nFor gate.ciKeys: ${publicKey}`,
  evidenceList: (answer, view) =>
    listText(
      evidenceColumns,
      answer.evidence,
      view,
      'No matching evidence. Record some: stateroom evidence run -- npm test',
      answer,
    ),
  evidenceShow: ({ evidence, run, notThere, log, leftOut }, view) => {
    const { bold, dim } = view.style;
    const { ref, grade, command, treeHash, commit, actor, result } = evidence;
    return [
      `${bold(ref)} ${verdictWord(evidence, view)}, ${grade}: ${oneLine(command)}`,
      dim(`tree ${treeHash ?? 'unknown'}, commit ${commit ?? 'none'}, by ${oneLine(actor)}`),
      ...(result === null ? [] : [oneLine(result)]),
      ...(run === null ? [] : runLines(run)),
      ...(notThere.length === 0 ? [] : [`left out of the sparse checkout: ${notThere.map(oneLine).join(', ')}`]),
      ...(leftOut === null || leftOut === 0 ? [] : [dim(`${leftOut} characters before this; see --tail`)]),
      ...(log === null ? [] : ['', ...manyLines(log.replace(/\n$/, ''))]),
    ].join('\n');
  },
};

const evidenceColumns: readonly Column<Evidence>[] = [
  idColumn,
  {
    title: 'verdict',
    text: row => (row.passed ? 'passed' : 'failed'),
    paint: row => (row.passed ? 'green' : 'red'),
  },
  { title: 'fresh', text: row => (row.fresh === null ? '' : row.fresh ? 'fresh' : 'stale') },
  { title: 'grade', text: row => row.grade },
  { title: 'command', text: row => row.command, minimum: 16 },
  { title: 'tree', text: row => row.treeHash?.slice(0, 10), paint: 'dim' },
  { title: 'task', text: row => row.task },
  { title: 'by', text: row => row.actor, minimum: 8 },
  timeColumn(row => row.createdAt),
];

function runLines({ program, path, variables }: RunFacts): string[] {
  return [
    ...(program === null ? [] : [`program: ${oneLine(program)}`]),
    ...(path.length === 0 ? [] : [`on the PATH: ${path.map(oneLine).join(', ')}`]),
    ...variables.map(({ name, value }) => `set: ${oneLine(value === null ? name : `${name}=${value}`)}`),
  ];
}

/** `passed, fresh` or `failed with 1, stale`. */
function verdictWord({ passed, exitCode, fresh }: Evidence, { style }: View): string {
  const failed = exitCode === null || exitCode === 0 ? 'failed' : `failed with ${exitCode}`;
  const freshness = fresh === null ? '' : fresh ? ', fresh' : ', stale';
  return `${passed ? style.green('passed') : style.red(failed)}${freshness}`;
}
