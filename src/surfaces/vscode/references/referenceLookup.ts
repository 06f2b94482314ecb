import type { CancellationToken } from 'vscode';
import type { Finding } from '../../../domain/finding/finding.js';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import type { WorkItem } from '../../../domain/workItem/workItem.js';
import { findingShow } from '../../../operations/finding/findingShow.js';
import { queueShow } from '../../../operations/queue/queueShow.js';
import type { Room } from '../room.js';

/** A document may mention so many unknown numbers before the rest is taken as unknown too. */
const mostLookups = 200;
const mostRemembered = 10_000;

/** What a reference stands for. */
export type Referred = { readonly item: WorkItem } | { readonly finding: Finding };

/** Which numbers are work items or findings. What exists is remembered: neither is ever deleted. */
export class ReferenceLookup {
  readonly #known = new Map<string, Set<string>>();

  /** Those of `refs` that exist in the room. */
  async existing(room: Room, refs: readonly string[], token: CancellationToken): Promise<ReadonlySet<string>> {
    const known = this.#knownOf(room);
    const unknown = [...new Set(refs)].filter(ref => !known.has(ref));
    for (const ref of unknown.slice(0, mostLookups)) {
      if (token.isCancellationRequested) break;
      await this.find(room, ref);
    }
    return known;
  }

  /** The work item or finding as it is now; undefined when there is none or the store cannot be read. */
  async find(room: Room, ref: string): Promise<Referred | undefined> {
    const shown = await (ref.startsWith('F')
      ? room.invoke(findingShow, { id: ref })
      : room.invoke(queueShow, { id: ref }));
    if (isRefusal(shown)) return undefined;
    const known = this.#knownOf(room);
    if (known.size >= mostRemembered) known.clear();
    known.add(ref);
    return shown;
  }

  #knownOf(room: Room): Set<string> {
    let known = this.#known.get(room.id);
    if (known === undefined) {
      known = new Set();
      this.#known.set(room.id, known);
    }
    return known;
  }
}
