import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { isRefusal, type Refusal, RefusalError } from '../../../domain/refusal/refusal.js';
import type { WorkItem } from '../../../domain/workItem/workItem.js';
import { inEnglish } from '../../../messages/inEnglish.js';
import { commandOf } from '../../../operations/commandOf.js';
import { queueClaim } from '../../../operations/queue/queueClaim.js';
import { queueList } from '../../../operations/queue/queueList.js';
import { queueResolve } from '../../../operations/queue/queueResolve.js';
import { queueShow } from '../../../operations/queue/queueShow.js';
import { queueSections, sectionOf } from '../../../present/queueSection.js';
import type { OpenRepository } from '../repository/openRepository.js';
import { Disposables } from '../support/disposables.js';
import { asLabel, asMessage } from '../support/plainText.js';
import { askChoice, back, type ChoiceRow } from '../support/prompt.js';
import { filterText, type QueueFilter } from '../views/queue/queueFilter.js';
import { hasTrait, isFiltered, toggled } from '../views/rememberedFilter.js';
import { readCall } from './commandCall.js';
import type { CommandEnvironment } from './commandEnvironment.js';
import { moveInQueue } from './moveInQueue.js';
import { findMove, type QueueDirection } from './queueMove.js';
import { askWorkItem } from './workItemPicker.js';

/** Work items that are read at once: for kinds and labels to filter by, and for their order. */
const sampledItems = 1000;
/** How long a status bar message stays, in ms. */
const messageTime = 3000;

/** Registers the commands that the Queue view has beyond the catalogue's operations. */
export function registerQueueCommands(environment: CommandEnvironment): vscode.Disposable {
  const commands = new QueueCommands(environment);
  const owned = new Disposables();
  const register = (id: string, run: (...args: unknown[]) => unknown): void => {
    owned.add(vscode.commands.registerCommand(id, async (...args: unknown[]) => inEnglish(await run(...args))));
  };
  register('stateroom.queue.refresh', () => environment.queueView.refresh());
  register('stateroom.queue.showMore', section => commands.showMore(section));
  register('stateroom.queue.filter', () => commands.filter());
  register('stateroom.queue.filterAgain', () => commands.filter());
  register('stateroom.queue.clearFilter', () => commands.setFilter({}));
  register('stateroom.queue.moveUp', (...args) => commands.move('up', args));
  register('stateroom.queue.moveDown', (...args) => commands.move('down', args));
  register('stateroom.queue.moveToTop', (...args) => commands.move('top', args));
  register('stateroom.queue.markDone', (...args) => commands.markDone(args));
  register('stateroom.queue.takeOver', (...args) => commands.takeOver(args));
  register('stateroom.queue.copyReference', (...args) => commands.copyReference(args));
  register('stateroom.queue.reveal', (...args) => commands.reveal(args));
  return owned;
}

class QueueCommands {
  constructor(private readonly environment: CommandEnvironment) {}

  async showMore(section: unknown): Promise<void> {
    const known = queueSections.find(candidate => candidate === section);
    if (known !== undefined) await this.environment.queueView.showMore(known);
  }

  /** The catalogue’s resolve, with what the check mark means filled in. */
  markDone(args: readonly unknown[]): Thenable<unknown> {
    return this.forEach(args, commandOf(queueResolve), { status: 'done' });
  }

  takeOver(args: readonly unknown[]): Thenable<unknown> {
    return this.forEach(args, commandOf(queueClaim), { reassign: true });
  }

  async copyReference(args: readonly unknown[]): Promise<void> {
    const items = await this.items(args, l10n.t('Copy Reference'));
    if (items.length === 0) return;
    const text = items.map(item => item.ref).join(', ');
    await vscode.env.clipboard.writeText(text);
    vscode.window.setStatusBarMessage(`$(check) ${asLabel(l10n.t('Copied {0}', text))}`, messageTime);
  }

  /** Shows the row of a work item in the view: filter and folded sections give way to it. */
  async reveal(args: readonly unknown[]): Promise<boolean> {
    const { queueView } = this.environment;
    const [item] = await this.items(args, l10n.t('Reveal in Queue'));
    if (item === undefined) return false;
    await vscode.commands.executeCommand('stateroom.queue.focus');
    const section = sectionOf(item.section);
    if (await queueView.reveal(section, item.id, true)) return true;
    if (isFiltered(queueView.filter)) await queueView.setFilter({});
    return queueView.reveal(section, item.id, true);
  }

