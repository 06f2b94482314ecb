import { l10n } from 'vscode';
import { isRefusal } from '../../../../domain/refusal/refusal.js';
import { gateList } from '../../../../operations/gate/gateList.js';
import type { Clock } from '../../../../platform/clock.js';
import type { Log } from '../../../../platform/log.js';
import type { Repository } from '../../repository.js';
import { causeOf, inEditorsLanguage } from '../../support/inEditorsLanguage.js';
import type { GateState } from './gateRows.js';

/** Min pause between two gate checks: in ms, and as a multiple of the last duration, since each runs git. */
const usualPause = 1000;
const pauseFactor = 4;

export interface GateSubject {
  readonly repository: Repository;
  /** `T-3`; undefined for the task of the repository's worktree. */
  readonly task: string | undefined;
}

/** Checks gates while followed: one check for all rows at a time, the latest request only; drops outdated results. */
export class GateReader {
  private subject: GateSubject | undefined;
  private running: AbortController | undefined;
  private timer: NodeJS.Timeout | undefined;
  private again = false;
  private endedAt = 0;
  private took = 0;
  private shortestPause = usualPause;
  private waiters: (() => void)[] = [];

  constructor(
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly onChange: (gates: GateState) => void,
  ) {}

  get isBusy(): boolean {
    return this.running !== undefined || this.timer !== undefined;
  }

  /** Sets the subject; undefined stops. Checks immediately if the subject is new. */
  follow(subject: GateSubject | undefined): void {
    if (subject?.repository === this.subject?.repository && subject?.task === this.subject?.task) return;
    this.stop();
    this.subject = subject;
    if (subject !== undefined) this.request();
  }

  /** Sets the min pause between two checks, in ms; the default suits a visible view. */
  rest(shortestPause = usualPause): void {
    if (shortestPause === this.shortestPause) return;
    this.shortestPause = shortestPause;
    if (this.timer === undefined) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.request();
  }

  /** Schedules a check after a change that may affect a gate. */
  request(): void {
    if (this.subject === undefined || this.timer !== undefined) return;
    if (this.running !== undefined) {
      this.again = true;
      return;
    }
    const pause = Math.max(this.shortestPause, this.took * pauseFactor);
    const delay = Math.max(0, this.endedAt + pause - this.clock.now());
    this.timer = setTimeout(() => {
      this.timer = undefined;
      void this.judge();
    }, delay);
  }

  settled(): Promise<void> {
    if (!this.isBusy) return Promise.resolve();
    return new Promise(resolve => this.waiters.push(resolve));
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.running?.abort();
    this.running = undefined;
    this.again = false;
    this.subject = undefined;
    this.tellWaiters();
  }

  private async judge(): Promise<void> {
    const { subject } = this;
    if (subject === undefined) return;
    const mine = new AbortController();
    this.running = mine;
    const started = this.clock.now();
    const gates = await this.ask(subject, mine.signal);
    if (this.running !== mine) return;
    this.running = undefined;
    this.endedAt = this.clock.now();
    this.took = this.endedAt - started;
    this.onChange(gates);
    const { again } = this;
    this.again = false;
    if (again) this.request();
    else this.tellWaiters();
  }

  private async ask({ repository, task }: GateSubject, signal: AbortSignal): Promise<GateState> {
    try {
      const answer = await repository.invoke(gateList, task === undefined ? {} : { task }, { signal });
      if (isRefusal(answer)) return { state: 'unknown', reason: inEditorsLanguage(answer.message) };
      return { state: 'judged', gates: answer.gates };
    } catch (error) {
      this.log.error('The gates could not be judged.', error);
      return { state: 'unknown', reason: l10n.t('Could not check the gates: {0}', causeOf(error)) };
    }
  }

  private tellWaiters(): void {
    for (const tell of this.waiters.splice(0)) tell();
  }
}
