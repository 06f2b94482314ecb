import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { distinctLabels } from '../../../domain/workItem/labels.js';
import type { WorkItem } from '../../../domain/workItem/workItem.js';
import type { AnyOperation } from '../../../operations/operation.js';
import { queueAdvance } from '../../../operations/queue/queueAdvance.js';
import { queueClaim } from '../../../operations/queue/queueClaim.js';
import { queueList } from '../../../operations/queue/queueList.js';
import { queueResolve } from '../../../operations/queue/queueResolve.js';
import { queueShow } from '../../../operations/queue/queueShow.js';
import { queueSections, sectionOf } from '../../../present/queueSection.js';
import type { OpenRepository } from '../repository/openRepository.js';
import { focusView } from '../support/focusView.js';
import { invokeOrThrow } from '../support/invokeOrThrow.js';
import { asLabel, asMessage } from '../support/plainText.js';
import { askChoice, back, type ChoiceRow } from '../support/prompt.js';
import { filterText, type QueueFilter } from '../views/queue/queueFilter.js';
import { isFiltered } from '../views/rememberedFilter.js';
import { askFilter, filterGroup, filterRow } from './askFilter.js';
import { readCall } from './commandCall.js';
import type { CommandEnvironment } from './commandEnvironment.js';
import type { Input } from './flow/flow.js';
import { otherNextRows } from './flow/itemFlows.js';
import { moveInQueue } from './moveInQueue.js';
import { findMove, type QueueDirection } from './queueMove.js';
import { registerCommands } from './registerCommands.js';
import { askWorkItem } from './workItemPicker.js';

/** Max work items read at once: for kinds and labels to filter by, and for their order. */
const sampledItems = 1000;
/** Duration of a status bar message, in ms. */
const messageTime = 3000;

export function registerQueueCommands(environment: CommandEnvironment): vscode.Disposable {
  const commands = new QueueCommands(environment);
  return registerCommands(environment, {
    'queue.refresh': () => environment.queueView.refresh(),
    'queue.showMore': section => commands.showMore(section),
    'queue.filter': () => commands.filter(),
    'queue.filterAgain': () => commands.filter(),
    'queue.clearFilter': () => commands.setFilter({}),
    'queue.moveUp': (...args) => commands.move('up', args),
    'queue.moveDown': (...args) => commands.move('down', args),
    'queue.moveToTop': (...args) => commands.move('top', args),
    'queue.markDone': (...args) => commands.markDone(args),
    'queue.takeOver': (...args) => commands.takeOver(args),
    'queue.answerOtherwise': (...args) => commands.answerOtherwise(args),
    'queue.copyReference': (...args) => commands.copyReference(args),
    'queue.reveal': (...args) => commands.reveal(args),
    'retro.open': async () => (await import('./weeklyRetro.js')).openWeeklyRetro(environment),
    requireCommand: async () => (await import('./requireCommand.js')).requireCommand(environment),
    search: async () => (await import('./searchRecords.js')).searchRecords(environment),
  });
}

export class QueueCommands {
  constructor(private readonly environment: CommandEnvironment) {}

  async showMore(section: unknown): Promise<void> {
    const found = queueSections.find(candidate => candidate === section);
    if (found !== undefined) await this.environment.queueView.showMore(found);
  }

  /** Resolves as done, which is the meaning of the check mark. */
  markDone(args: readonly unknown[]): Promise<unknown> {
    return this.forAll(args, queueResolve, { status: 'done' });
  }

  takeOver(args: readonly unknown[]): Promise<unknown> {
    return this.forAll(args, queueClaim, { reassign: true });
  }

  /** Answers a question whose asker does not continue: first asks for the next state. */
  async answerOtherwise(args: readonly unknown[]): Promise<unknown> {
    const { clock, repositories, queueView, titleOf, run } = this.environment;
    const repository = repositories.active;
    if (repository === undefined) return undefined;
    const title = titleOf('stateroom.queue.answerOtherwise');
    const { ids } = readCall(args, () => queueView.selection);
    const asked = { title, placeholder: l10n.t('Select a question to answer'), sections: ['needs_you'] } as const;
    const chosen = ids.length > 0 || args.length > 0 ? undefined : await askWorkItem(repository, clock, asked);
    const id = ids[0] ?? (chosen === back ? undefined : chosen?.id);
    if (id === undefined) return undefined;
    const to = await askChoice({ title, placeholder: l10n.t('What happens next?'), rows: otherNextRows() });
    if (to === undefined || to === back) return undefined;
    return run(queueAdvance, { id, to });
  }

  async copyReference(args: readonly unknown[]): Promise<void> {
    const items = await this.items(args, l10n.t('Copy Reference'));
    if (items.length === 0) return;
    const text = items.map(item => item.ref).join(', ');
    await vscode.env.clipboard.writeText(text);
    vscode.window.setStatusBarMessage(`$(check) ${asLabel(l10n.t('Copied {0}', text))}`, messageTime);
  }

  /** Selects the row of a work item; unfolds its section and clears the filter if needed. */
  async reveal(args: readonly unknown[]): Promise<boolean> {
    const { queueView } = this.environment;
    const [item] = await this.items(args, l10n.t('Reveal in Queue'));
    if (item === undefined) return false;
    await focusView('queue');
    const section = sectionOf(item.section);
    if (await queueView.reveal(section, item.id, true)) return true;
    if (isFiltered(queueView.filter)) await queueView.setFilter({});
    return queueView.reveal(section, item.id, true);
  }