  /** Moves the selected work items one row, or to the first row, of Ready. */
  async move(direction: QueueDirection, args: readonly unknown[]): Promise<void> {
    const { queueView, repositories, notice } = this.environment;
    const repository = repositories.active;
    if (repository === undefined) return;
    const shown = queueView.visible ? queueView.shown('ready') : [];
    const ids = await this.readyIds(args, shown, repository);
    const isWhole = queueView.visible && queueView.showsWhole('ready');
    const found = await findMove(direction, ids, { items: shown, isWhole }, () => readReady(repository)).catch(
      asRefusal,
    );
    if (isRefusal(found)) return notice.show(found, repository);
    const { moving, place } = found;
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
    const rows = this.filterRows(repository, filter);
    const chosen = await askChoice<QueueFilter>({
      title: l10n.t('Filter Queue'),
      placeholder: isFiltered(filter)
        ? l10n.t('Current filter: {0}. Select more, or type part of a title or id', asMessage(filterText(filter)))
        : l10n.t('Select a kind or label, or type part of a title or id'),
      rows,
      search: async text => {
        const wanted = text.trim().slice(0, 200);
        if (wanted === '') return rows;
        const typed = {
          label: l10n.t('$(search) Title or id contains “{0}”', asLabel(wanted)),
          alwaysShow: true,
          value: { ...filter, text: wanted },
        };
        return [typed, ...(await rows)];
      },
    });
    if (chosen !== undefined && chosen !== back) await this.setFilter(chosen);
  }

  /** From the palette no one may be looking: the view comes into sight with what it shows now. */
  async setFilter(filter: QueueFilter): Promise<void> {
    const { queueView } = this.environment;
    await queueView.setFilter(filter);
    if (!queueView.visible) await vscode.commands.executeCommand('stateroom.queue.focus');
  }

  private async filterRows(
    repository: OpenRepository,
    filter: QueueFilter,
  ): Promise<readonly ChoiceRow<QueueFilter>[]> {
    const found = await repository.invoke(queueList, { order: 'updated', limit: sampledItems });
    if (isRefusal(found)) throw new RefusalError(found);
    const separator = vscode.QuickPickItemKind.Separator;
    const values = (field: 'kind' | 'label', all: readonly string[], icon: string): ChoiceRow<QueueFilter>[] =>
      [...new Set(all)].sort().map(value => {
        const trait = { [field]: value };
        const isSet = hasTrait(filter, trait);
        return {
          label: `${isSet ? '$(check)' : icon} ${asLabel(value)}`,
          description: isSet ? l10n.t('current filter (select to remove)') : '',
          value: toggled(filter, trait),
        };
      });
    const clear = { label: l10n.t('$(clear-all) Clear filter'), value: {} };
    return [
      ...(isFiltered(filter) ? [clear] : []),
      { label: l10n.t('Kinds'), kind: separator },
      ...values(
        'kind',
        found.items.map(item => item.kind),
        '$(symbol-enum)',
      ),
      { label: l10n.t('Labels'), kind: separator },
      ...values(
        'label',
        found.items.flatMap(item => item.labels),
        '$(tag)',
      ),
    ];
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
    const { queueView, repositories, clock, notice } = this.environment;
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
      const known = queueView.item(id);
      const found: WorkItem | Refusal = known ?? (await this.lookUp(repository, id));
      if (isRefusal(found)) {
        notice.show(found, repository);
        return [];
      }
      items.push(found);
    }
    return items;
  }

  private async lookUp(repository: OpenRepository, id: string): Promise<WorkItem | Refusal> {
    const shown = await repository.invoke(queueShow, { id });
    return isRefusal(shown) ? shown : shown.item;
  }

  private async forEach(args: readonly unknown[], command: string, input: Record<string, unknown>): Promise<unknown> {
    const { ids } = readCall(args, () => this.environment.queueView.selection);
    if (ids.length === 0) return args.length === 0 ? vscode.commands.executeCommand(command, input) : undefined;
    const outputs: unknown[] = [];
    for (const id of ids) {
      const output = await vscode.commands.executeCommand(command, { ...input, id });
      outputs.push(output);
      if (isRefusal(output)) break;
    }
    return outputs.length === 1 ? outputs[0] : outputs;
  }
}

/** What the store refused; other failures continue. */
function asRefusal(error: unknown): Refusal {
  if (error instanceof RefusalError) return error.refusal;
  throw error;
}

/** All that is ready, in its order. */
async function readReady(repository: OpenRepository): Promise<readonly WorkItem[]> {
  const items: WorkItem[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await repository.invoke(queueList, {
      section: 'ready',
      order: 'queue',
      limit: sampledItems,
      ...(cursor ? { cursor } : {}),
    });
    if (isRefusal(page)) throw new RefusalError(page);
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return items;
}
