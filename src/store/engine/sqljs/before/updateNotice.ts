import { realpathSync } from 'node:fs';
import { inARow, type Message, type MessageValue, message, verbatim } from '../../../../messages/message.js';
import { folderOf, isInside } from '../../../../platform/processesIn.js';
import type { ProcessIdentity } from '../../../../platform/processIdentity.js';
import { StoreError } from '../../../storeError.js';
import type { Connection } from '../connection.js';
import { schemaVersionOf } from '../schemaVersion.js';

/** First schema version with lanes. */
const lanesSince = 3;

interface LanePlace {
  readonly number: number;
  readonly folder: string;
}

/** Names the lanes of older processes that have the store open. */
export class UpdateNotice {
  /** Working directories by token; they do not change. */
  readonly #folders = new Map<string, string | undefined>();

  /** Returns UPDATE_PENDING for writers. */
  async about(processes: readonly ProcessIdentity[], connection: Connection): Promise<StoreError> {
    const lanes = openLanes(connection);
    const numbers = new Set<number>();
    const others: ProcessIdentity[] = [];
    for (const one of processes) {
      const folder = await this.#folderOf(one);
      const lane = folder === undefined ? undefined : lanes.find(place => isInside(folder, place.folder));
      if (lane === undefined) others.push(one);
      else numbers.add(lane.number);
    }
    const refs = [...numbers].sort((left, right) => left - right).map(number => `L-${number}`);
    const names = [...refs.map(verbatim), ...others.map(nameOf)];
    return new StoreError('UPDATE_PENDING', message('store.updatePending', { who: all(names), count: names.length }), {
      hint: message('store.updatePendingHint'),
      next: [{ operation: 'store.update', input: { now: true } }],
      details: {
        lanes: refs,
        processes: processes.map(({ pid, program, host }) => ({ pid, program, host })),
      },
    });
  }

  async #folderOf({ token, pid }: ProcessIdentity): Promise<string | undefined> {
    if (!this.#folders.has(token)) this.#folders.set(token, await folderOf(pid));
    return this.#folders.get(token);
  }
}

function openLanes(connection: Connection): LanePlace[] {
  if (schemaVersionOf(connection) < lanesSince) return [];
  const sql = "select number, worktree_path from lanes where status not in ('merged', 'closed')";
  return connection.run(sql, []).rows.map(({ number, worktree_path }) => ({
    number: Number(number),
    folder: realPath(String(worktree_path)),
  }));
}

/** Systems report real paths. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function nameOf({ program, pid }: ProcessIdentity): Message {
  return program === '' ? message('store.processNumber', { pid }) : message('store.process', { program, pid });
}

function all(names: readonly Message[]): MessageValue {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : message('input.withLast', { first: inARow(names.slice(0, -1)), last });
}
