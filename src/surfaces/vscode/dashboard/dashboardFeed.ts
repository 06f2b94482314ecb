import type { Clock } from '../../../platform/clock.js';
import { throttle } from '../../../platform/throttle.js';
import type { RowCommand } from '../../../present/viewRow.js';
import type { DashboardSnapshot } from '../../../protocol/dashboardContract.js';
import type { DashboardState } from '../../../protocol/dashboardState.js';
import { type DashboardFilter, usualFilter } from '../../../protocol/dashboardTrend.js';
import type { RowButtons } from './rowButtons.js';

/** A state of the dashboard, and when time alone changes it next (ms UTC). */
export interface LoadedDashboard {
  readonly state: DashboardState;
  readonly nextChangeAt: number | undefined;
  /** Id of the repository that it is of; undefined without one. */
  readonly repository?: string | undefined;
  /** What the buttons of its rows do. */
  readonly buttons?: Pick<RowButtons, 'commandOf'> | undefined;
}

/** Who looks at what. */
export interface DashboardRequest {
  readonly utcOffsetMinutes: number;
  readonly filter: DashboardFilter;
}

/** How much is read: what a person looks for first, or all of it with the charts, whose counting takes longest. */
export type DashboardReach = 'first' | 'whole';

export interface DashboardFeedOptions {
  /** Reads the store; never rejects: what went wrong is a state too. */
  load(request: DashboardRequest, reach: DashboardReach): Promise<LoadedDashboard>;
  /** Calls back when the store may have changed; returns the way to stop. Called only while someone looks. */
  subscribe(changed: () => void): () => void;
  push(snapshot: DashboardSnapshot): void;
  readonly clock: Clock;
}

/** The store is read at most so often, in ms: ten pushes a second. */
const shortestInterval = 100;
/** Reading takes at most this part of the time: a very large store is read less often. */
const loadShare = 1 / 4;
const shortestTimer = 250;
const maxTimerMs = 2 ** 31 - 1;

/**
 * Keeps one page up to date: a snapshot when it is ready and after each change while it is seen, nothing while it is hidden. Asleep it
 * holds no subscription and no timer. A page that is opened for the first time gets what a person looks for first, and asks for
 * the charts once that is drawn.
 */
export class DashboardFeed {
  readonly #options: DashboardFeedOptions;
  readonly #refresh: () => Promise<void>;
  #current: DashboardSnapshot | undefined;
  #asked: DashboardRequest = { utcOffsetMinutes: 0, filter: usualFilter };
  #unsubscribe: (() => void) | undefined;
  /** Set to the next change that time alone makes. */
  #timer: NodeJS.Timeout | undefined;
  /** Set while a change waits for its turn. */
  #soon: NodeJS.Timeout | undefined;
  #reach: DashboardReach = 'whole';
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

  /** The page is up: from now on it gets what comes after that which this resolves with. */
  async open(request: DashboardRequest): Promise<DashboardSnapshot> {
    this.#asked = request;
    this.#unsubscribe ??= this.#options.subscribe(() => this.#refreshSoon());
    this.#reach = 'first';
    await this.#refresh();
    return this.snapshot();
  }

  /** The page is drawn: what it shows with the charts in it. */
  async charts(): Promise<DashboardSnapshot> {
    if (!this.snapshot().state.counted) await this.#refresh();
    return this.snapshot();
  }

  /** Narrows what the page shows from now on. */
  async narrow(filter: DashboardFilter): Promise<DashboardSnapshot> {
    this.#asked = { ...this.#asked, filter };
    await this.#refresh();
    return this.snapshot();
  }

  /** What is shown now, and for whom. */
  get asked(): DashboardRequest {
    return this.#asked;
  }

  /** Id of the repository that the page shows: another may be looked at by now, which is still being read. */
  get shownRepository(): string | undefined {
    return this.#shownRepository;
  }

  /** What a button of a row of the last state does; undefined for one that is not there any more. */
  commandOf(id: string): RowCommand | undefined {
    return this.#buttons?.commandOf(id);
  }

  /** What the page would show if it had missed nothing. */
  snapshot(): DashboardSnapshot {
    if (this.#current === undefined) throw new Error('A snapshot was asked for before the page was ready.');
    return this.#current;
  }

  /** Reads again now, for example because another repository became the active one. */
  refresh(): void {
    if (this.#unsubscribe !== undefined) this.#refreshSoon();
  }

  /** No one looks any more, until the next `open`. */
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
    // What was counted once is counted on from there: it comes with everything else, and nothing flickers. That is known only now: a
    // page that is reloaded while the charts are counted asks before, and is read for afterwards.
    const reach = this.#current?.state.counted ? 'whole' : this.#reach;
    this.#reach = 'whole';
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
