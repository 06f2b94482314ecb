/** Keeps `dashboard.md` up to date in a long-running process; `renew` is its `renewDashboardFile`. */
export class DashboardKeeper {
  readonly #renew: () => Promise<number | undefined>;
  #timer: NodeJS.Timeout | undefined;
  #isRunning = false;
  #isDue = false;
  #hasStopped = false;

  constructor(renew: () => Promise<number | undefined>) {
    this.#renew = renew;
  }

  /** Schedules a write; several changes are combined. */
  changed(): void {
    this.#isDue = true;
    if (!this.#isRunning && this.#timer === undefined && !this.#hasStopped) void this.#run();
  }

  stop(): void {
    this.#hasStopped = true;
    clearTimeout(this.#timer);
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    this.#isDue = false;
    const wait = await this.#renew();
    this.#isRunning = false;
    if (this.#hasStopped || wait === undefined || (wait === 0 && !this.#isDue)) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#run();
    }, wait);
    this.#timer.unref();
  }
}
