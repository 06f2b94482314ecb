import {
  type DashboardAct,
  type DashboardHostContract,
  type DashboardPageContract,
  type DashboardSnapshot,
  dashboardHostContract,
  dashboardPageContract,
} from '../../src/protocol/dashboardContract.js';
import type { DashboardState } from '../../src/protocol/dashboardState.js';
import type { DashboardFilter } from '../../src/protocol/dashboardTrend.js';
import { type Channel, Rpc } from '../../src/protocol/rpc.js';
import { RpcError } from '../../src/protocol/rpcMessage.js';
import type { WorkGraph } from '../../src/protocol/workGraph.js';
import { Text } from './text.js';

/** Timeout of the first answer, in ms: a large store may have to be opened and counted first. */
const firstPatience = 30_000;

export type Shown =
  | { readonly phase: 'loading' }
  | { readonly phase: 'lost' }
  | {
      readonly phase: 'shown';
      readonly state: DashboardState;
      readonly text: Text;
      /** The charts are not counted, and not requested again until the person retries. */
      readonly chartsLost: boolean;
      /** The host has not answered for long: the state is an earlier one. */
      readonly late: boolean;
    };

/** The page's copy of the state: requested once, then pushed on changes; with charts once they are in sight. */
export class DashboardClient {
  readonly #rpc: Rpc<DashboardPageContract, DashboardHostContract>;
  readonly #draw: (shown: Shown) => void;
  readonly #asked: () => { utcOffsetMinutes: number; filter: DashboardFilter };
  readonly #showsCharts: () => boolean;
  #text: Text | undefined;
  #snapshot: DashboardSnapshot | undefined;
  #awaitingCharts = false;
  #chartsLost = false;
  #late = false;

  constructor(
    channel: Channel,
    draw: (shown: Shown) => void,
    request: () => { utcOffsetMinutes: number; filter: DashboardFilter },
    showsCharts = () => true,
  ) {
    this.#draw = draw;
    this.#showsCharts = showsCharts;
    this.#asked = request;
    this.#rpc = new Rpc(channel, {
      local: dashboardPageContract,
      remote: dashboardHostContract,
      handlers: { requests: {}, events: { state: snapshot => this.#showUnlessOlder(snapshot) } },
      onProblem: problem => this.fail(problem),
    });
  }

  /** Requests texts and state; also used to retry. */
  async start(): Promise<void> {
    this.#draw({ phase: 'loading' });
    this.#chartsLost = false;
    try {
      const { texts, locale, snapshot } = await this.#rpc.request('ready', this.#asked(), { timeoutMs: firstPatience });
      this.#text = new Text(texts, locale);
      this.#show(snapshot);
    } catch {
      this.#draw({ phase: 'lost' });
    }
  }

  /** Runs an act in the editor; returns the sentence of a refusal. */
  async act(act: DashboardAct): Promise<string | undefined> {
    try {
      // A command may stay open in a quick pick for as long as the person likes.
      await this.#rpc.request('act', act, { timeoutMs: 3_600_000 });
      return undefined;
    } catch (error) {
      return error instanceof RpcError && error.code === 'refused' ? error.message : undefined;
    }
  }

  /** Narrows the charts; the last request wins. */
  async narrow(filter: DashboardFilter): Promise<void> {
    try {
      this.#showUnlessOlder(await this.#rpc.request('filter', filter));
    } catch (error) {
      this.#keepWhatIsThere(error);
    }
  }

  /** Asks for what the shown part of the page needs. */
  look(): void {
    this.#redraw();
  }

  /** Returns undefined if it could not be laid out. */
  async graph(): Promise<WorkGraph | undefined> {
    try {
      return await this.#rpc.request('graph', {}, { timeoutMs: firstPatience });
    } catch {
      return undefined;
    }
  }

  countAgain(): void {
    this.#chartsLost = false;
    this.#redraw();
  }

  /** Saves a chart to a file that the person chooses; false if they chose none, a sentence on failure. */
  async save(
    { name, format }: { name: string; format: 'svg' | 'png' | 'csv' },
    draw: () => string | Promise<string>,
  ): Promise<boolean | string> {
    let content: string;
    try {
      content = await draw();
    } catch (error) {
      this.fail(`${name}.${format} could not be drawn: ${error instanceof Error ? error.message : String(error)}`);
      return this.#text?.of('chart.notDrawn', format.toUpperCase()) ?? false;
    }
    try {
      return (await this.#rpc.request('save', { name, format, content }, { timeoutMs: 3_600_000 })).saved;
    } catch (error) {
      return error instanceof RpcError && error.code === 'refused' ? error.message : false;
    }
  }

  violation(directive: string, blocked: string): void {
    this.#rpc.emit('violation', { directive, blocked });
  }

  fail(message: string): void {
    this.#rpc.emit('failure', { message });
  }

  /** A late answer may still arrive as a change: until then, earlier rows are worth more than an empty page. */
  #keepWhatIsThere(error: unknown): void {
    if (error instanceof RpcError && error.code === 'timed_out') {
      this.#late = true;
      this.#redraw();
    } else {
      this.#draw({ phase: 'lost' });
    }
  }

  async #askCharts(): Promise<void> {
    if (this.#awaitingCharts) return;
    this.#awaitingCharts = true;
    try {
      this.#showUnlessOlder(await this.#rpc.request('charts', {}, { timeoutMs: firstPatience }));
    } catch {
      // Keep everything else: only the charts are missing, and they may still arrive with a change.
      this.#chartsLost = true;
      this.#redraw();
    } finally {
      this.#awaitingCharts = false;
    }
  }

  /** Before the first answer there are no texts to draw with, and that answer will include this state. */
  #showUnlessOlder(snapshot: DashboardSnapshot): void {
    if (this.#snapshot !== undefined && snapshot.revision >= this.#snapshot.revision) this.#show(snapshot);
  }

  #show(snapshot: DashboardSnapshot): void {
    this.#snapshot = snapshot;
    this.#late = false;
    this.#redraw();
  }

  #redraw(): void {
    if (this.#snapshot === undefined || this.#text === undefined) return;
    const { state } = this.#snapshot;
    if (state.counted) this.#chartsLost = false;
    const chartsLost = this.#chartsLost;
    this.#draw({ phase: 'shown', state, text: this.#text, chartsLost, late: this.#late });
    if (!state.counted && !chartsLost && this.#showsCharts()) void this.#askCharts();
  }
}
