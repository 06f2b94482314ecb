import type { CancellationToken } from 'vscode';
import type { Finding } from '../../../domain/finding/finding.js';
import type { Lane } from '../../../domain/lane/lane.js';
import { isRefusal, type Refusal } from '../../../domain/refusal/refusal.js';
import type { Run } from '../../../domain/run/run.js';
import type { Task } from '../../../domain/task/task.js';
import type { WorkItem } from '../../../domain/workItem/workItem.js';
import { findingList } from '../../../operations/finding/findingList.js';
import { findingShow } from '../../../operations/finding/findingShow.js';
import { loadLaneOperations } from '../../../operations/loadLaneCatalogue.js';
import { loadRunOperations } from '../../../operations/loadRunOperations.js';
import { queueList } from '../../../operations/queue/queueList.js';
import { queueShow } from '../../../operations/queue/queueShow.js';
import { taskList } from '../../../operations/task/taskList.js';
import { taskShow } from '../../../operations/task/taskShow.js';
import type { Repository } from '../repository.js';

/** Max lookups for a document, after which further unknown numbers count as missing; and max remembered references. */
const maxLookups = 200;
const maxRemembered = 10_000;
/** Max records of a kind offered by a completion, last changed first. */
const maxOffered = 200;

export type ReferenceLetter = 'W' | 'F' | 'T' | 'L' | 'R';

export type Referred =
  | { readonly item: WorkItem }
  | { readonly finding: Finding }
  | { readonly task: Task }
  | { readonly lane: Lane }
  | { readonly run: Run };

export interface Offered {
  readonly ref: string;
  readonly title: string;
  /** True if done, fixed or merged. */
  readonly isOver: boolean;
}

interface Memory {
  /** Existing references. Kept across commits, since no record is ever deleted. */
  readonly present: Set<string>;
  /** Store state for which `absent` and `offered` are valid. */
  mark: string | undefined;
  readonly absent: Set<string>;
  readonly offered: Map<ReferenceLetter, Promise<readonly Offered[]>>;
}

/** Finds the records of references. Caches answers until the next commit to the store. */
export class ReferenceLookup {
  readonly #memories = new Map<string, Memory>();

  /** Returns those of `refs` that exist in the repository. */
  async existing(
    repository: Repository,
    refs: readonly string[],
    token: CancellationToken,
  ): Promise<ReadonlySet<string>> {
    const { present: known, absent } = await this.#memoryOf(repository);
    const unknown = [...new Set(refs)].filter(ref => !known.has(ref) && !absent.has(ref));
    for (const ref of unknown.slice(0, maxLookups)) {
      if (token.isCancellationRequested) break;
      if ((await this.find(repository, ref)) === undefined) absent.add(ref);
    }
    return known;
  }

  /** Returns the current record; undefined if there is none or the store cannot be read. */
  async find(repository: Repository, ref: string): Promise<Referred | undefined> {
    const { present: known } = await this.#memoryOf(repository);
    const found = await read(repository, ref);
    if (found === undefined) return undefined;
    if (known.size >= maxRemembered) known.clear();
    known.add(ref);
    return found;
  }

  /** Returns the records of a kind, last changed first. */
  async offered(repository: Repository, letter: ReferenceLetter): Promise<readonly Offered[]> {
    const { offered } = await this.#memoryOf(repository);
    const list = offered.get(letter) ?? offer(repository, letter);
    offered.set(letter, list);
    // Do not cache a failure.
    list.catch(() => offered.delete(letter));
    return list;
  }

  async #memoryOf(repository: Repository): Promise<Memory> {
    const mark = await repository.commitMark();
    const memory = this.#memories.get(repository.id) ?? {
      present: new Set(),
      mark,
      absent: new Set(),
      offered: new Map(),
    };
    this.#memories.set(repository.id, memory);
    if (memory.mark !== mark || mark === undefined) {
      memory.mark = mark;
      memory.absent.clear();
      memory.offered.clear();
    }
    return memory;
  }
}

async function read(repository: Repository, ref: string): Promise<Referred | undefined> {
  switch (ref[0] as ReferenceLetter) {
    case 'W':
      return valueIn(await repository.invoke(queueShow, { id: ref }));
    case 'F':
      return valueIn(await repository.invoke(findingShow, { id: ref }));
    case 'T':
      return valueIn(await repository.invoke(taskShow, { task: ref }));
    case 'L': {
      if (!(await repository.hasLanes())) return undefined;
      const lane = valueIn(await repository.invoke((await loadLaneOperations()).laneShow, { lane: ref }));
      return lane && { lane };
    }
    case 'R':
      return valueIn(await repository.invoke((await loadRunOperations()).runShow, { run: ref }));
  }
}

async function offer(repository: Repository, letter: ReferenceLetter): Promise<readonly Offered[]> {
  const limit = maxOffered;
  switch (letter) {
    case 'W': {
      const page = valueIn(await repository.invoke(queueList, { limit }));
      const over: readonly string[] = ['done', 'failed', 'cancelled'];
      return page?.items.map(({ ref, title, status }) => ({ ref, title, isOver: over.includes(status) })) ?? [];
    }
    case 'F': {
      const page = valueIn(await repository.invoke(findingList, { status: 'any', order: 'updated', limit }));
      return page?.findings.map(({ ref, text, status }) => ({ ref, title: text, isOver: status !== 'open' })) ?? [];
    }
    case 'T': {
      const tasks = valueIn(await repository.invoke(taskList, { limit }))?.tasks ?? [];
      return tasks.map(({ ref, objective, status }) => ({ ref, title: objective, isOver: status === 'done' }));
    }
    case 'L': {
      if (!(await repository.hasLanes())) return [];
      const { laneList } = await loadLaneOperations();
      const lanes = valueIn(await repository.invoke(laneList, { all: true, noDistance: true }))?.lanes ?? [];
      const over: readonly string[] = ['merged', 'closed'];
      return lanes.map(({ ref, lane, status }) => ({ ref, title: lane, isOver: over.includes(status) }));
    }
    case 'R': {
      const page = valueIn(await repository.invoke((await loadRunOperations()).runList, { limit }));
      return page?.runs.map(({ ref, request, status }) => ({ ref, title: request, isOver: status === 'closed' })) ?? [];
    }
  }
}

function valueIn<Value>(answer: Value | Refusal): Value | undefined {
  return isRefusal(answer) ? undefined : answer;
}
