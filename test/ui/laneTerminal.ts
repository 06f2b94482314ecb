import type { Page } from 'playwright-core';

/** The terminals of lanes, typed into as a person does. */
export class LaneTerminal {
  /** @param open opens the terminal of a lane, by its name */
  constructor(
    private readonly page: Page,
    private readonly open: (lane: string) => Promise<void>,
  ) {}

  /** Opens the terminal of a lane and types a line. */
  async type(lane: string, line: string): Promise<void> {
    await this.open(lane);
    await this.typeHere(`Lane ${lane}`, line);
  }

  /** Types a line into the terminal with this title, once it has the keyboard. */
  async typeHere(title: string, line: string): Promise<void> {
    const input = this.page.locator(`.part.panel .terminal-wrapper.active textarea[aria-label*="${title}"]`);
    await input.waitFor({ state: 'attached', timeout: 30_000 });
    await input.focus();
    await this.page.keyboard.type(line);
    await this.page.keyboard.press('Enter');
  }
}
