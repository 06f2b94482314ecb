import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Finding } from '../../../domain/finding/finding.js';
import { findNamed } from '../../../domain/identifier/identifier.js';
import { isRefusal, type Refusal } from '../../../domain/refusal/refusal.js';
import type { WorkItem } from '../../../domain/workItem/workItem.js';
import { contextKeys } from '../../../manifest/contextKeys.js';
import { inEnglish } from '../../../messages/inEnglish.js';
import { findingReopen } from '../../../operations/finding/findingReopen.js';
import { findingShow } from '../../../operations/finding/findingShow.js';
import type { AnyOperation } from '../../../operations/operation.js';
import { queueList } from '../../../operations/queue/queueList.js';
import { queueReopen } from '../../../operations/queue/queueReopen.js';
import { queueReprioritise } from '../../../operations/queue/queueReprioritise.js';
import { queueShow } from '../../../operations/queue/queueShow.js';
import type { RefusalNotice } from '../repository/refusalNotice.js';
import type { Repository } from '../repository.js';
import { setContextKey } from '../support/contextKey.js';
import { asLabel, asMessage } from '../support/plainText.js';

/** Time for which the status bar offers Undo, in ms; the command works for longer. */
const offeredMs = 10_000;
/** Max open work items searched for the neighbor of a moved one. */
const searchedItems = 1000;

/** Refusal codes for a record that has changed since the act, so that a retry would be refused again. */
const hasChanged: ReadonlySet<string> = new Set(['stale', 'conflict', 'transition_not_allowed']);

export interface UndoStep {
  /** Description of the undo: `Reopen W-12`. */
  readonly says: string;
  /** Message after the undo: `W-12 is open again`. */
  readonly did: string;
  /** Resolves with a refusal if the record has changed since. */
  readonly run: () => Promise<Refusal | undefined>;
}

/** Computes the undo step from an act's output; created before the act, to capture the previous state. */
export type UndoPlan = (output: unknown) => UndoStep | undefined;

/** Undoes the last act by a new event, as every act does; records changed meanwhile are left alone. */
export class Undo implements vscode.Disposable {
  private readonly item: vscode.StatusBarItem;
  private last: { readonly repository: Repository; readonly steps: readonly UndoStep[] } | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly notice: RefusalNotice) {
    this.item = vscode.window.createStatusBarItem('stateroom.undo', vscode.StatusBarAlignment.Left);
    this.item.name = l10n.t('Stateroom: Undo');
    this.item.command = 'stateroom.undo';
  }

  register(): vscode.Disposable {
    return vscode.commands.registerCommand('stateroom.undo', async () => inEnglish(await this.run()));
  }

  /** Description of the offered undo, in one line; undefined if there is none. */
  get offered(): string | undefined {
    return this.last && wordsOf(this.last.steps);
  }

  offer(repository: Repository, steps: readonly UndoStep[]): void {
    if (steps.length === 0) return;
    this.last = { repository, steps };
    const words = wordsOf(steps);
    this.item.text = `$(discard) ${asLabel(l10n.t('Undo'))}`;
    this.item.tooltip = asMessage(l10n.t('Undo: {0}', words));
    this.item.accessibilityInformation = { label: l10n.t('Undo: {0}', words), role: 'button' };
    this.item.show();
    setContextKey(contextKeys.canUndo, true);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.item.hide(), offeredMs);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.item.dispose();
  }

  /** Undoes last change first, past failures, which can be retried unless the record changed. Returns the first. */
  private async run(): Promise<Refusal | undefined> {
    const { last } = this;
    // Cleared first, so that a concurrent second request undoes nothing twice.
    this.forget();
    if (last === undefined) {
      vscode.window.setStatusBarMessage(l10n.t('Nothing to undo.'), 5000);
      return undefined;
    }
    const undone: UndoStep[] = [];
    const over = new Set<UndoStep>();
    let first: Refusal | undefined;
    try {
      for (const step of [...last.steps].reverse()) {
        const refusal = await step.run();
        if (refusal === undefined) undone.push(step);
        else this.notice.show(refusal, last.repository);
        if (refusal === undefined || hasChanged.has(refusal.code)) over.add(step);
        first ??= refusal;
      }
    } finally {
      // Unless another act has become the last one meanwhile.
      if (this.last === undefined)
        this.offer(
          last.repository,
          last.steps.filter(step => !over.has(step)),
        );
    }
    if (undone.length > 0)
      vscode.window.setStatusBarMessage(
        `$(check) ${asLabel(l10n.t('Undone: {0}', undone.map(({ did }) => did).join('; ')))}`,
        5000,
      );
    return first;
  }

  private forget(): void {
    this.last = undefined;
    clearTimeout(this.timer);
    this.item.hide();
    setContextKey(contextKeys.canUndo, false);
  }
}

