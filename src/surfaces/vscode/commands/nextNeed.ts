import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Need } from '../../../domain/lane/need.js';
import { unlessRefused } from '../../../domain/refusal/refusal.js';
import { repositoryStatus } from '../../../operations/repository/repositoryStatus.js';
import { commandOfNeed } from '../../../present/needRow.js';
import type { Repository } from '../repository.js';

/** Time for which the status bar says which need of how many is shown, in ms. */
const shownFor = 5000;
/** Max needs to lead through. */
const limit = 100;

type Shown = Pick<Need, 'kind' | 'ref'>;

type ActiveRepository = { readonly active: Pick<Repository, 'id' | 'invoke'> | undefined };

const leaders = new WeakMap<ActiveRepository, NextNeed>();

/** Opens the need after the last one that it opened in the active repository; its ref, or undefined without needs. */
export function showNextNeed(repositories: ActiveRepository): Promise<{ need: string } | undefined> {
  const leader = leaders.get(repositories) ?? new NextNeed(repositories);
  leaders.set(repositories, leader);
  return leader.show();
}

/** Leads from need to need, in the order of Needs You. */
export class NextNeed {
  private readonly shown = new Map<string, { readonly need: Shown; readonly index: number }>();

  constructor(private readonly repositories: ActiveRepository) {}

  /** Opens the need after the last one that it opened, or the one that took its place; the first one after the last. Returns its ref. Throws refusals. */
  async show(): Promise<{ need: string } | undefined> {
    const repository = this.repositories.active;
    const needs =
      repository === undefined ? [] : unlessRefused(await repository.invoke(repositoryStatus, { limit })).needs;
    const index = nextIndex(needs, this.shown.get(repository?.id ?? ''));
    const need = needs[index];
    if (repository === undefined || need === undefined) {
      void vscode.window.showInformationMessage(l10n.t('Nothing needs you.'));
      return undefined;
    }
    this.shown.set(repository.id, { need, index });
    vscode.window.setStatusBarMessage(l10n.t('Needs You: {0} of {1}', index + 1, needs.length), shownFor);
    const { command, arguments: given } = commandOfNeed(need);
    await vscode.commands.executeCommand(command, ...given);
    return { need: need.ref };
  }
}

/** A need that is done with has left the list: the one after it is at its place. */
function nextIndex(
  needs: readonly Shown[],
  last: { readonly need: Shown; readonly index: number } | undefined,
): number {
  if (last === undefined) return 0;
  const at = needs.findIndex(({ kind, ref }) => kind === last.need.kind && ref === last.need.ref);
  const next = at === -1 ? last.index : at + 1;
  return next < needs.length ? next : 0;
}
