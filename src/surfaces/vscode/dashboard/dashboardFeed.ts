import type { Clock } from '../../../platform/clock.js';
import { throttle } from '../../../platform/throttle.js';
import type { RowCommand } from '../../../present/viewRow.js';
import type { DashboardSnapshot } from '../../../protocol/dashboardContract.js';
import type { DashboardState } from '../../../protocol/dashboardState.js';
import { type DashboardFilter, usualFilter } from '../../../protocol/dashboardTrend.js';
import type { RowButtons } from './rowButtons.js';

/** A state of the dashboard, and the time of the next change without a write to the store (ms UTC). */
export interface LoadedDashboard {
  readonly state: DashboardState;
  readonly nextChangeAt: number | undefined;
  readonly repository?: string | undefined;
  readonly buttons?: Pick<RowButtons, 'commandOf'> | undefined;
}

export interface DashboardRequest {
  readonly utcOffsetMinutes: number;
  readonly filter: DashboardFilter;
}

/** Parts to read: the parts above the charts, or all, including the charts, whose counting takes longest. */
export type DashboardReach = 'first' | 'whole';

export interface DashboardFeedOptions {
  /** Reads the store; never rejects: a failure is a state too. */
  load(request: DashboardRequest, reach: DashboardReach): Promise<LoadedDashboard>;
  /** Calls back when the store may have changed; returns the unsubscribe function. Called only while visible. */
  subscribe(changed: () => void): () => void;
  push(snapshot: DashboardSnapshot): void;
  readonly clock: Clock;
}

/** Minimum time between two reads of the store, in ms: ten pushes a second. */
const shortestInterval = 100;
/** Max share of the time spent reading: a very large store is read less often. */
const loadShare = 1 / 4;
const shortestTimer = 250;
const maxTimerMs = 2 ** 31 - 1;

/** Pushes snapshots while the page is visible, with charts once they were asked for. Asleep, it holds no subscription and no timer. */
export class DashboardFeed {
  readonly #options: DashboardFeedOptions;
  readonly #refresh: () => Promise<void>;
  #current: DashboardSnapshot | undefined;
  #asked: DashboardRequest = { utcOffsetMinutes: 0, filter: usualFilter };
  #unsubscribe: (() => void) | undefined;
  /** Runs at the next change caused by time alone. */
  #timer: NodeJS.Timeout | undefined;
  /** Runs a read that is delayed by the minimum interval. */
  #soon: NodeJS.Timeout | undefined;
  #reach: DashboardReach = 'first';
  #shownRepository: string | undefined;
  #buttons: LoadedDashboard['buttons'];
  #loading = false;
  #changedMeanwhile = false;
  /** ms UTC. */
  #notBefore = 0;

  constructor(options: DashboardFeedOptions) {
    this.#options = options;
    this.#refresh = throttle(() => this.#load());
  }

  /** Resolves with the first snapshot of a page that is ready; later ones are pushed. */
  async open(request: DashboardRequest): Promise<DashboardSnapshot> {
    this.#asked = request;
    this.#unsubscribe ??= this.#options.subscribe(() => this.#refreshSoon());
    this.#reach = 'first';
    await this.#refresh();
    return this.snapshot();
  }

  /** Resolves with a snapshot that includes the charts; called once the page is drawn and they are in sight. */
  async charts(): Promise<DashboardSnapshot> {
    this.#reach = 'whole';
    if (!this.snapshot().state.counted) await this.#refresh();
    return this.snapshot();
  }

  async narrow(filter: DashboardFilter): Promise<DashboardSnapshot> {
    this.#asked = { ...this.#asked, filter };
    await this.#refresh();
    return this.snapshot();
  }

  get asked(): DashboardRequest {
    return this.#asked;
  }

  /** Id of the repository on the page. The active one may differ while it is still being read. */
  get shownRepository(): string | undefined {
    return this.#shownRepository;
  }

  /** The command of a button in the last state; undefined if the button is gone. */
  commandOf(id: string): RowCommand | undefined {
    return this.#buttons?.commandOf(id);
  }

  /** The current snapshot. Throws before the page is ready. */
  snapshot(): DashboardSnapshot {
    if (this.#current === undefined) throw new Error('A snapshot was asked for before the page was ready.');
    return this.#current;
  }

  refresh(): void {
    if (this.#unsubscribe !== undefined) this.#refreshSoon();
  }

  /** Stops following until the next `open`. */
  sleep(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    for (const timer of [this.#soon, this.#timer]) clearTimeout(timer);
    this.#soon = undefined;
    this.#timer = undefined;
  }

  #refreshSoon(): void {
    if (this.#loading) this.#changedMeanwhile = true;
    else
      this.#soon ??= setTimeout(
        () => {
          this.#soon = undefined;
          void this.#refresh();
        },
        Math.max(0, this.#notBefore - this.#options.clock.now()),
      );
  }

  async #load(): Promise<void> {
    const { clock, load } = this.#options;
    const started = clock.now();
    // Once counted, always with the charts, to avoid flicker. Decided here: a page may be reloaded during a count.
    const reach = this.#current?.state.counted ? 'whole' : this.#reach;
    this.#loading = true;
    this.#changedMeanwhile = false;
    const { state, nextChangeAt, repository, buttons } = await load(this.#asked, reach);
    this.#loading = false;
    this.#notBefore = started + Math.max(shortestInterval, (clock.now() - started) / loadShare);
    const previous = this.#current;
    const isNew = JSON.stringify(state) !== JSON.stringify(previous?.state);
    if (isNew) this.#current = { revision: (previous?.revision ?? 0) + 1, state };
    this.#shownRepository = repository;
    this.#buttons = buttons;
    if (this.#unsubscribe === undefined) return;
    if (isNew && previous !== undefined) this.#options.push(this.snapshot());
    this.#setTimer(nextChangeAt);
    if (this.#changedMeanwhile) this.#refreshSoon();
  }

  #setTimer(nextChangeAt: number | undefined): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (nextChangeAt === undefined) return;
    const wait = Math.min(Math.max(nextChangeAt - this.#options.clock.now(), shortestTimer), maxTimerMs);
    this.#timer = setTimeout(() => this.#refreshSoon(), wait);
    this.#timer.unref?.();
  }
}
