import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Need } from '../../../domain/lane/need.js';
import { capitalised } from '../../../domain/text/capitalised.js';
import { oneLine } from '../../../domain/text/oneLine.js';
import { shortened } from '../../../domain/text/shortened.js';
import { settingKeys } from '../../../manifest/settingKeys.js';
import type { Clock } from '../../../platform/clock.js';
import type { Log } from '../../../platform/log.js';
import { commandOfNeed, needLooks } from '../../../present/needRow.js';
import type { RecordPlace } from '../../../protocol/recordContract.js';
import type { RowContributions } from '../records/rowActs.js';
import type { RepositoryState } from '../repository/repositoryState.js';
import { revisionOf } from '../repository/revision.js';
import { Disposables } from '../support/disposables.js';
import { focusView } from '../support/focusView.js';
import { asMessage } from '../support/plainText.js';
import { translate } from '../support/translate.js';
import { needsYouRows } from '../views/needsYou/needsYouRows.js';
import { needsYouText } from '../views/needsYou/needsYouText.js';
import { needsYouViewId } from '../views/needsYou/needsYouView.js';

/** Needs within this time share one notification, in ms. A window in the background leaves it to the one in use. */
const gatheringTime = { focused: 500, background: 2000 } as const;
/** Bounds of the wait until heartbeats are read again, in ms. */
const [minWait, maxWait] = [1000, 3_600_000];
/** Max remembered needs besides pending ones. */
const maxRemembered = 200;
/** Max characters of a title, and max titles of a notification about several. */
const titleLength = 60;
const maxTitles = 3;

export interface NeedNoticesEnvironment {
  readonly status: RepositoryState;
  readonly view: { readonly visible: boolean };
  readonly clock: Clock;
  /** Shared by all windows. */
  readonly memory: vscode.Memento;
  readonly contributes: RowContributions;
  /** The record whose page is the active tab. */
  readonly shownPage: () => RecordPlace | undefined;
  readonly log: Log;
}

/** Notifies once per need and its time, even across reloads, if enabled and not on screen. Resubmitted work is new. */
export class NeedNotices implements vscode.Disposable {
  private readonly owned = new Disposables();
  private timer: NodeJS.Timeout | undefined;
  /** Fires when a worker's heartbeat is due, so that a dead worker is reported even if no view is visible. */
  private dueTimer: NodeJS.Timeout | undefined;

  constructor(private readonly environment: NeedNoticesEnvironment) {
    const look = (): void => this.look();
    this.owned.add(environment.status.onDidRead(look));
    this.owned.add(environment.status.onDidReadOpenWork(look));
    this.owned.add(vscode.workspace.onDidChangeConfiguration(look));
    this.owned.add({
      dispose: () => {
        clearTimeout(this.timer);
        clearTimeout(this.dueTimer);
      },
    });
  }

  dispose(): void {
    this.owned.dispose();
  }

  private look(): void {
    this.lookWhenDue();
    if (this.timer !== undefined || this.untold().length === 0) return;
    const time = gatheringTime[vscode.window.state.focused ? 'focused' : 'background'];
    this.timer = setTimeout(() => {
      this.timer = undefined;
      void this.tell().catch(error => this.environment.log.error('A notification failed.', error));
    }, time);
  }

  private lookWhenDue(): void {
    clearTimeout(this.dueTimer);
    const { clock, status } = this.environment;
    const at = isWanted() ? status.current.status?.openWorkChangesAt : null;
    if (at == null) return;
    const wait = Math.min(Math.max(Date.parse(at) - clock.now(), minWait), maxWait);
    this.dueTimer = setTimeout(() => void status.readOpenWork(), wait);
  }

  /** Pending needs without a notification; none if notifications are disabled. */
  private untold(): readonly Need[] {
    const { repository, status } = this.environment.status.current;
    if (!isWanted() || repository === undefined || status === undefined) return [];
    const notified = new Set(this.notifiedKeys(repository.id));
    return status.needs.filter(need => !notified.has(keyOf(need)));
  }

