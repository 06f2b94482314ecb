import * as vscode from 'vscode';
import type { z } from 'zod';
import { isRefusal, type Refusal, type RefusalCode } from '../../../domain/refusal/refusal.js';
import { contextKeys, type Holding, type RepositoryStoreState } from '../../../manifest/contextKeys.js';
import { errorText } from '../../../messages/errorText.js';
import { say } from '../../../messages/say.js';
import type { Sentence } from '../../../messages/sentence.js';
import { repositoryStatus } from '../../../operations/repository/repositoryStatus.js';
import type { Log } from '../../../platform/log.js';
import { throttle } from '../../../platform/throttle.js';
import type { StoreHealth } from '../../../store/store.js';
import { setContextKey } from '../support/contextKey.js';
import { Disposables } from '../support/disposables.js';
import { causeOf, inEditorsLanguage } from '../support/inEditorsLanguage.js';
import { onGitRepositoryOpened } from './gitExtension.js';
import type { OpenRepository } from './openRepository.js';
import type { RepositoryManager } from './repositoryManager.js';

const maxRows = 1000;

export type StatusOutput = z.output<(typeof repositoryStatus)['output']>;

/** State of the active repository, for views, status bar and menus. */
export interface RepositoryCondition {
  readonly state: RepositoryStoreState;
  readonly repository: OpenRepository | undefined;
  /** Undefined without a repository, or if its store cannot be read. */
  readonly status: StatusOutput | undefined;
  /** One sentence about the problem; undefined in the states `none`, `noRepository`, `absent` and `ready`. */
  readonly reason: string | undefined;
  readonly hint: string | undefined;
  /** Kinds of records that the store has or had; empty if it cannot be read. */
  readonly holdings: readonly Holding[];
}

const stateOfHealth: Readonly<Record<StoreHealth['state'], RepositoryStoreState>> = {
  absent: 'absent',
  ready: 'ready',
  'read-only': 'readOnly',
  'update-pending': 'readOnly',
  corrupt: 'corrupt',
  'too-new': 'tooNew',
};

/** States for refusals with a more specific meaning than an unreadable store. */
const stateOfRefusal: Readonly<Partial<Record<RefusalCode, RepositoryStoreState>>> = {
  no_repository: 'gone',
  store_corrupt: 'corrupt',
  store_too_new: 'tooNew',
};

/** Reads the active repository's status after each change of its store. Until woken, opens and watches nothing. */
export class RepositoryState implements vscode.Disposable {
  private readonly owned = new Disposables();
  private readonly emitter = this.owned.add(new vscode.EventEmitter<RepositoryCondition>());
  private readonly readOnce = throttle(() => this.read());
  private subscription: { repository: OpenRepository; closely: boolean; end: vscode.Disposable } | undefined;
  private awake = false;
  /** Visible views. */
  private readonly watchers = new Set<string>();
  private waiting = false;
  private noted: string | undefined;
  private notedOfHoldings: string | undefined;

  private readonly openWorkEmitter = this.owned.add(new vscode.EventEmitter<void>());
  readonly onDidReadOpenWork = this.openWorkEmitter.event;

  current: RepositoryCondition = withoutRepository('none');
  /** Fires after each read, even without a difference: a claim's heartbeat or a work item's text may have changed. */
  readonly onDidRead = this.emitter.event;

  constructor(
    private readonly repositories: RepositoryManager,
    private readonly log: Log,
  ) {
    this.owned.add(
      repositories.onDidChangeActive(() => {
        if (this.awake) void this.refresh();
      }),
    );
    this.owned.add(repositories.onDidChangeList(() => this.tellList()));
    this.owned.add(
      vscode.workspace.onDidGrantWorkspaceTrust(() => {
        if (this.awake) void this.refresh();
      }),
    );
    this.tellList();
  }

  /** Starts following; idempotent. Resolves after the first read. */
  async wake(): Promise<void> {
    if (this.awake) return;
    this.awake = true;
    await this.refresh();
  }

  /** Reads now; resolves after listeners were notified. Never rejects. */
  refresh(): Promise<void> {
    this.awake = true;
    return this.readOnce();
  }

  /** While a view is visible, also checks the store a few times a second, for file systems without change events. */
  followClosely(view: string, closely: boolean): void {
    const before = this.watchers.size > 0;
    if (closely) this.watchers.add(view);
    else this.watchers.delete(view);
    if (this.awake && before !== this.watchers.size > 0) this.follow(this.repositories.active);
  }

  /** Name of the active repository if the window has several. */
  get repositoryName(): string | undefined {
    return this.repositories.all.length > 1 ? this.repositories.active?.name : undefined;
  }

  /** Reads needs and work in progress again, as heartbeats raise no event. Never rejects: keeps the last values. */
  async readOpenWork(): Promise<void> {
    const { repository, status } = this.current;
    if (repository === undefined || status === undefined || status.totals === null) return;
    try {
      const read = await repository.invoke(repositoryStatus, { limit: maxRows });
      if (isRefusal(read) || this.current.status !== status) return;
      const { totals, needs, needsYou, inProgress, openWorkChangesAt } = read;
      const openWork = { totals, needs, needsYou, inProgress, openWorkChangesAt };
      this.current = { ...this.current, status: { ...status, ...openWork } };
      this.openWorkEmitter.fire();
    } catch (error) {
      this.log.warn(`The open work of ${repository.name} could not be read: ${errorText(error)}`);
    }
  }

