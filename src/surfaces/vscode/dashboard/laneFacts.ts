import type { Lane } from '../../../domain/lane/lane.js';
import { unlessRefused } from '../../../domain/refusal/refusal.js';
import { loadLaneOperations } from '../../../operations/loadLaneCatalogue.js';
import type { Clock } from '../../../platform/clock.js';
import type { Log } from '../../../platform/log.js';
import type { Card } from '../../../protocol/dashboardState.js';
import type { BoardReport } from '../../../reports/boardReport.js';
import type { Repository } from '../repository.js';
import { afterDrawing, SlowReading } from '../support/slowReading.js';

type Facts = Pick<Card, 'size' | 'conflicts'>;

/** The facts of one repository. */
interface Round {
  readonly repository: string;
  readonly lanes: ReadonlyMap<string, Facts>;
  readonly elsewhere: BoardReport['elsewhere'];
}

const noLanes = { lanes: [], conflicts: [] } as const;
const unknown: Facts = { size: null, conflicts: [] };

export interface LaneFactsEnvironment {
  readonly clock: Clock;
  readonly log: Log;
  /** False in Restricted Mode. */
  isTrusted(): boolean;
}

/** Changed lines and expected conflicts of lanes, and worktrees without one, which git tells: read beside the page, after store changes. */
export class LaneFacts {
  readonly #environment: LaneFactsEnvironment;
  readonly #rounds: SlowReading<Round | undefined>;
  #changed: (() => void) | undefined;
  #repository: Repository | undefined;
  #lanes: string | undefined;

  constructor(environment: LaneFactsEnvironment) {
    this.#environment = environment;
    this.#rounds = new SlowReading(
      environment.clock,
      signal => this.#read(signal),
      () => this.#changed?.(),
      { shortest: 5000, first: afterDrawing },
    );
  }

  /** Reads from the next `look` on, and calls back when the facts may have changed. */
  start(changed: () => void): void {
    this.#changed = changed;
  }

  stop(): void {
    this.#rounds.stop();
    this.#changed = undefined;
    this.#lanes = undefined;
  }

  /** Sets the lanes on the page; reads if they differ from the previous ones. */
  look(repository: Repository, lanes: readonly Lane[]): void {
    if (this.#changed === undefined) return;
    this.#repository = repository;
    const before = this.#lanes;
    this.#lanes = lanes.map(({ ref, state, worker }) => [ref, state, worker?.attempt].join(' ')).join();
    if (this.#lanes !== before) this.request();
  }

  /** Reads again, after a change. */
  request(): void {
    if (this.#lanes !== undefined && this.#environment.isTrusted()) this.#rounds.request();
  }

  /** Takes the lane's name. */
  of(lane: string): Facts {
    return this.#round?.lanes.get(lane) ?? unknown;
  }

  /** Worktrees without a lane and without an active task. */
  get elsewhere(): BoardReport['elsewhere'] {
    return this.#round?.elsewhere ?? [];
  }

  get #round(): Round | undefined {
    const { value } = this.#rounds;
    return value?.repository === this.#repository?.id ? value : undefined;
  }

  async #read(signal: AbortSignal): Promise<Round | undefined> {
    const repository = this.#repository;
    const before = this.#rounds.value;
    if (repository === undefined) return before;
    try {
      const { laneOverlaps, laneAdoptable } = await loadLaneOperations();
      const { lanes, conflicts } =
        this.#lanes === '' ? noLanes : unlessRefused(await repository.invoke(laneOverlaps, {}, { signal }));
      const { trees, branches } = unlessRefused(await repository.invoke(laneAdoptable, {}, { signal }));
      const meets = (lane: string): string[] =>
        conflicts.flatMap(({ lanes: pair }) => (pair.includes(lane) ? pair.filter(one => one !== lane) : []));
      return {
        repository: repository.id,
        lanes: new Map(
          lanes.map(({ lane, added, removed }) => {
            const size = added + removed === 0 ? null : { added, removed };
            return [lane, { size, conflicts: meets(lane) }];
          }),
        ),
        elsewhere: [
          ...trees.flatMap(({ branch, task, ...tree }) =>
            branch === null || task !== null ? [] : [{ branch, ...tree }],
          ),
          ...branches.map(work => ({ ...work, worktreePath: null })),
        ],
      };
    } catch (error) {
      this.#environment.log.warn(`The changes of lanes could not be read: ${String(error)}`);
      return before;
    }
  }
}
