import { moreName, rareTools } from '../../manifest/rareTools.js';
import type { CallableTool, ToolDeclaration } from '../../manifest/toolSet.js';
import type { ToolTable } from '../../manifest/toolTable.js';
import type { ServedTools, ToolCall, ToolReply } from './binding.js';

export interface ToolListOptions {
  readonly table: ToolTable;
  /** True once the repository has a lane. Never rejects. */
  readonly hasLanes: () => Promise<boolean>;
  /** True if agents may approve, merge and close lanes. Never rejects; asked with each list of a repository with lanes. */
  readonly mayReview: () => Promise<boolean>;
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
    if (!this.#listsLanes || !(await this.#options.mayReview())) return tools;
    const { core, ofReviewers } = this.#options.table;
    return [...core, ...ofReviewers];
  }

  has(name: string): boolean {
    return name === moreName || this.find(name) !== undefined;
  }

  async names(): Promise<readonly string[]> {
    return (await this.#all()).map(({ name }) => name);
  }

  async #all(): Promise<readonly ToolDeclaration[]> {
    this.#listsLanes ||= await this.#options.hasLanes();
    const { core, ofLanes, withoutLanes } = this.#options.table;
    return [...core, ...(this.#listsLanes ? ofLanes : withoutLanes)];
  }

  /** Returns the tool of this name, also a former one; undefined if there is none. A lane's causes all of lanes to be listed. */
  find(name: string): CallableTool | undefined {
    const { tools, former, ofLanes, withoutLanes } = this.#options.table;
    const found = tools.find(tool => tool.name === name);
    const earlier = Object.hasOwn(former, name) ? former[name] : undefined;
    if (found === undefined && earlier === undefined) return undefined;
    const isNamed = (tool: ToolDeclaration): boolean => tool.name === name;
    if (ofLanes.some(isNamed) && !withoutLanes.some(isNamed)) this.#listsLanes = true;
    return { name, notForAgents: {}, guide: '', ...found, actions: { ...found?.actions, ...earlier } };
  }

  /** Returns the call that one of `more` stands for, or the answer that describes the tool it names; other calls unchanged. */
  resolve(call: ToolCall): ToolCall | ToolReply {
    if (call.name !== moreName) return call;
    const { tool: name, ...rest } = call.arguments as Readonly<Record<string, unknown>>;
    const tool = typeof name === 'string' && name !== moreName ? this.find(name) : undefined;
    if (tool === undefined) {
      const message = typeof name === 'string' ? `There is no tool “${name.slice(0, 60)}”.` : 'more needs a tool.';
      return refused(message, `Give tool as one of: ${Object.keys(rareTools).join(', ')}.`);
    }
    const { action } = rest;
    if (Object.hasOwn(tool.actions, '')) {
      return refused(`${tool.name} has no rare actions.`, `It is a tool of its own: call ${tool.name}.`);
    }
    if (typeof action === 'string' && action !== '') return { ...call, name: tool.name, arguments: rest };
    if (Object.keys(rest).length > 0) {
      return refused(`more needs an action of ${tool.name}.`, `Give one of: ${Object.keys(tool.actions).join(', ')}.`);
    }
    return { text: tool.guide, structured: { guide: tool.guide }, isError: false };
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

function refused(message: string, hint: string): ToolReply {
  const structured = { code: 'invalid_input', message, hint };
  return { text: `Refused (invalid_input): ${message} ${hint}`, structured, isError: true };
}
