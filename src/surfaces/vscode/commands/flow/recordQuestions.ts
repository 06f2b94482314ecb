import { l10n } from 'vscode';
import { type ListedName, listedFacts, listedNames } from '../../../../domain/records.js';
import { type ShownRecord, shownText } from '../../../../domain/session/openRecords.js';
import type { AnyOperation } from '../../../../operations/operation.js';
import { inLanguage } from '../../../../present/inLanguage.js';
import { sliceField } from '../../../../records/slice/sliceFields.js';
import { invokeOrThrow } from '../../support/invokeOrThrow.js';
import { asLabel } from '../../support/plainText.js';
import { type Answer, askChoice, type StepPlace } from '../../support/prompt.js';
import { translate } from '../../support/translate.js';
import { operationNamed } from '../operationNamed.js';
import { askSlice } from '../taskPickers.js';
import type { Flow } from './flow.js';
import { picked, type Question } from './questions.js';

/** Returns the question for a field that names a record of a task, such as `blocker` of `blocker.resolve`; undefined for other fields. */
export function recordQuestion(
  { name, input }: Pick<AnyOperation, 'name' | 'input'>,
  field: string,
): Question | undefined {
  if (input.shape[field] === sliceField) return slice(field);
  const [word] = name.split('.');
  const record = listedNames.find(listed => listedFacts(listed).word === word);
  return record !== undefined && (field === 'id' || field === word) ? openRecord(record, field) : undefined;
}

/** Asks for an open record of the task. */
export function openRecord(record: ListedName, field: string): Question {
  return picked(
    field,
    (flow, at) => askOpenRecord(record, flow, at),
    ({ ref }) => ref,
  );
}

/** Lists the open records of the task. Throws the store's refusals before a box opens. */
export async function askOpenRecord(record: ListedName, flow: Flow, at: StepPlace): Promise<Answer<ShownRecord>> {
  const { word, names, look, open } = listedFacts(record);
  const list = await operationNamed(`${word}.list`);
  const task = flow.task === undefined ? {} : { task: flow.task };
  const page = (await invokeOrThrow(flow.repository, list, { ...task, status: open.statuses[0] })) as Readonly<
    Record<string, readonly ShownRecord[]>
  >;
  return askChoice<ShownRecord>({
    ...at,
    placeholder: inLanguage(translate, names.select),
    empty: inLanguage(translate, names.none),
    rows: (page[`${word}s`] ?? []).map(one => ({
      label: `$(${look.icon}) ${asLabel(shownText(record, one))}`,
      description: one.ref,
      value: one,
    })),
  });
}

export const slice = (name: string): Question =>
  picked(
    name,
    (flow, at) => askSlice(flow.repository, { ...at, placeholder: l10n.t('Select a slice'), task: flow.task }),
    ({ ref }) => ref,
  );