  private async tell(): Promise<void> {
    const { repository, status } = this.environment.status.current;
    const untold = this.untold();
    if (repository === undefined || status === undefined || untold.length === 0) return;
    const waiting = status.needs.map(keyOf);
    const earlier = this.notifiedKeys(repository.id).filter(key => !waiting.includes(key));
    await this.environment.memory.update(memoryKey(repository.id), [...earlier.slice(-maxRemembered), ...waiting]);
    const unseen = untold.filter(need => !this.isInSight(need, repository.id));
    const [first, ...others] = unseen;
    if (first === undefined) return;
    if (others.length === 0) await this.tellOne(first);
    else await this.tellSeveral(unseen);
  }

  private notifiedKeys(repository: string): readonly string[] {
    const stored = this.environment.memory.get<unknown>(memoryKey(repository));
    return Array.isArray(stored) ? stored.filter(key => typeof key === 'string') : [];
  }

  /** True if the need's row, its page or the diff of its lane is visible. */
  private isInSight({ ref, item, lane, task }: Need, repository: string): boolean {
    const { view, shownPage } = this.environment;
    if (!vscode.window.state.focused) return false;
    if (view.visible) return true;
    const page = shownPage();
    if (page !== undefined) return page.repository === repository && [ref, item, task].includes(page.ref);
    if (lane === null) return false;
    const document = vscode.window.activeTextEditor?.document.uri;
    const revision = document === undefined ? undefined : revisionOf(document);
    return (revision?.lane === lane && revision.repository === repository) || isDiffOf(lane);
  }

  private async tellOne(need: Need): Promise<void> {
    const { contributes, clock, status } = this.environment;
    const items = status.current.status?.needsYou.filter(({ ref }) => ref === need.ref) ?? [];
    const [row] = needsYouRows({ needs: [need], needsYou: items }, clock.now());
    const { actsOfRow } = await import('../records/rowActs.js');
    const place = { view: needsYouViewId, traits: row?.contextValue ?? '' };
    const act = actsOfRow(contributes, place, vscode.workspace.isTrusted).find(({ rank }) => rank === 'first');
    const show = l10n.t('Show');
    const text = l10n.t('{0}: {1} ({2})', capitalised(needLooks[need.kind].word(translate)), titleOf(need), need.ref);
    const buttons = [...(act === undefined ? [] : [act.label]), show];
    const chosen = await vscode.window.showInformationMessage(asMessage(text), ...buttons);
    if (chosen === undefined) return;
    const { command, arguments: args } =
      act === undefined || chosen === show
        ? commandOfNeed(need)
        : { command: act.command, arguments: [{ id: row?.id, row }] };
    await vscode.commands.executeCommand(command, ...args);
  }

  private async tellSeveral(needs: readonly Need[]): Promise<void> {
    const titles = needs.slice(0, maxTitles).map(need => `${need.ref} ${titleOf(need)}`);
    const rest = needs.length - titles.length;
    const list = rest === 0 ? titles.join(', ') : l10n.t('{0} and {1} more', titles.join(', '), rest);
    const show = l10n.t('Show');
    const text = l10n.t('{0}: {1}', needsYouText(needs.length), list);
    if ((await vscode.window.showInformationMessage(asMessage(text), show)) === show) await focusView('needsYou');
  }
}

/** True if the active tab is the lane's multi-file diff, of which extensions see only the title. */
function isDiffOf(lane: string): boolean {
  const tab = vscode.window.tabGroups.activeTabGroup?.activeTab;
  const [beginning = ''] = l10n.t('{0} compared with {1}', lane, '\n').split('\n');
  return tab !== undefined && tab.input === undefined && tab.label.startsWith(beginning);
}

function isWanted(): boolean {
  return vscode.workspace.getConfiguration('stateroom').get<string>(settingKeys.notify) === 'notification';
}

function keyOf({ kind, ref, since }: Need): string {
  return `${kind}.${ref} ${since}`;
}

function memoryKey(repository: string): string {
  return `stateroom.notified.${repository}`;
}

function titleOf({ title }: Need): string {
  return shortened(oneLine(title), titleLength);
}
