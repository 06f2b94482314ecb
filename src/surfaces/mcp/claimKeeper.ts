import type { Actor } from '../../domain/actor/actor.js';
import { findNamed } from '../../domain/identifier/identifier.js';
import { minLeaseMs, type WorkItem } from '../../domain/workItem/workItem.js';
import type { Clock } from '../../platform/clock.js';
import type { Log } from '../../platform/log.js';

/** A claim made through this server. */
export interface HeldClaim {
  readonly id: string;
  readonly ref: string;
  readonly key: string | null;
  readonly token: number;
  readonly actor: Actor;
  /** How long one renewal is to hold, as the caller's own heartbeat said; undefined for the length of the claim. */
  readonly lease: string | undefined;
}

/** Outcome of a renewal. */
export type Renewal =
  /** Renewed until then, ms UTC; null for a claim that never runs out. */
  | { readonly outcome: 'kept'; readonly until: number | null }
  /** The item waits for a person: its holder may continue after the answer, with the same token. */
  | { readonly outcome: 'waiting' }
  /** The claim is another's or no claim any more. */
  | { readonly outcome: 'lost' }
  /** Try again later. */
  | { readonly outcome: 'failed' };

export interface ClaimKeeperOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Without a call for so long, claims are renewed no more, in ms. */
  readonly idleMs: number;
  /** Renews the claim only if it is still valid. */
  readonly renew: (claim: HeldClaim) => Promise<Renewal>;
}

interface Entry extends HeldClaim {
  /** Taken over by someone: renewed no more, but its token still goes with late writes, so that they are refused. */
  lost: boolean;
  /** Its item waits for a person: renewals are refused until the answer, and then continue. */
  waiting: boolean;
  /** Between two renewals, in ms; undefined for a claim without a lease, which a task or a lane holds. */
  intervalMs: number | undefined;
  timer: NodeJS.Timeout | undefined;
}

/** A claim is renewed each time a third of its lease is over, and no claim is shorter than the shortest lease. */
const heartbeatsPerLease = 3;
const shortestIntervalMs = minLeaseMs / heartbeatsPerLease;
/** Interval in ms until the first renewal returns the lease's length. */
const retryMs = 1000;

/**
 * Remembers the claims that were made through this server: adds their fencing tokens to later calls and renews their
 * leases at a third of their length, while the client is connected and has called of late. Gives nothing back when the
 * server ends: a restarted client continues with its claims, a dead one's run out.
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

  /** Tells that the client has called. After a long silence claims are renewed at once rather than at the next beat. */
  touch(): void {
    const wasIdle = this.#isIdle();
    this.#lastCall = this.#options.clock.now();
    if (wasIdle) for (const entry of this.#claims.values()) void this.#heartbeat(entry);
  }

  /**
   * Takes note of a work item as a write of `actor` left it: a claim `begins`, continues, waits for a person or has ended.
   * With `adopts`, a claim that was made elsewhere, by a server before this one, is taken care of too: renewed at once,
   * because the remaining lease does not show its original length.
   */
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

  /** Takes note of a work item as anyone's read shows it; concerns only claims that are known. */
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

  /**
   * The holder itself renewed a claim, until then (ms UTC), for the length `lease` if it gave one. A claim that was made
   * before this server started is taken care of from here on.
   */
  renewed(heartbeat: Omit<HeldClaim, 'key'> & { readonly until: number }): void {
    const { until, ...claim } = heartbeat;
    const existing = this.#claims.get(claim.id);
    if (existing !== undefined && (existing.lost || existing.token > claim.token)) return;
    this.#set({ ...claim, key: existing?.key ?? null }, until - this.#options.clock.now());
  }

  /** The token of the claim that a caller's name of a work item means; undefined when none was made here. */
  tokenFor(identifier: string): number | undefined {
    return this.#find(identifier)?.token;
  }

  /** Removes a claim in any state. */
  forget(id: string): void {
    clearTimeout(this.#claims.get(id)?.timer);
    this.#claims.delete(id);
  }

  /** Renews no more; what is held runs out with its lease. */
  stop(): void {
    this.#stopped = true;
    for (const entry of this.#claims.values()) clearTimeout(entry.timer);
  }

  /** Begins to renew a claim that holds for so long, in ms; at once when that is not known. */
  #set(claim: HeldClaim, lengthMs: number | undefined): void {
    const entry = this.#hold(claim, lengthMs === undefined ? retryMs : intervalFor(lengthMs));
    if (lengthMs === undefined) void this.#heartbeat(entry);
    else this.#schedule(entry);
  }

  /** Replaces what is known of the claim on the item. */
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
    // The connection keeps the process alive, never a lease.
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
      this.#options.log.info(`${entry.ref} is held by someone else or by nobody now`);
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
