import type { CancellationToken } from 'vscode';
import type { Finding } from '../../../domain/finding/finding.js';
import type { Lane } from '../../../domain/lane/lane.js';
import { isRefusal, type Refusal } from '../../../domain/refusal/refusal.js';
import type { Task } from '../../../domain/task/task.js';
import type { WorkItem } from '../../../domain/workItem/workItem.js';
import { findingList } from '../../../operations/finding/findingList.js';
import { findingShow } from '../../../operations/finding/findingShow.js';
import type { laneList } from '../../../operations/lane/laneList.js';
import type { laneShow } from '../../../operations/lane/laneShow.js';
import { queueList } from '../../../operations/queue/queueList.js';
import { queueShow } from '../../../operations/queue/queueShow.js';
import { taskList } from '../../../operations/task/taskList.js';
import { taskShow } from '../../../operations/task/taskShow.js';
import { laneOperation } from '../lanes/laneOperation.js';
import type { Room } from '../room.js';

/** A document may mention so many unknown numbers before the rest is taken as unknown too. */
const mostLookups = 200;
const mostRemembered = 10_000;
/** Records of a kind that a completion offers, the last changed first. */
const mostOffered = 200;

/** The letters of references. */
export type ReferenceLetter = 'W' | 'F' | 'T' | 'L';

/** What a reference stands for. */
export type Referred =
  | { readonly item: WorkItem }
  | { readonly finding: Finding }
  | { readonly task: Task }
  | { readonly lane: Lane };

/** A record by its reference and its words. */
export interface Offered {
  readonly ref: string;
  readonly title: string;
  /** It is over: done, fixed, merged. */
  readonly isOver: boolean;
}

/** What is remembered of a room. */
interface Memory {
  /** What exists: no record is ever deleted. */
  readonly known: Set<string>;
  /** What does not exist, and what a completion offers, as long as nothing is committed. */
  mark: string | undefined;
  readonly absent: Set<string>;
  readonly offered: Map<ReferenceLetter, Promise<readonly Offered[]>>;
}

/** Which references are records. While nothing is committed no record is asked for twice. */
export class ReferenceLookup {
  readonly #memories = new Map<string, Memory>();

  /** Those of `refs` that exist in the room. */
  async existing(room: Room, refs: readonly string[], token: CancellationToken): Promise<ReadonlySet<string>> {
    const { known, absent } = await this.#memoryOf(room);
    const unknown = [...new Set(refs)].filter(ref => !known.has(ref) && !absent.has(ref));
    for (const ref of unknown.slice(0, mostLookups)) {
      if (token.isCancellationRequested) break;
      if ((await this.find(room, ref)) === undefined) absent.add(ref);
    }
    return known;
  }

  /** The record as it is now; undefined when there is none or the store cannot be read. */
  async find(room: Room, ref: string): Promise<Referred | undefined> {
    const { known } = await this.#memoryOf(room);
    const found = await read(room, ref);
    if (found === undefined) return undefined;
    if (known.size >= mostRemembered) known.clear();
    known.add(ref);
    return found;
  }

  /** The records of a kind, the last changed first. */
  async offered(room: Room, letter: ReferenceLetter): Promise<readonly Offered[]> {
    const { offered } = await this.#memoryOf(room);
    const list = offered.get(letter) ?? offer(room, letter);
    offered.set(letter, list);
    // What failed is tried again.
    list.catch(() => offered.delete(letter));
    return list;
  }

  async #memoryOf(room: Room): Promise<Memory> {
    const mark = await room.commitMark();
    const memory = this.#memories.get(room.id) ?? { known: new Set(), mark, absent: new Set(), offered: new Map() };
    this.#memories.set(room.id, memory);
    if (memory.mark !== mark || mark === undefined) {
      memory.mark = mark;
      memory.absent.clear();
      memory.offered.clear();
    }
    return memory;
  }
}

async function read(room: Room, ref: string): Promise<Referred | undefined> {
  switch (ref[0] as ReferenceLetter) {
    case 'W':
      return valueIn(await room.invoke(queueShow, { id: ref }));
    case 'F':
      return valueIn(await room.invoke(findingShow, { id: ref }));
    case 'T':
      return valueIn(await room.invoke(taskShow, { task: ref }));
    case 'L': {
      if (!(await room.hasLanes())) return undefined;
      const lane = valueIn(await room.invoke(await laneOperation<typeof laneShow>('lane.show'), { lane: ref }));
      return lane && { lane };
    }
  }
}

async function offer(room: Room, letter: ReferenceLetter): Promise<readonly Offered[]> {
  switch (letter) {
    case 'W': {
      const page = valueIn(await room.invoke(queueList, { limit: mostOffered }));
      const isOver = (status: string): boolean => ['done', 'failed', 'cancelled'].includes(status);
      return page?.items.map(({ ref, title, status }) => ({ ref, title, isOver: isOver(status) })) ?? [];
    }
    case 'F': {
      const page = valueIn(await room.invoke(findingList, { status: 'any', order: 'updated', limit: mostOffered }));
      return page?.findings.map(({ ref, text, status }) => ({ ref, title: text, isOver: status !== 'open' })) ?? [];
    }
    case 'T': {
      const page = valueIn(await room.invoke(taskList, { limit: mostOffered }));
      return (
        page?.tasks.map(({ ref, objective, status }) => ({ ref, title: objective, isOver: status === 'done' })) ?? []
      );
    }
    case 'L': {
      if (!(await room.hasLanes())) return [];
      const page = valueIn(
        await room.invoke(await laneOperation<typeof laneList>('lane.list'), { all: true, noDistance: true }),
      );
      const isOver = (status: string): boolean => status === 'merged' || status === 'closed';
      return page?.lanes.map(({ ref, lane, status }) => ({ ref, title: lane, isOver: isOver(status) })) ?? [];
    }
  }
}

function valueIn<Value>(answer: Value | Refusal): Value | undefined {
  return isRefusal(answer) ? undefined : answer;
}
