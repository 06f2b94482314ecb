import type { Page } from 'playwright-core';
import type { TreeView } from '../editor/treeView.js';

/** The terminals of lanes, typed into as a person does. */
export class LaneTerminal {
  private readonly page: Page;
  private readonly lanes: TreeView;

  constructor(page: Page, lanes: TreeView) {
    this.page = page;
    this.lanes = lanes;
  }

  /** Opens the terminal of a lane from its row and types a line. */
  async type(lane: string, line: string): Promise<void> {
    await this.lanes.inlineAction(` ${lane}`, 'Open Terminal of Lane');
    await this.typeHere(lane, line);
  }

  /** Types a line into the terminal of this lane, once it has the keyboard. */
  async typeHere(lane: string, line: string): Promise<void> {
    const input = this.page.locator(`.part.panel .terminal-wrapper.active textarea[aria-label*="Lane ${lane}"]`);
    await input.waitFor({ state: 'attached', timeout: 30_000 });
    await input.focus();
    await this.page.keyboard.type(line);
    await this.page.keyboard.press('Enter');
  }
}
