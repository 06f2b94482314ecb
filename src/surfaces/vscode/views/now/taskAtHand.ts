import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { isRefusal, unlessRefused } from '../../../../domain/refusal/refusal.js';
import { type Now, nothingAtHand, repositoryNow } from '../../../../operations/repository/repositoryNow.js';
import type { Clock } from '../../../../platform/clock.js';
import type { Log } from '../../../../platform/log.js';
import { throttle } from '../../../../platform/throttle.js';
import { followWorkTree } from '../../repository/followWorkTree.js';
import type { OpenRepository } from '../../repository/openRepository.js';
import type { RepositoryCondition, RepositoryState } from '../../repository/repositoryState.js';
import { Disposables } from '../../support/disposables.js';
import { viewFailure } from '../../support/inEditorsLanguage.js';
import { GateReader } from './gateReader.js';
import type { GateState } from './gateRows.js';

/** Level of a follower: visible view, count only, or none. */
export type Attention = 'close' | 'quiet' | 'none';

/** Min pause between two checks, in ms, while the gates are only shown as a count. */
const quietPause = 5000;

export interface TaskAtHandEnvironment {
  readonly status: RepositoryState;
  readonly clock: Clock;
  readonly log: Log;
  readonly memory: vscode.Memento;
  /** Event id after which changes are listed; called before each read. */
  changesAfter(repository: OpenRepository | undefined): number;
}

/** Task of the active repository and its gates, for all consumers: read and checked once per change, while followed. */
export class TaskAtHand implements vscode.Disposable {
  private readonly owned = new Disposables();
  private readonly emitter = this.owned.add(new vscode.EventEmitter<void>());
  private readonly gateReader: GateReader;
  private readonly readOnce = throttle(() => this.readNow());
  private readonly followers = new Map<string, Attention>();
  private repository: OpenRepository | undefined;
  private judgedSubject = '';
  private workTree: vscode.Disposable | undefined;

  /** Undefined before the first read and without a repository. */
  now: Now | undefined;
  gates: GateState = { state: 'judging' };
  failure: string | undefined;
  /** Fires after each read and check, and when the active repository changes. */
  readonly onDidChange = this.emitter.event;

  constructor(private readonly environment: TaskAtHandEnvironment) {
    const { clock, log, status } = environment;
    this.gateReader = new GateReader(clock, log, gates => {
      this.gates = gates;
      this.emitter.fire();
    });
    this.owned.add(status.onDidRead(condition => void this.onCondition(condition)));
  }

  /** The task that the person chose, independent of the checked-out branch. */
  get chosen(): string | undefined {
    const chosen = this.environment.memory.get(this.choiceKey());
    return typeof chosen === 'string' ? chosen : undefined;
  }

  /** Sets a follower's level; an immediate read is up to the caller. */
  follow(follower: string, attention: Attention): void {
    if (attention === 'none') this.followers.delete(follower);
    else this.followers.set(follower, attention);
    this.gateReader.rest(this.isFollowedClosely ? undefined : quietPause);
    this.followGates();
  }

  /** Shows this task instead of the worktree's own, until it ends; undefined reverts. */
  async choose(task: string | undefined): Promise<void> {
    await this.environment.memory.update(this.choiceKey(), task);
    await this.readOnce();
  }

  /** Reads the store now; never rejects. */
  read(): Promise<void> {
    return this.readOnce();
  }

  /** Checks again, even without a change event; resolves when no check is pending. */
  async judge(): Promise<void> {
    this.gateReader.request();
    await this.gateReader.settled();
  }

  dispose(): void {
    this.followers.clear();
    this.gateReader.stop();
    this.workTree?.dispose();
    this.owned.dispose();
  }

  private get isFollowedClosely(): boolean {
    return [...this.followers.values()].includes('close');
  }

  private async onCondition({ repository }: RepositoryCondition): Promise<void> {
    if (repository !== this.repository) {
      this.repository = repository;
      this.now = undefined;
      this.followGates();
      this.emitter.fire();
    }
    if (this.followers.size > 0) await this.readOnce();
  }

  private async readNow(): Promise<void> {
    const { repository } = this;
    try {
      const now = repository === undefined ? undefined : await this.ask(repository);
      if (repository === this.repository) this.now = now;
      this.failure = undefined;
    } catch (error) {
      this.environment.log.error('The current task could not be read.', error);
      this.failure = viewFailure(error);
    }
    this.followGates();
    this.gateReader.request();
    this.emitter.fire();
  }

  /** Reads the chosen task while it is live, else that of the worktree. Throws the store's refusals. */
  private async ask(repository: OpenRepository): Promise<Now> {
    const { status, memory } = this.environment;
    const { state } = status.current;
    if (state !== 'ready' && state !== 'readOnly') return nothingAtHand;
    const after = this.environment.changesAfter(repository);
    const { chosen } = this;
    if (chosen !== undefined) {
      const now = await repository.invoke(repositoryNow, { task: chosen, after });
      if (!isRefusal(now) && now.task?.status !== 'done' && now.task?.archivedAt === null) return now;
      await memory.update(this.choiceKey(), undefined);
    }
    return unlessRefused(await repository.invoke(repositoryNow, { after }));
  }

  private followGates(): void {
    const { repository } = this;
    const isElsewhere = this.now?.elsewhere != null;
    const task = isElsewhere ? undefined : this.now?.task?.ref;
    const isTrusted = vscode.workspace.isTrusted;
    if (this.followers.size === 0 || repository === undefined || task === undefined || !isTrusted) {
      this.workTree?.dispose();
      this.workTree = undefined;
      this.gateReader.follow(undefined);
      if (isElsewhere) this.gates = { state: 'unknown', reason: l10n.t('It is worked on in another worktree.') };
      if (task !== undefined && !isTrusted) {
        this.gates = { state: 'unknown', reason: l10n.t('Gates run git, which Restricted Mode does not allow.') };
      }
      return;
    }
    const subject = `${repository.id} ${task}`;
    if (this.judgedSubject !== subject) {
      this.workTree?.dispose();
      this.workTree = undefined;
      this.gates = { state: 'judging' };
      this.judgedSubject = subject;
      // The worktree's own task has changed, which the reader cannot see: drop its current check.
      this.gateReader.follow(undefined);
    }
    this.workTree ??= followWorkTree(repository, () => this.gateReader.request(), this.environment.log);
    this.gateReader.follow({ repository, task: this.chosen === undefined ? undefined : task });
  }

  private choiceKey(): string {
    return `stateroom.chosenTask.${this.repository?.id ?? ''}`;
  }
}
