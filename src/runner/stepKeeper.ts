import type { ToolUpdate } from '../backends/agentProgram.js';
import type { LaneRow } from '../domain/lane/laneRow.js';
import type { LaneStep } from '../git/lane/laneSteps.js';
import { errorText } from '../messages/errorText.js';
import type { RunnerPlace } from './runnerPlace.js';
import { mayChange } from './toolKinds.js';
import type { Transcript } from './transcript.js';

/** Paths of a step that its transcript names. */
const maxPaths = 50;

/** Keeps the files of a lane after each tool call of its agent that changed some. */
export class StepKeeper {
  readonly #place: RunnerPlace;
  readonly #lane: LaneRow;
  readonly #transcript: Transcript;
  readonly #tools = new Map<string, string>();
  #last: LaneStep | undefined;
  #isAsked = false;
  #keeping: Promise<void> | undefined;
  #hasFailed = false;

  constructor(place: RunnerPlace, lane: LaneRow, transcript: Transcript) {
    this.#place = place;
    this.#lane = lane;
    this.#transcript = transcript;
  }

  /** Keeps the files as they are before the agent begins. */
  async begin(): Promise<void> {
    try {
      const steps = await (await this.#place.ports.trees()).listSteps(this.#lane.name);
      this.#last = steps.at(-1);
    } catch (error) {
      this.#fail(error);
    }
    await this.keep();
  }

  see({ id, tool, state }: ToolUpdate): void {
    if (tool !== undefined && this.#tools.size < 1000) this.#tools.set(id, tool);
    if (state !== 'completed' && state !== 'failed') return;
    const kind = this.#tools.get(id);
    this.#tools.delete(id);
    if (mayChange(kind)) void this.keep();
  }

  /** Resolves once the present files are kept. Never rejects: a failure is logged, and the session goes on. */
  keep(): Promise<void> {
    this.#isAsked = true;
    this.#keeping ??= this.#keepAsked().finally(() => {
      this.#keeping = undefined;
    });
    return this.#keeping;
  }

  async #keepAsked(): Promise<void> {
    while (this.#isAsked && !this.#hasFailed) {
      this.#isAsked = false;
      try {
        await this.#keepOne();
      } catch (error) {
        this.#fail(error);
      }
    }
  }

  async #keepOne(): Promise<void> {
    const { name: lane, worktree_path: directory } = this.#lane;
    const before = this.#last;
    const trees = await this.#place.ports.trees();
    const kept = await trees.keepStep({ lane, directory, ...(before === undefined ? {} : { before }) });
    if (kept === undefined) return;
    this.#last = kept.step;
    const paths = kept.paths.slice(0, maxPaths);
    this.#transcript.add({ kind: 'step', number: kept.step.number, paths, files: kept.paths.length });
  }

  #fail(error: unknown): void {
    if (!this.#hasFailed)
      this.#place.context.log.warn(`Steps in ${this.#lane.name} cannot be kept: ${errorText(error)}`);
    this.#hasFailed = true;
  }
}
