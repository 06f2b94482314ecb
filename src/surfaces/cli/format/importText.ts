import type { importOperations } from '../../../operations/import/importOperations.js';
import { rangeText } from './queueText.js';
import type { Answer, TextsOf } from './resultText.js';
import { type Column, table } from './table.js';
import { count } from './view.js';

type Import = Answer<(typeof importOperations)['importTracker']>;

/** What an import says to a person. */
export const texts: TextsOf<typeof importOperations> = {
  importTracker: ({ format, dryRun, added, existing, firstRef, lastRef, conversions, brokenDependencies }, view) => {
    const items = `${count(added, 'work item')} from ${format}`;
    const already = existing === 0 ? '' : ` ${existing.toLocaleString('en')} already exist.`;
    return [
      dryRun
        ? `Would import ${items}.${already} Nothing was written.`
        : `Imported ${items}${rangeText(firstRef, lastRef)}.${already}`,
      ...(conversions.length === 0 ? [] : [table(conversionColumns, conversions, view)]),
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
  { title: 'problem', text: ({ problem }) => (problem === 'missing' ? 'not found' : 'cycle') },
  {
    title: 'at',
    text: ({ file, table, line }) => (table === undefined ? `${file}:${line}` : `${file}, ${table} row ${line}`),
    minimum: 10,
  },
];
