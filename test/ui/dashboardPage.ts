import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Frame, Locator } from 'playwright-core';
import { failByPolicy } from '../editor/failByPolicy.js';
import { meddle, watchPolicy } from '../editor/policyWatch.js';
import type { ColorTheme, Workbench } from '../editor/workbench.js';

const require = createRequire(import.meta.url);

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
  }[];
}

/** What the editor calls each theme on the body of a page. */
const bodyClasses: Readonly<Record<ColorTheme, string>> = {
  dark: 'vscode-dark',
  light: 'vscode-light',
  'high-contrast-dark': 'vscode-high-contrast:not(.vscode-high-contrast-light)',
  'high-contrast-light': 'vscode-high-contrast-light',
};

// In each file that has a dashboard.
failByPolicy();

/** The dashboard in a window, as a person sees it. What its policy stops fails the tests of the file. */
export class DashboardPage {
  constructor(readonly workbench: Workbench) {
    watchPolicy(workbench.page);
  }

  /** Opens Home, and of it the tab with the charts. */
  async open(): Promise<void> {
    await this.openHome();
    await this.showCharts();
  }

  /** Opens Home as it is left, or as it is where the store cannot be used. */
  async openHome(): Promise<void> {
    await this.workbench.runCommand('Stateroom: Open Home');
    await this.root().and(this.workbench.webview().locator('[aria-busy="false"]')).waitFor();
  }

  /** Shows the tab with the numbers, lists and charts. */
  async showCharts(): Promise<void> {
    await this.root().getByRole('tab', { name: 'Charts' }).click();
    await this.waitUntilDrawn();
  }

  /** Keeps a picture of the window. */
  screenshot(name: string): Promise<unknown> {
    return this.workbench.screenshot(name);
  }

  /** Until it is there with its charts counted. */
  async waitUntilDrawn(): Promise<void> {
    await this.root().and(this.workbench.webview().locator('[aria-busy="false"]')).waitFor();
    await this.root().locator('.charts section[aria-busy="true"]').first().waitFor({ state: 'detached' });
  }

  /** Switches the theme of the window and waits until the page wears it. */
  async wear(theme: ColorTheme): Promise<void> {
    await this.workbench.setColorTheme(theme);
    await (await this.frame()).waitForSelector(`body.${bodyClasses[theme]}`);
  }

  /** Makes the page's own window so wide, CSS pixels, in one of this height; the side bar must be closed. */
  async fit(width: number, height: number): Promise<void> {
    const { page } = this.workbench;
    const frame = await this.frame();
    const beside = (page.viewportSize()?.width ?? 0) - (await frame.evaluate(() => innerWidth));
    await page.setViewportSize({ width: width + beside, height });
    await frame.waitForFunction(wanted => innerWidth === wanted, width);
  }

  /** By how much what is on the page is wider than the page, CSS pixels: 0 where all of it is seen without scrolling aside. */
  async overhang(): Promise<number> {
    const frame = await this.frame();
    return frame.evaluate(() => {
      const { scrollWidth, clientWidth } = document.scrollingElement ?? document.body;
      return Math.max(0, scrollWidth - clientWidth);
    });
  }

  root(): Locator {
    return this.workbench.webview().locator('#dashboard');
  }

  /** The number on a tile. */
  count(section: string): Locator {
    return this.root().locator(`.tile.${section} .value`);
  }

  part(name: string): Locator {
    return this.root().locator(`section.part.${name}`);
  }

  async frame(): Promise<Frame> {
    const frame = await (await this.root().elementHandle())?.ownerFrame();
    if (frame == null) throw new Error('The dashboard has no frame.');
    return frame;
  }

  /** What the accessibility checker finds wrong, one line each. */
  accessibilityProblems(): Promise<string[]> {
    return meddle(this.workbench.page, async () => {
      const frame = await this.frame();
      // Given as text to the browser itself: the page's own policy would not let it in.
      await frame.evaluate(await readFile(require.resolve('axe-core/axe.min.js'), 'utf8'));
      const result = await frame.evaluate<AxeResult>('axe.run(document)');
      return result.violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
      );
    });
  }

  /** Listens, from now on, to what the page says to the extension; gives what was heard so far. */
  async messagesToHost(): Promise<() => Promise<unknown[]>> {
    // The editor's own frame around the page passes its messages on through a port.
    const outer = (await this.frame()).parentFrame();
    if (outer === null) throw new Error('The dashboard stands in no frame of the editor.');
    await outer.evaluate(() => {
      const heard: unknown[] = [];
      Object.assign(window, { heardFromDashboard: heard });
      const post = MessagePort.prototype.postMessage;
      MessagePort.prototype.postMessage = function (message: { channel?: string; data?: { message?: unknown } }, more) {
        if (message.channel === 'onmessage') heard.push(message.data?.message);
        post.call(this, message, more as StructuredSerializeOptions);
      };
    });
    return () => outer.evaluate('window.heardFromDashboard');
  }

  /** The numbers of a chart's table, row by row as they are there, the names of the rows left out. */
  numbers(part: string): Promise<string[]> {
    return this.part(part)
      .locator('tbody tr')
      .evaluateAll(rows =>
        rows.map(row => [...row.querySelectorAll('td')].map(cell => (cell.textContent ?? '').trim()).join(' ')),
      );
  }

  /** The name of what has the keyboard: `open W-12`. Undefined outside of the page. */
  async held(): Promise<string | undefined> {
    return (await this.frame()).evaluate(() => {
      const held = document.hasFocus() ? document.activeElement : null;
      return held instanceof HTMLElement ? held.dataset.focus : undefined;
    });
  }

  /** Presses Tab until the control of this name has the keyboard. */
  async tabTo(name: string, most = 150): Promise<void> {
    const passed: (string | undefined)[] = [];
    for (let step = 0; step <= most; step += 1) {
      const held = await this.held();
      if (held === name) return;
      passed.push(held);
      await this.workbench.page.keyboard.press('Tab');
    }
    throw new Error(`Tab never comes to ${name}, but to ${passed.join(', ')}.`);
  }

  /** Presses Tab from the top of the page and tells what has the keyboard each time, until it leaves the page. */
  async walk(most = 60): Promise<string[]> {
    const frame = await this.frame();
    const names: string[] = [];
    for (let step = 0; step < most; step += 1) {
      await this.workbench.page.keyboard.press('Tab');
      const name = await frame.evaluate(() => {
        const held = document.activeElement;
        if (held === null || held === document.body) return undefined;
        return (held.getAttribute('aria-label') ?? held.textContent ?? '').replace(/\s+/g, ' ').trim();
      });
      if (name === undefined) break;
      names.push(name);
    }
    return names;
  }
}
