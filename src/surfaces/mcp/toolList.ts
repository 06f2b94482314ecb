import type { CompoundTool, ToolDeclaration } from '../../manifest/toolSet.js';
import type { ToolTable } from '../../manifest/toolTable.js';
import type { ServedTools } from './binding.js';

export interface ToolListOptions {
  readonly table: ToolTable;
  /** True once the repository has a lane. Never rejects. */
  readonly hasLanes: () => Promise<boolean>;
  /** Calls back after commits of any process; returns the way to stop, undefined where there is nothing to listen to yet. */
  readonly listen: (listener: () => void) => (() => void) | undefined;
  /** The client's list of tools is outdated. */
  readonly onChanged: () => void;
}

/**
 * The tools of one session. Most of those of lanes are not in it before the repository has a lane, because every session pays for
 * what is listed; the client is told when the first lane comes, whoever opened it. One that is called before works all the
 * same, and has them listed too. Once listed, they stay.
 */
export class ToolList implements ServedTools {
  readonly #options: ToolListOptions;
  /** Whether all tools of lanes are listed. */
  #listsLanes = false;
  /** How many tools the client knows of; undefined before it has asked. */
  #told: number | undefined;
  #stop: (() => void) | undefined;

  constructor(options: ToolListOptions) {
    this.#options = options;
  }

  /** What `tools/list` answers. */
  async list(): Promise<readonly ToolDeclaration[]> {
    const tools = await this.#all();
    this.#told = tools.length;
    this.#listen();
    return tools.map(({ declaration }) => declaration);
  }

  has(name: string): boolean {
    return this.find(name) !== undefined;
  }

  async names(): Promise<readonly string[]> {
    return (await this.#all()).map(({ declaration }) => declaration.name);
  }

  /** All tools that are listed now. */
  async #all(): Promise<readonly CompoundTool[]> {
    this.#listsLanes ||= await this.#options.hasLanes();
    const { core, ofLanes, withoutLanes } = this.#options.table;
    return [...core, ...(this.#listsLanes ? ofLanes : withoutLanes)];
  }

  /** The tool of this name; undefined when there is none. One that is not listed yet has all of lanes listed from then on. */
  find(name: string): CompoundTool | undefined {
    const { core, ofLanes, withoutLanes } = this.#options.table;
    const isNamed = ({ declaration }: CompoundTool): boolean => declaration.name === name;
    const found = [...core, ...ofLanes].find(isNamed);
    if (found !== undefined && ![...core, ...withoutLanes].some(isNamed)) this.#listsLanes = true;
    return found;
  }

  /** Looks whether the client's list is still true, and tells it when not. */
  async look(): Promise<void> {
    if (this.#told === undefined) return;
    const { length } = await this.#all();
    if (length !== this.#told) {
      this.#told = length;
      this.#options.onChanged();
    }
    this.#listen();
  }

  /** Stops listening. */
  stop(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  /** Others open lanes too; with the first one there is nothing left to listen for. */
  #listen(): void {
    if (this.#listsLanes) this.stop();
    else this.#stop ??= this.#options.listen(() => void this.look());
  }
}
