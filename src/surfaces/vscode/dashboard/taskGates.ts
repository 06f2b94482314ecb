import { existsSync } from 'node:fs';
import { l10n } from 'vscode';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import type { Task } from '../../../domain/task/task.js';
import { gateList } from '../../../operations/gate/gateList.js';
import type { Clock } from '../../../platform/clock.js';
import type { Log } from '../../../platform/log.js';
import type { Repository } from '../repository.js';
import { causeOf, inEditorsLanguage } from '../support/inEditorsLanguage.js';
import { afterDrawing, SlowReading } from '../support/slowReading.js';
import type { GateState } from '../views/now/gateRows.js';
import type { TaskAtHand } from '../views/now/taskAtHand.js';

const follower = 'dashboard';

export interface TaskGatesEnvironment {
  readonly taskAtHand: Pick<TaskAtHand, 'now' | 'gates' | 'failure' | 'onDidChange' | 'follow' | 'read'>;
  readonly clock: Clock;
  readonly log: Log;
  /** False in Restricted Mode. */
  isTrusted(): boolean;
}

type JudgedTask = Pick<Task, 'ref' | 'workTree'>;

/** Gates of the active tasks on the board: the current task's from the Now view, others in turn after store changes. */
export class TaskGates {
  private repository: Repository | undefined;
  private others: readonly JudgedTask[] = [];
  private changed: (() => void) | undefined;
  private following: { dispose(): void } | undefined;
  private soon: NodeJS.Timeout | undefined;
  private readonly rounds: SlowReading<ReadonlyMap<string, GateState>>;

  constructor(private readonly environment: TaskGatesEnvironment) {
    this.rounds = new SlowReading(
      environment.clock,
      signal => this.judgeAll(signal),
      () => this.changed?.(),
      { shortest: 5000, first: afterDrawing },
    );
  }

  /** Judges the tasks from the next `look` on, and calls back when a gate may have changed. */
  start(changed: () => void): void {
    this.changed = changed;
  }

  stop(): void {
    this.environment.taskAtHand.follow(follower, 'none');
    clearTimeout(this.soon);
    this.soon = undefined;
    this.following?.dispose();
    this.following = undefined;
    this.changed = undefined;
    this.rounds.stop();
    this.repository = undefined;
    this.others = [];
  }

  /** Sets the tasks on the page; judges them if they differ from the previous ones. */
  look(repository: Repository, tasks: readonly JudgedTask[]): void {
    if (this.changed === undefined) return;
    if (tasks.length > 0) this.followSoon(this.changed);
    const before = this.subject;
    const { now, failure } = this.environment.taskAtHand;
    // Until the current task is known, its gates would be checked twice.
    const isKnown = now !== undefined || failure !== undefined;
    this.repository = repository;
    this.others = isKnown ? tasks.filter(({ ref }) => ref !== this.atHand) : [];
    if (this.subject !== before) this.request();
  }

  /** Judges again, after a change that may affect a gate. */
  request(): void {
    if (this.others.length > 0 && this.environment.isTrusted()) this.rounds.request();
  }

  of(task: string): GateState {
    if (!this.environment.isTrusted()) {
      return { state: 'unknown', reason: l10n.t('Gates run git, which Restricted Mode does not allow.') };
    }
    if (task === this.atHand) return this.environment.taskAtHand.gates;
    return this.rounds.value?.get(`${this.repository?.id} ${task}`) ?? { state: 'judging' };
  }

  /** The task of the worktree, which the Now view judges. */
  get atHand(): string | undefined {
    const { now } = this.environment.taskAtHand;
    return now?.elsewhere === null ? now.task?.ref : undefined;
  }

  private followSoon(changed: () => void): void {
    if (this.following === undefined) this.soon ??= setTimeout(() => this.follow(changed), afterDrawing);
  }

  private follow(changed: () => void): void {
    this.soon = undefined;
    const { taskAtHand } = this.environment;
    this.following = taskAtHand.onDidChange(changed);
    taskAtHand.follow(follower, 'quiet');
    void taskAtHand.read();
  }

  private get subject(): string {
    return `${this.repository?.id} ${this.others.map(({ ref }) => ref).join(' ')}`;
  }

  private async judgeAll(signal: AbortSignal): Promise<ReadonlyMap<string, GateState>> {
    const { repository, others } = this;
    const judged = new Map<string, GateState>();
    for (const task of others) {
      if (repository === undefined || signal.aborted) break;
      judged.set(`${repository.id} ${task.ref}`, await this.judge(repository, task, signal));
    }
    return judged;
  }

  private async judge(repository: Repository, { ref, workTree }: JudgedTask, signal: AbortSignal): Promise<GateState> {
    try {
      // Check the folder: the task may have been started on another machine.
      const isThere = workTree !== null && existsSync(workTree);
      const answer = await repository.invoke(
        gateList,
        { task: ref },
        isThere ? { signal, folder: workTree } : { signal },
      );
      if (isRefusal(answer)) return { state: 'unknown', reason: inEditorsLanguage(answer.message) };
      return { state: 'judged', gates: answer.gates };
    } catch (error) {
      this.environment.log.error(`The gates of ${ref} could not be checked.`, error);
      return { state: 'unknown', reason: l10n.t('Could not check the gates: {0}', causeOf(error)) };
    }
  }
}
