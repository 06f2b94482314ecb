import type { importOperations } from '../../../operations/import/importOperations.generated.js';
import { rangeText } from './queueText.js';
import type { Answer, TextsOf } from './resultText.js';
import { type Column, table } from './table.js';
import { count } from './view.js';

type Import = Answer<(typeof importOperations)['importTracker']>;

export const texts: TextsOf<typeof importOperations> = {
  importTracker: (answer, view) => {
    const {
      format,
      dryRun,
      added,
      existing,
      firstRef,
      lastRef,
      conversions,
      skipped,
      problems,
      brokenDependencies,
      notes,
    } = answer;
    const items = `${count(added, 'work item')} from ${format}`;
    const already = existing === 0 ? '' : ` ${existing.toLocaleString('en')} already exist.`;
    return [
      dryRun
        ? `Would import ${items}.${already} Nothing was written.`
        : `Imported ${items}${rangeText(firstRef, lastRef)}.${already}`,
      ...notes,
      ...(conversions.length === 0 ? [] : [table(conversionColumns, conversions, view)]),
      ...(skipped === 0
        ? []
        : [
            `${count(skipped, 'entry', 'entries')} that cannot be read${dryRun ? '' : ', left out'}:`,
            table(problemColumns, problems, view),
          ]),
      ...(brokenDependencies.length === 0
        ? []
        : [
            `${count(brokenDependencies.length, 'broken dependency', 'broken dependencies')}:`,
            table(brokenColumns, brokenDependencies, view),
          ]),
    ].join('\n');
  },
};

const conversionColumns: readonly Column<Import['conversions'][number]>[] = [
  { title: 'field', text: ({ field }) => field },
  { title: 'from', text: ({ from }) => from, minimum: 10 },
  { title: 'becomes', text: ({ to }) => to, minimum: 10 },
  { title: 'count', text: row => row.count.toLocaleString('en'), alignRight: true },
];

const brokenColumns: readonly Column<Import['brokenDependencies'][number]>[] = [
  { title: 'item', text: ({ id }) => id, minimum: 10 },
  { title: 'depends on', text: ({ dependsOn }) => dependsOn, minimum: 10 },
  { title: 'problem', text: ({ problem }) => ({ missing: 'not found', cycle: 'cycle', deep: 'too deep' })[problem] },
  { title: 'at', text: placeText, minimum: 10 },
];

const problemColumns: readonly Column<Import['problems'][number]>[] = [
  { title: 'problem', text: ({ problem }) => problem, minimum: 20 },
  { title: 'at', text: placeText, minimum: 10 },
];

function placeText({ file, table, line }: Import['problems'][number] | Import['brokenDependencies'][number]): string {
  return table === undefined ? `${file}:${line}` : `${file}, ${table} row ${line}`;
}