  dispose(): void {
    this.subscription?.end.dispose();
    this.subscription = undefined;
    this.owned.dispose();
  }

  /** Sets the context keys that follow from the list of repositories alone, before anything is read. */
  private tellList(): void {
    const { length } = this.repositories.all;
    setContextKey(contextKeys.manyRepositories, length > 1);
    if (this.awake) return;
    setContextKey(contextKeys.repositoryState, length > 0 ? undefined : stateWithoutRepository());
    if (length === 0) this.waitForRepository();
  }

  private async read(): Promise<void> {
    if (this.repositories.active === undefined) this.repositories.reconcile();
    const repository = this.repositories.active;
    if (repository === undefined) this.waitForRepository();
    this.follow(repository);
    const condition =
      repository === undefined ? withoutRepository(stateWithoutRepository()) : await this.conditionOf(repository);
    if (repository !== this.repositories.active) return;
    this.current = condition;
    const { state, status } = condition;
    // The watched folder is gone: a close watcher continues, otherwise the next read starts over.
    if (state === 'gone' && this.watchers.size === 0) this.follow(undefined);
    setContextKey(contextKeys.restricted, !vscode.workspace.isTrusted);
    // Before the state: Needs You says that it is empty once the repository is read.
    setContextKey(contextKeys.needsYou, (status?.counts?.needs_you ?? 0) > 0);
    setContextKey(contextKeys.repositoryState, state);
    setContextKey(contextKeys.enabled, state !== 'none' && state !== 'noRepository' && state !== 'absent');
    setContextKey(contextKeys.inFlight, (status?.counts?.in_flight ?? 0) > 0);
    setContextKey(contextKeys.queueEmpty, isEmpty(status));
    setContextKey(contextKeys.holds, condition.holdings.map(kind => ` ${kind} `).join(''));
    this.emitter.fire(condition);
  }

  /** Waits for the editor's git support to report a repository that is made in an open folder. */
  private waitForRepository(): void {
    if (this.waiting) return;
    this.waiting = true;
    const look = (): void => {
      // While asleep, a missing store is no reason to wake: a new repository has none.
      if (this.awake) void this.refresh();
      else this.repositories.reconcile();
    };
    void onGitRepositoryOpened(look, this.log).then(subscription => {
      if (subscription !== undefined) this.owned.add(subscription);
    });
  }

  private follow(repository: OpenRepository | undefined): void {
    const closely = this.watchers.size > 0;
    if (this.subscription?.repository === repository && this.subscription?.closely === closely) return;
    this.subscription?.end.dispose();
    const refresh = (): void => void this.refresh();
    const end = closely ? repository?.onDidChange(refresh) : repository?.watchFiles(refresh);
    // Without a store there is nothing to watch yet: each read tries again.
    this.subscription = repository && end && { repository, closely, end };
  }

  private async conditionOf(repository: OpenRepository): Promise<RepositoryCondition> {
    try {
      const status = await repository.invoke(repositoryStatus, { limit: maxRows });
      if (isRefusal(status)) return failed(repository, status);
      const { health } = status;
      const noted = health.reason === undefined ? undefined : say(health.reason);
      if (noted !== undefined && noted !== this.noted) this.log.warn(`${repository.name}: ${noted}`);
      this.noted = noted;
      const holdings = status.counts === null || status.lastEventId === 0 ? [] : await this.holdingsOf(repository);
      return {
        state: stateOfHealth[health.state],
        repository,
        status,
        ...describe(health.reason, health.hint),
        holdings,
      };
    } catch (error) {
      this.log.error(`The status of ${repository.name} could not be read.`, error);
      return { ...withoutRepository('failed'), repository, reason: causeOf(error) };
    }
  }

  /** Keeps the last known kinds on failure: only menus depend on them. */
  private async holdingsOf(repository: OpenRepository): Promise<readonly Holding[]> {
    try {
      const holdings = await repository.holdings();
      this.notedOfHoldings = undefined;
      return holdings;
    } catch (error) {
      const reason = errorText(error);
      if (reason !== this.notedOfHoldings)
        this.log.warn(`The contents of ${repository.name} could not be read: ${reason}`);
      this.notedOfHoldings = reason;
      return this.current.repository === repository ? this.current.holdings : [];
    }
  }
}

function failed(repository: OpenRepository, refusal: Refusal): RepositoryCondition {
  const state = stateOfRefusal[refusal.code] ?? 'failed';
  // A repository that is gone shows nothing and is not read again and again.
  const shown = state === 'gone' ? undefined : repository;
  return { ...withoutRepository(state), repository: shown, ...describe(refusal.message, refusal.hint) };
}

function describe(
  reason: Sentence | undefined,
  hint: Sentence | undefined,
): Pick<RepositoryCondition, 'reason' | 'hint'> {
  return { reason: reason && inEditorsLanguage(reason), hint: hint && inEditorsLanguage(hint) };
}

function withoutRepository(state: RepositoryStoreState): RepositoryCondition {
  return { state, repository: undefined, status: undefined, reason: undefined, hint: undefined, holdings: [] };
}

function stateWithoutRepository(): RepositoryStoreState {
  return (vscode.workspace.workspaceFolders ?? []).length === 0 ? 'none' : 'noRepository';
}

function isEmpty(status: StatusOutput | undefined): boolean {
  return Object.values(status?.counts ?? {}).every(count => count === 0);
}
