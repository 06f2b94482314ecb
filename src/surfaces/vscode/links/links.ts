import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { isRefusal, type Refusal } from '../../../domain/refusal/refusal.js';
import { findingShow } from '../../../operations/finding/findingShow.js';
import { loadLaneOperations } from '../../../operations/loadLaneCatalogue.js';
import { loadRunOperations } from '../../../operations/loadRunOperations.js';
import { queueShow } from '../../../operations/queue/queueShow.js';
import { taskShow } from '../../../operations/task/taskShow.js';
import type { CommandEnvironment } from '../commands/commandEnvironment.js';
import { askWorkItem } from '../commands/workItemPicker.js';
import type { OpenRepository } from '../repository/openRepository.js';
import { asLabel } from '../support/plainText.js';
import { back } from '../support/prompt.js';
import { isRecord, isShownNode } from '../views/shownNode.js';
import { type Link, type LinkKind, linkPath, readLink } from './readLink.js';

interface Target {
  readonly id: string;
  readonly ref: string;
}

/** Handles `vscode://stateroom.stateroom/item/<ULID>`, confirmed by the editor; shows this window's records only. */
export class Links implements vscode.UriHandler {
  constructor(private readonly environment: CommandEnvironment) {}

  register(): vscode.Disposable {
    return vscode.Disposable.from(
      vscode.window.registerUriHandler(this),
      vscode.commands.registerCommand('stateroom.copyLink', (node: unknown) => this.copy(node)),
    );
  }

  async handleUri(uri: vscode.Uri): Promise<void> {
    await this.open(uri);
  }

  async open(uri: vscode.Uri): Promise<'unreadable' | 'unknown' | 'shown'> {
    const link = readLink(uri);
    if (link === undefined) {
      void vscode.window.showWarningMessage(l10n.t('This is not a valid Stateroom link.'));
      return 'unreadable';
    }
    const found = await this.find(link);
    if (found === undefined) {
      void vscode.window.showWarningMessage(
        l10n.t('This item is not in any open repository. Open its folder and try the link again.'),
      );
      return 'unknown';
    }
    await this.show(link.kind, found.repository, found.target);
    return 'shown';
  }

  private async find(link: Link): Promise<{ repository: OpenRepository; target: Target } | undefined> {
    const { repositories } = this.environment;
    const { active } = repositories;
    for (const repository of [
      ...(active === undefined ? [] : [active]),
      ...repositories.all.filter(each => each !== active),
    ]) {
      const target = await targetOf(repository, link.kind, link.id);
      // Operations accept more names than a link: `01K…` could be a caller's id of another record.
      if (!isRefusal(target) && target.id === link.id) return { repository, target };
    }
    return undefined;
  }

  private async show(kind: LinkKind, repository: OpenRepository, { ref }: Target): Promise<void> {
    const { repositories, pages, run, actOnLane } = this.environment;
    repositories.setActive(repository);
    switch (kind) {
      case 'item':
      case 'finding':
      case 'run':
        return pages.show(repository, ref);
      case 'task':
        await run(taskShow, { task: ref });
        return;
      case 'lane':
        await actOnLane('reveal', { lane: ref });
    }
  }

  /** Copies the link of a row's record; without a row the person chooses a work item. */
  private async copy(node: unknown): Promise<string | undefined> {
    const { repositories, clock, notice } = this.environment;
    const repository = repositories.active;
    if (repository === undefined) return undefined;
    let link = linkOf(node);
    if (link === undefined) {
      const place = { title: l10n.t('Copy Link'), placeholder: l10n.t('Select a work item') };
      const chosen = await askWorkItem(repository, clock, place);
      if (chosen === undefined || chosen === back) return undefined;
      link = { kind: 'item', id: chosen.id };
    }
    const target = await targetOf(repository, link.kind, link.id);
    if (isRefusal(target)) {
      notice.show(target, repository);
      return undefined;
    }
    const path = linkPath({ kind: link.kind, id: target.id });
    const address = `${vscode.env.uriScheme}://stateroom.stateroom${path}`;
    await vscode.env.clipboard.writeText(address);
    vscode.window.setStatusBarMessage(`$(check) ${asLabel(l10n.t('Copied the link to {0}', target.ref))}`, 3000);
    return address;
  }
}

async function targetOf(repository: OpenRepository, kind: LinkKind, id: string): Promise<Target | Refusal> {
  switch (kind) {
    case 'item': {
      const shown = await repository.invoke(queueShow, { id });
      return isRefusal(shown) ? shown : shown.item;
    }
    case 'finding': {
      const shown = await repository.invoke(findingShow, { id });
      return isRefusal(shown) ? shown : shown.finding;
    }
    case 'task': {
      const shown = await repository.invoke(taskShow, { task: id });
      return isRefusal(shown) ? shown : shown.task;
    }
    case 'lane': {
      const shown = await repository.invoke((await loadLaneOperations()).laneShow, { lane: id });
      return isRefusal(shown) ? shown : { id: shown.id, ref: shown.ref };
    }
    case 'run': {
      const shown = await repository.invoke((await loadRunOperations()).runShow, { run: id });
      return isRefusal(shown) ? shown : shown.run;
    }
  }
}

const kindOfRow = new Map<unknown, LinkKind>([
  ['workItem', 'item'],
  ['finding', 'finding'],
  ['lane', 'lane'],
  ['run', 'run'],
]);

/** Returns the record of a row; for a task its ref, `T-3`. */
function linkOf(node: unknown): Link | undefined {
  if (!isShownNode(node)) return undefined;
  const { type, input } = node.row;
  const kind = kindOfRow.get(type);
  if (kind !== undefined) return { kind, id: node.id };
  // Rows of the Now view have no type.
  const isOfTask = type === undefined && isRecord(input) && typeof input.task === 'string';
  return isOfTask ? { kind: 'task', id: String(input.task) } : undefined;
}
