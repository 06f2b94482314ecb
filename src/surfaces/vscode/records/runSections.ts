import { l10n } from 'vscode';
import { runOperationName } from '../../../operations/loadRunOperations.js';
import type { RunsRow } from '../../../present/runRows.js';
import type { RecordRow, RecordSection } from '../../../protocol/recordState.js';
import type { RecordCommands } from '../support/recordCommands.js';
import { rowOfView } from './recordRows.js';

/** Sections of an investigation with the rows of its view; while `isOpen`, hypotheses have a button to resolve them. */
export function runSections(
  { children = [] }: RunsRow,
  isOpen: boolean,
  commands: RecordCommands,
  titleOf: (command: string) => string,
): RecordSection[] {
  const resolve = `stateroom.${runOperationName('runResolve')}`;
  const hypotheses = children.filter(({ input }) => input?.hypothesis !== undefined);
  const actOf = ({ reference, input }: RunsRow) =>
    isOpen ? commands.add(`${resolve} ${reference}`, titleOf(resolve), { command: resolve, arguments: [input] }) : null;
  const rows = hypotheses.flatMap((row): RecordRow[] => [
    rowOfView(row, actOf(row)),
    ...(row.children ?? []).map(inner => rowOfView(inner, null, { inner: true })),
  ]);
  const section = (id: string, title: string, own: readonly RecordRow[], none: string | null): RecordSection => ({
    ...{ id, title },
    blocks: [{ kind: 'rows', heading: null, rows: [...own], none }],
  });
  return [
    section('hypotheses', l10n.t('Hypotheses'), rows, l10n.t('No hypotheses yet.')),
    ...children
      .filter(row => !hypotheses.includes(row))
      .map(({ id, label, children: own = [] }) =>
        section(
          id.split('/').at(-1) ?? id,
          label,
          own.map(row => rowOfView(row, null)),
          null,
        ),
      ),
  ];
}
