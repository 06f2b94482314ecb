import type { Lane } from '../../../domain/lane/lane.js';
import { unlessRefused } from '../../../domain/refusal/refusal.js';
import { loadLaneOperations } from '../../../operations/loadLaneCatalogue.js';
import type { Clock } from '../../../platform/clock.js';
import type { Log } from '../../../platform/log.js';
import type { Card } from '../../../protocol/dashboardState.js';
import type { Repository } from '../repository.js';
import { afterDrawing, SlowReading } from '../support/slowReading.js';

type Facts = Pick<Card, 'size' | 'conflicts'>;

const unknown: Facts = { size: null, conflicts: [] };

export interface LaneFactsEnvironment {
  readonly clock: Clock;
  readonly log: Log;
  /** False in Restricted Mode. */
  isTrusted(): boolean;
}

/** Changed lines and expected conflicts of lanes on the board, which git tells: read beside the page, after store changes. */
export class LaneFacts {
  readonly #environment: LaneFactsEnvironment;
  readonly #rounds: SlowReading<ReadonlyMap<string, Facts>>;
  #changed: (() => void) | undefined;
  #repository: Repository | undefined;
  #lanes = '';

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
    this.#lanes = '';
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
    if (this.#lanes !== '' && this.#environment.isTrusted()) this.#rounds.request();
  }

  /** Takes the lane's name. */
  of(lane: string): Facts {
    return this.#rounds.value?.get(`${this.#repository?.id} ${lane}`) ?? unknown;
  }

  async #read(signal: AbortSignal): Promise<ReadonlyMap<string, Facts>> {
    const repository = this.#repository;
    const before = this.#rounds.value ?? new Map<string, Facts>();
    if (repository === undefined) return before;
    try {
      const { laneOverlaps } = await loadLaneOperations();
      const { lanes, conflicts } = unlessRefused(await repository.invoke(laneOverlaps, {}, { signal }));
      const meets = (lane: string): string[] =>
        conflicts.flatMap(({ lanes: pair }) => (pair.includes(lane) ? pair.filter(one => one !== lane) : []));
      return new Map(
        lanes.map(({ lane, added, removed }) => {
          const size = added + removed === 0 ? null : { added, removed };
          return [`${repository.id} ${lane}`, { size, conflicts: meets(lane) }];
        }),
      );
    } catch (error) {
      this.#environment.log.warn(`The changes of lanes could not be read: ${String(error)}`);
      return before;
    }
  }
}
