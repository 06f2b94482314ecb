import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { isRefusal, RefusalError } from '../../../domain/refusal/refusal.js';
import type { WorkItem, WorkItemSection } from '../../../domain/workItem/workItem.js';
import { queueList } from '../../../operations/queue/queueList.js';
import type { Clock } from '../../../platform/clock.js';
import type { Room } from '../room.js';
import { asLabel } from '../support/plainText.js';
import { type Answer, askChoice, askChoices, type Choice, type ChoiceRow, type StepPlace } from '../support/prompt.js';
import { queueSections, sectionContent, sectionOf, sectionTitle } from '../views/queue/queueSection.js';
import { workItemRow } from '../views/queue/workItemRow.js';

export interface WorkItemQuestion extends StepPlace {
  readonly placeholder: string;
  /** Which work items may be chosen; all sections when absent. */
  readonly sections?: readonly WorkItemSection[];
  readonly accept?: (item: WorkItem) => boolean;
  /** Put on top, when it may be chosen. */
  readonly first?: string;
}

/** Rows that a picker loads of each section; typing searches the whole queue. */
const perSection = 100;

/** Asks for a work item, sorted by section as the Queue view is; typing searches title and ids. */
export function askWorkItem(room: Room, clock: Clock, question: WorkItemQuestion): Promise<Answer<WorkItem>> {
  const picker = new WorkItemPicker(room, clock, question);
  return askChoice({ ...question, empty: nothingToChoose(), rows: picker.load(), search: text => picker.search(text) });
}

/** Asks for one or more work items in the same way. */
export function askWorkItems(room: Room, clock: Clock, question: WorkItemQuestion): Promise<Answer<WorkItem[]>> {
  const picker = new WorkItemPicker(room, clock, question);
  return askChoices({
    ...question,
    empty: nothingToChoose(),
    rows: picker.load(),
    search: text => picker.search(text),
  });
}

/** Asks for one of work items that are known already. */
export function askOfWorkItems(
  items: readonly WorkItem[],
  clock: Clock,
  place: StepPlace & { readonly placeholder: string },
): Promise<Answer<WorkItem>> {
  return askChoice({ ...place, rows: workItemRows(items, clock.now()) });
}

function nothingToChoose(): string {
  return l10n.t('No work item of this queue can be chosen here.');
}

class WorkItemPicker {
  private readonly room: Room;
  private readonly clock: Clock;
  private readonly question: WorkItemQuestion;
  private complete = false;
  private narrowed = false;

  constructor(room: Room, clock: Clock, question: WorkItemQuestion) {
    this.room = room;
    this.clock = clock;
    this.question = question;
  }

  async load(): Promise<readonly ChoiceRow<WorkItem>[]> {
    const { items, more } = await this.read(undefined);
    this.complete = !more;
    return this.rows(items);
  }

  /** Undefined when what is shown holds every match already. */
  async search(text: string): Promise<readonly ChoiceRow<WorkItem>[] | undefined> {
    const wanted = text.trim();
    if (this.complete || (wanted === '' && !this.narrowed)) return undefined;
    this.narrowed = wanted !== '';
    const { items } = await this.read(wanted === '' ? undefined : wanted);
    return this.rows(items);
  }

  private async read(text: string | undefined): Promise<{ items: WorkItem[]; more: boolean }> {
    const sections = this.question.sections ?? queueSections.flatMap(section => sectionContent[section]);
    const pages = await Promise.all(
      sections.map(section =>
        this.room.invoke(queueList, {
          section,
          order: section === 'done' ? 'updated' : 'queue',
          limit: perSection,
          ...(text === undefined ? {} : { text: text.slice(0, 200) }),
        }),
      ),
    );
    const items: WorkItem[] = [];
    let more = false;
    for (const page of pages) {
      if (isRefusal(page)) throw new RefusalError(page);
      items.push(...page.items);
      more ||= page.nextCursor !== null;
    }
    const { accept } = this.question;
    return { items: accept === undefined ? items : items.filter(accept), more };
  }

  private rows(items: readonly WorkItem[]): readonly ChoiceRow<WorkItem>[] {
    const { first } = this.question;
    const top = items.find(item => item.id === first);
    const rest = top === undefined ? items : items.filter(item => item !== top);
    const rows = workItemRows(rest, this.clock.now());
    return top === undefined ? rows : [workItemChoice(top, this.clock.now()), ...rows];
  }
}

function workItemRows(items: readonly WorkItem[], now: number): ChoiceRow<WorkItem>[] {
  const rows: ChoiceRow<WorkItem>[] = [];
  for (const section of queueSections) {
    const own = items.filter(item => sectionOf(item.section) === section);
    if (own.length === 0) continue;
    rows.push({ label: sectionTitle(section), kind: vscode.QuickPickItemKind.Separator });
    rows.push(...own.map(item => workItemChoice(item, now)));
  }
  return rows;
}

/** A work item as a row of a picker; type-to-find reaches its number, its title and what is said about it. */
export function workItemChoice(item: WorkItem, now: number): Choice<WorkItem> {
  const row = workItemRow(item, now);
  return {
    label: asLabel(`${item.ref} ${item.title}`),
    description: asLabel(row.description),
    iconPath: new vscode.ThemeIcon(row.icon, row.color === undefined ? undefined : new vscode.ThemeColor(row.color)),
    value: item,
  };
}
