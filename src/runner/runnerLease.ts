import {
  claimText,
  judgeClaim,
  type RunnerClaim,
  readClaim,
  runnerName,
  runnerRenewMs,
} from '../records/agentSession/runnerClaim.js';
import type { Store, Transaction } from '../store/store.js';
import type { RunnerPlace } from './runnerPlace.js';

/** Time in which the holder of a late claim may renew it, as after the machine has slept; and time between two looks, ms. */
const lateMs = 2000;
const tickMs = 1000;
/** Max attempts to take a claim that others change at the same time. */
const maxTries = 5;

type LeasePlace = Pick<RunnerPlace, 'ports' | 'context'>;

/** Thrown by writes of a process whose claim on running agents another one has taken. */
export class LostLeaseError extends Error {
  constructor() {
    super('Another process runs the agents now.');
  }
}

/**
 * The claim of this process on running the agents of a repository: a file that it renews, and a number in the store that each
 * new holder raises, by which late writes of an earlier one are refused.
 */
export class RunnerLease {
  readonly #place: LeasePlace;
  readonly #onLost: () => void;
  #claim: RunnerClaim;
  #text: string;
  #isLost = false;
  #renewing: Promise<unknown> = Promise.resolve();
  readonly #timer: NodeJS.Timeout;

  private constructor(place: LeasePlace, claim: RunnerClaim, onLost: () => void) {
    this.#place = place;
    this.#claim = claim;
    this.#text = claimText(claim);
    this.#onLost = onLost;
    this.#timer = setInterval(() => this.#tick(), tickMs);
  }

  /** Takes the place of none, or of a process that is gone or renews no more; undefined while another one has it. */
  static async take(place: LeasePlace, onLost: () => void): Promise<RunnerLease | undefined> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const { runner } = place.ports;
      const before = await runner.read(runnerName);
      if (before !== undefined && !(await mayReplace(place, before))) return undefined;
      const known = await place.context.store.read(({ counters }) => counters.value('runner'));
      const claim = { token: known + 1, process: place.ports.machine.identity(), at: place.context.clock.now() };
      const text = claimText(claim);
      const isTaken = before === undefined ? runner.begin(runnerName, text) : runner.replace(runnerName, before, text);
      if (!(await isTaken)) continue;
      const isFirst = await place.context.store.transaction(async ({ counters }) => {
        if ((await counters.value('runner')) !== known) return false;
        await counters.take('runner');
        return true;
      });
      if (isFirst) return new RunnerLease(place, claim, onLost);
      if ((await runner.read(runnerName)) === text) await runner.remove(runnerName);
    }
    return undefined;
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  /** Throws a LostLeaseError if another process has taken the place. Call it before acts outside of the store. */
  async confirm(): Promise<void> {
    if (!this.#isLost && (await this.#place.ports.runner.read(runnerName)) !== this.#text) await this.#renew();
    if (this.#isLost) throw new LostLeaseError();
  }

  /** The store, for writes that are refused once another process has the place. */
  fence(store: Store): Store {
    const required = async (transaction: Transaction): Promise<void> => {
      if ((await transaction.counters.value('runner')) !== this.#claim.token) this.#lose();
      if (this.#isLost) throw new LostLeaseError();
    };
    return {
      heartbeats: store.heartbeats,
      maintenance: store.maintenance,
      health: () => store.health(),
      create: () => store.create(),
      read: callback => store.read(callback),
      readArchived: callback => store.readArchived(callback),
      transaction: callback =>
        store.transaction(async transaction => {
          await required(transaction);
          return callback(transaction);
        }),
      commitMark: () => store.commitMark(),
      textIndex: name => store.textIndex(name),
      onDidChange: listener => store.onDidChange(listener),
      close: () => store.close(),
    };
  }

  async release(): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewing;
    const { runner } = this.#place.ports;
    if ((await runner.read(runnerName)) === this.#text) await runner.remove(runnerName);
  }

  /** Looks at the clock of the day: that of timers stands still while the machine sleeps. */
  #tick(): void {
    if (Math.abs(this.#place.context.clock.now() - this.#claim.at) < runnerRenewMs) return;
    void this.#renew();
  }

  #lose(): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#onLost();
  }

  #renew(): Promise<unknown> {
    const { ports, context } = this.#place;
    this.#renewing = this.#renewing.then(async () => {
      if (this.#isLost) return;
      const claim = { ...this.#claim, at: context.clock.now() };
      const text = claimText(claim);
      if (await ports.runner.replace(runnerName, this.#text, text)) {
        this.#claim = claim;
        this.#text = text;
      } else if ((await ports.runner.read(runnerName)) !== this.#text) this.#lose();
    });
    this.#renewing = this.#renewing.catch(error => context.log.warn(`The claim was not renewed: ${String(error)}`));
    return this.#renewing;
  }
}

/** True for a damaged claim, one of a dead process, and one that stays without a renewal. */
async function mayReplace({ ports, context }: LeasePlace, text: string): Promise<boolean> {
  const claim = readClaim(text);
  if (claim === undefined) {
    // It may be a folder or a link, which no write replaces.
    if (text === '') await ports.runner.setAside(runnerName);
    return true;
  }
  const standing = judgeClaim(claim, ports.machine, context.clock.now());
  if (standing !== 'late') return standing === 'void';
  await new Promise(done => setTimeout(done, lateMs));
  return (await ports.runner.read(runnerName)) === text;
}