  async move(direction: QueueDirection, args: readonly unknown[]): Promise<void> {
    const { queueView, repositories, notice } = this.environment;
    const repository = repositories.active;
    if (repository === undefined) return;
    const shown = queueView.visible ? queueView.shown('ready') : [];
    const ids = await this.readyIds(args, shown, repository);
    const isWhole = queueView.visible && queueView.showsWhole('ready');
    const { moving, place } = await findMove(direction, ids, { items: shown, isWhole }, () => readReady(repository));
    const [first] = moving;
    if (first === undefined) return;
    if (place === undefined) {
      const names = moving.map(({ ref }) => ref).join(', ');
      const [isFirst, isLast] = [l10n.t('Already first: {0}', names), l10n.t('Already last: {0}', names)];
      vscode.window.setStatusBarMessage(`$(info) ${asLabel(direction === 'down' ? isLast : isFirst)}`, messageTime);
      return;
    }
    const moved = moving.map(({ id }) => id);
    if (!(await moveInQueue(repository, moved, place, notice, this.environment.undo))) return;
    await queueView.reveal('ready', first.id, queueView.visible);
  }

  async filter(): Promise<void> {
    const { queueView, repositories } = this.environment;
    const repository = repositories.active;
    if (repository === undefined) return;
    const { filter } = queueView;
    const chosen = await askFilter(filter, {
      title: l10n.t('Filter Queue'),
      placeholder: isFiltered(filter)
        ? l10n.t('Current filter: {0}. Select more, or type part of a title or id', asMessage(filterText(filter)))
        : l10n.t('Select a filter, or type part of a title or id'),
      rows: filterRows(repository, filter),
      found: text => l10n.t('$(search) Title or id contains “{0}”', asLabel(text)),
    });
    if (chosen !== undefined) await this.setFilter(chosen);
  }

  /** Shows the view afterwards, which may be hidden if the command came from the palette. */
  async setFilter(filter: QueueFilter): Promise<void> {
    const { queueView } = this.environment;
    await queueView.setFilter(filter);
    if (!queueView.visible) await focusView('queue');
  }

  private async readyIds(
    args: readonly unknown[],
    shown: readonly WorkItem[],
    repository: OpenRepository,
  ): Promise<readonly string[]> {
    const { queueView, clock } = this.environment;
    const call = readCall(args, () => queueView.selection);
    if (call.ids.length > 0 || args.length > 0) return call.ids;
    const selected = shown.filter(({ id }) => queueView.selection.some(node => node.id === id));
    if (selected.length > 0) return selected.map(({ id }) => id);
    const chosen = await askWorkItem(repository, clock, {
      title: l10n.t('Move Work Item'),
      placeholder: l10n.t('Select a work item to move'),
      sections: ['ready'],
    });
    return chosen === undefined || chosen === back ? [] : [chosen.id];
  }

  private async items(args: readonly unknown[], title: string): Promise<readonly WorkItem[]> {
    const { queueView, repositories, clock } = this.environment;
    const repository = repositories.active;
    if (repository === undefined) return [];
    const call = readCall(args, () => queueView.selection);
    if (call.ids.length === 0 && args.length > 0) return [];
    if (call.ids.length === 0) {
      const chosen = await askWorkItem(repository, clock, { title, placeholder: l10n.t('Select a work item') });
      return chosen === undefined || chosen === back ? [] : [chosen];
    }
    const items: WorkItem[] = [];
    for (const id of call.ids) {
      items.push(queueView.item(id) ?? (await invokeOrThrow(repository, queueShow, { id })).item);
    }
    return items;
  }

  /** Makes one call for all items, so that its message and Undo cover all of them. */
  private async forAll(args: readonly unknown[], operation: AnyOperation, input: Input): Promise<unknown> {
    const { queueView, run } = this.environment;
    const { ids } = readCall(args, () => queueView.selection);
    if (ids.length === 0 && args.length > 0) return undefined;
    return run(operation, ids.length === 0 ? input : { ...input, ids });
  }
}

async function filterRows(repository: OpenRepository, filter: QueueFilter): Promise<readonly ChoiceRow<QueueFilter>[]> {
  const { items } = await invokeOrThrow(repository, queueList, { order: 'updated', limit: sampledItems });
  const rows = (values: readonly (string | null)[], trait: (value: string) => QueueFilter, icon: string) =>
    [...new Set(values)]
      .filter(value => value !== null)
      .toSorted()
      .map(value => filterRow(filter, trait(value), asLabel(value), icon));
  const labels = distinctLabels(items.flatMap(item => item.labels));
  const priorities = [...new Set(items.map(({ priority }) => priority))]
    .toSorted()
    .map(priority => filterRow(filter, { priority }, `P${priority}`, 'circle-large'));
  const groups: readonly (readonly [string, readonly ChoiceRow<QueueFilter>[]])[] = [
    [
      l10n.t('Kinds'),
      rows(
        items.map(({ kind }) => kind),
        kind => ({ kind }),
        'symbol-enum',
      ),
    ],
    [l10n.t('Labels'), rows(labels, label => ({ label: [label] }), 'tag')],
    [l10n.t('Priorities'), priorities],
    [
      l10n.t('Owners'),
      rows(
        items.map(({ owner }) => owner),
        owner => ({ owner }),
        'account',
      ),
    ],
    [
      l10n.t('Assignees'),
      rows(
        items.map(({ assignee }) => assignee),
        assignee => ({ assignee }),
        'person',
      ),
    ],
  ];
  return groups.flatMap(([heading, own]) => (own.length === 0 ? [] : filterGroup(heading, own)));
}

async function readReady(repository: OpenRepository): Promise<readonly WorkItem[]> {
  const items: WorkItem[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await invokeOrThrow(repository, queueList, {
      section: 'ready',
      order: 'queue',
      limit: sampledItems,
      ...(cursor ? { cursor } : {}),
    });
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return items;
}
