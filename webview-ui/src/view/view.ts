import type { Sheet } from '../../../src/charts/sheet.js';
import type { DashboardAct } from '../../../src/protocol/dashboardContract.js';
import type { DashboardFilter } from '../../../src/protocol/dashboardTrend.js';
import type { Text } from '../text.js';

/** What every part of the page draws with. */
export interface View {
  readonly text: Text;
  /** Ms UTC. */
  readonly now: number;
  readonly page: PageState;
  /** Why the last act did not work. */
  readonly trouble: string | undefined;
  /** The host has not answered for long: what is shown is what it said before. */
  readonly late: boolean;
  /** Sends the request to the host again. */
  askAgain(): void;
  /** The charts are not counted, and no one counts them any more. */
  readonly chartsLost: boolean;
  /** Requests the charts again. */
  countAgain(): void;
  /** Asks the editor to do something. */
  act(act: DashboardAct): void;
  /** Narrows what the charts count by these, on top of what was chosen before; kept over a reload. */
  narrow(filter: Partial<DashboardFilter>): void;
  /** Keeps a chart in a file that the person chooses. */
  save(sheet: Sheet, format: 'svg' | 'png' | 'csv'): void;
  /** Changes how the page looks, not what it shows; kept over a reload. */
  change(page: Partial<PageState>): void;
}

/** What belongs to the page alone. */
export interface PageState {
  /** The charts whose numbers are on the screen; a screen reader finds them either way. */
  readonly numbersShown: readonly string[];
  readonly filter: DashboardFilter;
  /** Long lists of which all rows are on the page. */
  readonly unfolded: readonly string[];
}
