import type { Actor } from '../../domain/actor/actor.js';
import { findNamed } from '../../domain/identifier/identifier.js';
import { minLeaseMs, type WorkItem } from '../../domain/workItem/workItem.js';
import type { Clock } from '../../platform/clock.js';
import type { Log } from '../../platform/log.js';

export interface HeldClaim {
  readonly id: string;
  readonly ref: string;
  readonly key: string | null;
  readonly token: number;
  readonly actor: Actor;
  /** Lease length from the caller's own heartbeat; undefined to renew by the claim's length. */
  readonly lease: string | undefined;
}

export type Renewal =
  /** Renewed until this time (ms UTC); null for a claim that does not expire. */
  | { readonly outcome: 'kept'; readonly until: number | null }
  /** The item waits for a person; after the answer its holder continues with the same token. */
  | { readonly outcome: 'waiting' }
  /** The claim has ended or belongs to someone else. */
  | { readonly outcome: 'lost' }
  | { readonly outcome: 'failed' };

export interface ClaimKeeperOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Time in ms without a call after which claims are no longer renewed. */
  readonly idleMs: number;
  /** Renews the claim only if it is still valid. */
  readonly renew: (claim: HeldClaim) => Promise<Renewal>;
}

interface Entry extends HeldClaim {
  /** Taken over by someone: not renewed, but its token is still sent with late writes, so that they are refused. */
  lost: boolean;
  /** The item waits for a person: renewals are refused until the answer and then continue. */
  waiting: boolean;
  /** Time between renewals in ms; undefined for a claim without a lease, held by a task or a lane. */
  intervalMs: number | undefined;
  timer: NodeJS.Timeout | undefined;
}

const heartbeatsPerLease = 3;
const shortestIntervalMs = minLeaseMs / heartbeatsPerLease;
/** Interval in ms until the first renewal returns the lease's length. */
const retryMs = 1000;

/**
 * Remembers the claims made through this server: adds their fencing tokens to later calls and renews each after a third of its
 * lease while the client is active. Releases nothing at its end, so a restarted client continues.
 */
export class ClaimKeeper {
  readonly #options: ClaimKeeperOptions;
  readonly #claims = new Map<string, Entry>();
  #lastCall: number;
  #stopped = false;

  constructor(options: ClaimKeeperOptions) {
    this.#options = options;
    this.#lastCall = options.clock.now();
  }

  /** Records a call by the client. After an idle period, claims are renewed at once instead of at the next interval. */
  touch(): void {
    const wasIdle = this.#isIdle();
    this.#lastCall = this.#options.clock.now();
    if (wasIdle) for (const entry of this.#claims.values()) void this.#heartbeat(entry);
  }

  /** Records a work item after a write. `adopts` takes over a claim of an earlier server and renews it at once. */
  observe(item: WorkItem, actor: Actor, kind: 'begins' | 'adopts' | 'other'): void {
    const existing = this.#claims.get(item.id);
    if (existing !== undefined && kind !== 'begins') {
      this.see(item);
      if (item.token === existing.token && item.status !== 'in_flight' && item.status !== 'waiting_human') {
        this.forget(item.id);
      }
    } else if (item.status !== 'in_flight') {
      this.forget(item.id);
    } else if (kind !== 'other' && item.owner === actor.name) {
      const { id, ref, key, token, leaseUntil } = item;
      const claim = { id, ref, key, token, actor, lease: undefined };
      if (leaseUntil === null) this.#hold(claim, undefined);
      else this.#set(claim, kind === 'begins' ? Date.parse(leaseUntil) - this.#options.clock.now() : undefined);
    }
  }

  /** Updates a known claim from a work item that anyone has read. */
  see(item: WorkItem): void {
    const existing = this.#claims.get(item.id);
    if (existing === undefined) return;
    if (item.token > existing.token) {
      existing.lost = true;
      clearTimeout(existing.timer);
    } else if (item.token === existing.token && item.status === 'waiting_human') {
      existing.waiting = true;
    } else if (existing.waiting && item.token === existing.token && item.status === 'in_flight') {
      void this.#heartbeat(existing);
    }
  }

  /** Records the holder's own heartbeat, `until` in ms UTC. Takes over claims made before this server started. */
  renewed(heartbeat: Omit<HeldClaim, 'key'> & { readonly until: number }): void {
    const { until, ...claim } = heartbeat;
    const existing = this.#claims.get(claim.id);
    if (existing !== undefined && (existing.lost || existing.token > claim.token)) return;
    this.#set({ ...claim, key: existing?.key ?? null }, until - this.#options.clock.now());
  }

  /** Undefined if the claim was not made here. */
  tokenFor(identifier: string): number | undefined {
    return this.#find(identifier)?.token;
  }

  forget(id: string): void {
    clearTimeout(this.#claims.get(id)?.timer);
    this.#claims.delete(id);
  }

  /** Stops renewing; held claims expire with their leases. */
  stop(): void {
    this.#stopped = true;
    for (const entry of this.#claims.values()) clearTimeout(entry.timer);
  }

  /** Starts renewing a claim of this length in ms; at once if the length is unknown. */
  #set(claim: HeldClaim, lengthMs: number | undefined): void {
    const entry = this.#hold(claim, lengthMs === undefined ? retryMs : intervalFor(lengthMs));
    if (lengthMs === undefined) void this.#heartbeat(entry);
    else this.#schedule(entry);
  }

  #hold(claim: HeldClaim, intervalMs: number | undefined): Entry {
    this.forget(claim.id);
    const entry: Entry = { ...claim, lost: false, waiting: false, intervalMs, timer: undefined };
    this.#claims.set(claim.id, entry);
    return entry;
  }

  #schedule(entry: Entry): void {
    if (this.#stopped || entry.lost || entry.intervalMs === undefined) return;
    clearTimeout(entry.timer);
    entry.timer = setTimeout(() => void this.#heartbeat(entry), entry.intervalMs);
    // The connection keeps the process alive; renewals must not.
    entry.timer.unref();
  }

  async #heartbeat(entry: Entry): Promise<void> {
    if (this.#stopped || entry.lost || entry.intervalMs === undefined || this.#claims.get(entry.id) !== entry) return;
    clearTimeout(entry.timer);
    if (!this.#isIdle()) {
      const renewal = await this.#options.renew(entry).catch((error: unknown): Renewal => {
        this.#options.log.error(`the claim of ${entry.ref} could not be renewed`, error);
        return { outcome: 'failed' };
      });
      if (this.#claims.get(entry.id) !== entry) return;
      this.#takeIn(entry, renewal);
    }
    this.#schedule(entry);
  }

  #takeIn(entry: Entry, renewal: Renewal): void {
    if (renewal.outcome === 'lost') {
      entry.lost = true;
      this.#options.log.info(`${entry.ref} is no longer held by this caller`);
    } else if (renewal.outcome !== 'failed') {
      entry.waiting = renewal.outcome === 'waiting';
    }
    if (renewal.outcome === 'kept' && renewal.until !== null) {
      entry.intervalMs = intervalFor(renewal.until - this.#options.clock.now());
    }
  }

  #isIdle(): boolean {
    return this.#options.clock.now() - this.#lastCall > this.#options.idleMs;
  }

  #find(identifier: string): Entry | undefined {
    return findNamed('workItem', identifier, [...this.#claims.values()]);
  }
}

function intervalFor(lengthMs: number): number {
  return Math.max(shortestIntervalMs, lengthMs / heartbeatsPerLease);
}
