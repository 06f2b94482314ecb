import type { Locator } from 'playwright-core';
import { DashboardPage } from './dashboardPage.js';

/** The page of a record in a window, as a person sees it. */
export class RecordPage extends DashboardPage {
  override root(): Locator {
    return this.workbench.webview().locator('#record');
  }

  /** Until the page of this record is there. */
  async waitFor(ref: string): Promise<void> {
    await this.root().locator('h1', { hasText: ref }).waitFor();
  }

  button(name: string | RegExp): Locator {
    return this.root().getByRole('button', { name });
  }
}
