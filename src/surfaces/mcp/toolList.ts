import type { CompoundTool, ToolDeclaration } from '../../manifest/toolSet.js';
import type { ToolTable } from '../../manifest/toolTable.js';
import type { ServedTools } from './binding.js';

export interface ToolListOptions {
  readonly table: ToolTable;
  /** True once the repository has a lane. Never rejects. */
  readonly hasLanes: () => Promise<boolean>;
  /** Calls back after commits of any process; returns an unsubscribe function, undefined if there is no store yet. */
  readonly listen: (listener: () => void) => (() => void) | undefined;
  readonly onChanged: () => void;
}

/**
 * Most lane tools are unlisted until the repository has a lane, because each session pays for listed tools; the client is
 * notified then. Calling an unlisted tool works and lists all. Listed tools stay.
 */
export class ToolList implements ServedTools {
  readonly #options: ToolListOptions;
  #listsLanes = false;
  /** Number of tools the client was told about; undefined before its first request. */
  #announced: number | undefined;
  #stop: (() => void) | undefined;

  constructor(options: ToolListOptions) {
    this.#options = options;
  }

  async list(): Promise<readonly ToolDeclaration[]> {
    const tools = await this.#all();
    this.#announced = tools.length;
    this.#listen();
    return tools.map(({ declaration }) => declaration);
  }

  has(name: string): boolean {
    return this.find(name) !== undefined;
  }

  async names(): Promise<readonly string[]> {
    return (await this.#all()).map(({ declaration }) => declaration.name);
  }

  async #all(): Promise<readonly CompoundTool[]> {
    this.#listsLanes ||= await this.#options.hasLanes();
    const { core, ofLanes, withoutLanes } = this.#options.table;
    return [...core, ...(this.#listsLanes ? ofLanes : withoutLanes)];
  }

  /** Returns the tool of this name; undefined if there is none. An unlisted one causes all lane tools to be listed. */
  find(name: string): CompoundTool | undefined {
    const { core, ofLanes, withoutLanes } = this.#options.table;
    const isNamed = ({ declaration }: CompoundTool): boolean => declaration.name === name;
    const found = [...core, ...ofLanes].find(isNamed);
    if (found !== undefined && ![...core, ...withoutLanes].some(isNamed)) this.#listsLanes = true;
    return found;
  }

  async look(): Promise<void> {
    if (this.#announced === undefined) return;
    const { length } = await this.#all();
    if (length !== this.#announced) {
      this.#announced = length;
      this.#options.onChanged();
    }
    this.#listen();
  }

  stop(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  /** Listens until the first lane is open; others open lanes too. */
  #listen(): void {
    if (this.#listsLanes) this.stop();
    else this.#stop ??= this.#options.listen(() => void this.look());
  }
}
