import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { WorkItem, WorkItemSection } from '../../../domain/workItem/workItem.js';
import { queueList } from '../../../operations/queue/queueList.js';
import type { Clock } from '../../../platform/clock.js';
import { queueSections, sectionContent, sectionOf, sectionTitle } from '../../../present/queueSection.js';
import { besideRef } from '../../../present/viewRow.js';
import { workItemRow } from '../../../present/workItemRow.js';
import type { Repository } from '../repository.js';
import { invokeOrThrow } from '../support/invokeOrThrow.js';
import { asLabel } from '../support/plainText.js';
import { type Answer, askChoice, askChoices, type Choice, type ChoiceRow, type StepPlace } from '../support/prompt.js';
import { searchedRows } from '../support/searchedRows.js';
import { translate } from '../support/translate.js';

export interface WorkItemQuestion extends StepPlace {
  readonly placeholder: string;
  readonly sections?: readonly WorkItemSection[];
  readonly accept?: (item: WorkItem) => boolean;
  /** Put on top, if it is selectable. */
  readonly first?: string;
}

/** Max rows of each section that a picker loads; typing searches the whole queue. */
const perSection = 100;

/** Asks for a work item, sorted by section like the Queue view; typing searches title and ids. */
export function askWorkItem(
  repository: Repository,
  clock: Clock,
  question: WorkItemQuestion,
): Promise<Answer<WorkItem>> {
  return askChoice({ ...question, empty: nothingToChoose(), ...rowsOf(repository, clock, question) });
}

export function askWorkItems(
  repository: Repository,
  clock: Clock,
  question: WorkItemQuestion,
): Promise<Answer<WorkItem[]>> {
  return askChoices({ ...question, empty: nothingToChoose(), ...rowsOf(repository, clock, question) });
}

export function askOfWorkItems(
  items: readonly WorkItem[],
  clock: Clock,
  place: StepPlace & { readonly placeholder: string },
): Promise<Answer<WorkItem>> {
  return askChoice({ ...place, rows: workItemRows(items, clock.now()) });
}

function nothingToChoose(): string {
  return l10n.t('No matching work items.');
}

function rowsOf(repository: Repository, clock: Clock, { sections, accept = () => true, first }: WorkItemQuestion) {
  const wanted = sections ?? queueSections.flatMap(section => sectionContent[section]);
  return searchedRows(async text => {
    const pages = await Promise.all(wanted.map(section => readSection(repository, section, text)));
    const items = pages.flatMap(page => page.items).filter(accept);
    const top = items.find(({ id }) => id === first);
    const rest = workItemRows(
      items.filter(item => item !== top),
      clock.now(),
    );
    const rows = top === undefined ? rest : [workItemChoice(top, clock.now()), ...rest];
    return { rows, more: pages.some(({ nextCursor }) => nextCursor !== null) };
  });
}

async function readSection(repository: Repository, section: WorkItemSection, text: string | undefined) {
  const page = await invokeOrThrow(repository, queueList, {
    section,
    order: section === 'done' ? 'updated' : 'queue',
    limit: perSection,
    ...(text === undefined ? {} : { text }),
  });
  return page;
}

function workItemRows(items: readonly WorkItem[], now: number): ChoiceRow<WorkItem>[] {
  const rows: ChoiceRow<WorkItem>[] = [];
  for (const section of queueSections) {
    const own = items.filter(item => sectionOf(item.section) === section);
    if (own.length === 0) continue;
    rows.push({ label: sectionTitle(section, translate), kind: vscode.QuickPickItemKind.Separator });
    rows.push(...own.map(item => workItemChoice(item, now)));
  }
  return rows;
}

/** Returns a picker row for a work item; typing matches its number, title and facts. */
export function workItemChoice(item: WorkItem, now: number): Choice<WorkItem> {
  const row = workItemRow(item, now, translate);
  return {
    label: asLabel(`${item.ref} ${item.title}`),
    description: asLabel(besideRef(item.ref, row)),
    iconPath: new vscode.ThemeIcon(row.icon, row.color === undefined ? undefined : new vscode.ThemeColor(row.color)),
    value: item,
  };
}