/** Returns the undo plan of an act; undefined if it cannot be undone. Reads the state, so call it before the act. */
export async function planUndo(
  { undo }: AnyOperation,
  repository: Repository,
  input: Readonly<Record<string, unknown>>,
): Promise<UndoPlan | undefined> {
  if (undo === 'findings') return output => reopenFindings(repository, output);
  const { id } = input;
  if (typeof id !== 'string') return undefined;
  if (undo === 'resolve') {
    const before = await repository.invoke(queueShow, { id });
    const owner = isRefusal(before) || before.item.status !== 'in_flight' ? null : before.item.owner;
    return output => reopenItem(repository, output, owner);
  }
  return undo === 'move' ? planMoveBack(repository, id) : undefined;
}

/** Plans the undo of a move: before the item that followed it, or last of its priority. */
export async function planMoveBack(repository: Repository, id: string): Promise<UndoPlan | undefined> {
  const listed = await repository.invoke(queueList, { order: 'queue', limit: searchedItems });
  if (isRefusal(listed)) return undefined;
  const moved = findNamed('workItem', id, listed.items);
  if (moved === undefined) return undefined;
  const at = listed.items.indexOf(moved);
  const { priority } = moved;
  const next = listed.items.slice(at + 1).find(item => item.priority === priority && isOpen(item));
  // If the page ends before the next priority, the item that followed is unknown.
  if (next === undefined && listed.nextCursor !== null && listed.items.at(-1)?.priority === priority) return undefined;
  return output => {
    const { item } = output as { item: WorkItem };
    if (item.revision === moved.revision) return undefined;
    const says =
      next === undefined
        ? l10n.t('Move {0} to the end of priority {1}', item.ref, priority)
        : l10n.t('Move {0} before {1}', item.ref, next.ref);
    return {
      says,
      did: l10n.t('{0} is in its place again', item.ref),
      run: async () => {
        const place =
          next !== undefined && (await stands(repository, next, priority))
            ? // Passes the priority too: an item moved between the two calls is refused, not followed.
              { priority, before: next.id }
            : { priority, position: 'bottom' as const };
        return refusalOf(
          await repository.invoke(queueReprioritise, { id: item.id, ...place, revision: item.revision }),
        );
      },
    };
  };
}

/** Returns true if an item is open with that priority. A move before any other gets another priority, or no place. */
async function stands(repository: Repository, item: WorkItem, priority: number): Promise<boolean> {
  const shown = await repository.invoke(queueShow, { id: item.id });
  return !isRefusal(shown) && shown.item.priority === priority && isOpen(shown.item);
}

function isOpen({ status }: WorkItem): boolean {
  return !['done', 'failed', 'cancelled'].includes(status);
}

function reopenItem(repository: Repository, output: unknown, owner: string | null): UndoStep | undefined {
  const { item, repeated } = output as { item: WorkItem; repeated: boolean };
  if (repeated) return undefined;
  const input = { id: item.id, reason: 'Undone', revision: item.revision };
  return {
    says:
      owner === null
        ? l10n.t('Reopen {0}', item.ref)
        : l10n.t('Reopen {0} (the claim by {1} is not restored)', item.ref, owner),
    did: l10n.t('{0} is open again', item.ref),
    run: async () => refusalOf(await repository.invoke(queueReopen, input)),
  };
}

const mistake = { reason: 'Undone', undo: true };

function reopenFindings(repository: Repository, output: unknown): UndoStep | undefined {
  const { findings } = output as { findings: readonly Finding[] };
  const refs = findings.map(({ ref }) => ref).join(', ');
  return {
    says: l10n.t('Reopen {0}', refs),
    did: findings.length === 1 ? l10n.t('{0} is open again', refs) : l10n.t('{0} are open again', refs),
    run: async () => {
      // All or none: the call checks a revision for a single finding only, so changed findings are detected first.
      for (const { id, revision } of findings) {
        const shown = await repository.invoke(findingShow, { id });
        if (isRefusal(shown)) return shown;
        if (shown.finding.revision === revision) continue;
        return refusalOf(await repository.invoke(findingReopen, { ...mistake, ids: [id], revision }));
      }
      return refusalOf(await repository.invoke(findingReopen, { ...mistake, ids: findings.map(({ id }) => id) }));
    },
  };
}

function refusalOf(answer: unknown): Refusal | undefined {
  return isRefusal(answer) ? answer : undefined;
}

function wordsOf(steps: readonly UndoStep[]): string {
  return steps.map(({ says }) => says).join('; ');
}
