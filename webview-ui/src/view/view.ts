import type { Sheet } from '../../../src/charts/sheet.js';
import type { DashboardAct } from '../../../src/protocol/dashboardContract.js';
import type { DashboardFilter } from '../../../src/protocol/dashboardTrend.js';
import type { WorkGraph } from '../../../src/protocol/workGraph.js';
import type { Text } from '../text.js';

export interface View {
  readonly text: Text;
  /** Ms UTC. */
  readonly now: number;
  readonly page: PageState;
  readonly trouble: string | undefined;
  /** The host has not answered for long: the state is an earlier one. */
  readonly late: boolean;
  /** Sends the last request to the host again. */
  askAgain(): void;
  /** The charts are not counted, and not requested again until the person retries. */
  readonly chartsLost: boolean;
  /** Undefined before it was laid out. */
  readonly graph: WorkGraph | undefined;
  countAgain(): void;
  act(act: DashboardAct): void;
  /** Shows a sentence above the page, as for a refusal. */
  say(words: string): void;
  /** Adds these filters to the charts' filter; survives a reload. */
  narrow(filter: Partial<DashboardFilter>): void;
  save(sheet: Sheet, format: 'svg' | 'png' | 'csv'): void;
  /** Changes the page's own state, not its data; survives a reload. */
  change(page: Partial<PageState>): void;
}

/** Grouping of the cards of a column. */
export const groupings = ['label', 'agent', 'parent'] as const;
export type Grouping = (typeof groupings)[number];

export const tabs = ['board', 'graph', 'charts'] as const;
export type Tab = (typeof tabs)[number];

export interface PageState {
  /** Charts with visible numbers; a screen reader finds them either way. */
  readonly numbersShown: readonly string[];
  readonly filter: DashboardFilter;
  readonly unfolded: readonly string[];
  readonly tab: Tab;
  /** Text that the shown cards have. */
  readonly find: string;
  readonly by: Grouping | null;
}
