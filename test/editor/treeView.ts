import type { Locator, Page } from 'playwright-core';
import { rowName } from './rowName.js';

/** A row of a tree view as it is on the screen. */
export type TreeRow = {
  /** What tests call it: its number and its title, as in `W-1 Fix the login`; the title alone where it has no number. */
  label: string;
  /** What stands beside the title, but for the number. */
  description: string;
  /** As it stands there. */
  title: string;
  /** 1 for a root. */
  level: number;
  /** Undefined where there is nothing to unfold. */
  expanded: boolean | undefined;
  selected: boolean;
  /** What a screen reader says. */
  accessibleName: string;
};

/** A tree view in the side bar. Long trees draw only the rows in sight: rows() gives those. */
export class TreeView {
  constructor(
    private readonly page: Page,
    private readonly name: string,
  ) {}

  /** The whole view: header, message, welcome text and rows. */
  pane(): Locator {
    return this.page.locator('.part.sidebar .pane, .part.auxiliarybar .pane', {
      has: this.page.locator(`.pane-header[aria-label^="${this.name}"]`),
    });
  }

  /** The rows on the screen, from top to bottom. */
  async rows(): Promise<TreeRow[]> {
    const rows = await this.locateRows().evaluateAll(elements =>
      elements
        .map(element => {
          const expanded = element.getAttribute('aria-expanded');
          return {
            top: element.getBoundingClientRect().top,
            row: {
              title: element.querySelector('.label-name')?.textContent ?? '',
              description: element.querySelector('.label-description')?.textContent ?? '',
              level: Number(element.getAttribute('aria-level') ?? '1'),
              expanded: expanded === null ? undefined : expanded === 'true',
              selected: element.getAttribute('aria-selected') === 'true',
              accessibleName: element.getAttribute('aria-label') ?? '',
            },
          };
        })
        .sort((a, b) => a.top - b.top)
        .map(({ row }) => row),
    );
    return rows.map(row => {
      const { name, facts } = rowName(row.title, row.description);
      return { ...row, label: name, description: facts };
    });
  }

  /** The labels of the rows on the screen. */
  async labels(): Promise<string[]> {
    return (await this.rows()).map(row => row.label);
  }

  locateRows(): Locator {
    return this.pane().locator('.monaco-list-row[role="treeitem"]');
  }

  /** The row with this text in its label or description; `W-1 Fix` is one with this number whose title has this text. */
  row(text: string | RegExp): Locator {
    return this.rowsWith(text).first();
  }

  /**
   * The row with this text when the view's rows stay as they are. The editor fills the elements of rows again when a view
   * reads again: one that was looked for a moment ago may hold another row by the time the mouse is there.
   */
  private async stillRow(text: string | RegExp): Promise<Locator> {
    await this.waitForRow(text);
    const look = async (): Promise<string> => JSON.stringify(await this.rows());
    let [before, now] = ['', await look()];
    for (let looks = 0; before !== now && looks < 50; looks += 1) {
      await this.page.waitForTimeout(150);
      [before, now] = [now, await look()];
    }
    return this.waitForRow(text);
  }

  private rowsWith(text: string | RegExp): Locator {
    const [, ref, title = ''] = typeof text === 'string' ? (/^([FLMPSTW]-\d+)(?: (.*))?$/.exec(text) ?? []) : [];
    if (ref !== undefined) {
      const number = this.page.locator('.label-description', { hasText: new RegExp(`^${ref}( ·|$)|· ${ref}$`) });
      const titled = this.page.locator('.label-name', { hasText: title });
      return this.locateRows().filter({ has: number }).filter({ has: titled });
    }
    return this.locateRows().filter({ has: this.page.locator('.monaco-icon-label', { hasText: text }) });
  }

  /** Waits until a row with this text is shown. */
  async waitForRow(text: string | RegExp, timeout = 30_000): Promise<Locator> {
    const row = this.row(text);
    await row.waitFor({ timeout });
    return row;
  }

  /**
   * Unfolds a row and waits for the rows below it; one that is open stays open. An editor that has not drawn them yet may
   * fold the row again when the next one is unfolded.
   */
  async expand(text: string | RegExp): Promise<void> {
    const end = Date.now() + 60_000;
    while (!(await this.showsBelow(text))) {
      if (Date.now() > end) throw new Error(`${text} does not unfold.`);
      const folded = this.rowsWith(text).and(this.page.locator('[aria-expanded="false"]')).first();
      if (await folded.isVisible()) await folded.locator('.monaco-tl-twistie').click();
    }
  }

  /** Folds a row. */
  async collapse(text: string | RegExp): Promise<void> {
    const open = this.rowsWith(text).and(this.page.locator('[aria-expanded="true"]')).first();
    await open.locator('.monaco-tl-twistie').click();
    await open.waitFor({ state: 'detached' });
  }

  /** Whether the row is unfolded and rows below it are drawn. */
  private async showsBelow(text: string | RegExp): Promise<boolean> {
    const row = await this.waitForRow(text);
    const spoken = await row.getAttribute('aria-label');
    const rows = await this.rows();
    const at = rows.findIndex(each => each.accessibleName === spoken);
    return rows[at]?.expanded === true && (rows[at + 1]?.level ?? 0) > rows[at].level;
  }

  /** Goes to a row of the view that has the keyboard, as the arrows do, which select none. */
  async moveTo(label: string): Promise<void> {
    const focused = this.pane().locator('.monaco-list-row.focused');
    const named = async (): Promise<string> => {
      const [title, description] = ['.label-name', '.label-description'].map(part => focused.locator(part));
      const texts = [
        await title?.innerText(),
        (await description?.count()) === 0 ? '' : await description?.innerText(),
      ];
      return rowName(texts[0] ?? '', texts[1]).name;
    };
    await this.page.keyboard.press('Home');
    for (let moves = 0; moves < 60; moves += 1) {
      if ((await focused.count()) === 1 && (await named()).startsWith(label)) return;
      await this.page.keyboard.press('ArrowDown');
    }
    throw new Error(`No key leads to ${label}.`);
  }

  /** Selects a row and gives it the keyboard. */
  async select(text: string | RegExp): Promise<void> {
    await (await this.stillRow(text)).click();
  }

  /** The buttons beside a row, from left to right, whether they can be pressed or not. */
  async inlineActions(text: string | RegExp): Promise<string[]> {
    const row = await this.stillRow(text);
    return labelsOf(row.locator('.actions .action-label'));
  }

  /** Presses an inline action of a row, by its tooltip. */
  async inlineAction(text: string | RegExp, action: string): Promise<void> {
    const row = await this.stillRow(text);
    await row.hover();
    await row.locator(`.actions .action-label[aria-label^="${action}"]`).click();
  }

  /** Whether a button that stands beside a row can be pressed. */
  async isInlineActionEnabled(text: string | RegExp, action: string): Promise<boolean> {
    const row = await this.stillRow(text);
    await row.hover();
    return row.locator(`.actions .action-label[aria-label^="${action}"]:not(.disabled)`).isVisible();
  }

  /** Chooses from the row's context menu; from one below it by `More > Add Dependency…`. */
  async contextAction(text: string | RegExp, action: string): Promise<void> {
    const row = await this.stillRow(text);
    await row.click({ button: 'right' });
    await chooseFromMenu(this.page, action);
  }

  /** The entries of the row's context menu, none where it has no menu; closes it again. */
  async contextActions(text: string | RegExp): Promise<string[]> {
    // What is told of the row before may lie upon this one; it goes with the pointer's way out, not with its end alone.
    await this.page.mouse.move(1, 1, { steps: 5 });
    await this.page.locator('.workbench-hover').first().waitFor({ state: 'hidden' });
    const row = await this.stillRow(text);
    await row.click({ button: 'right' });
    return this.takeMenu();
  }

  /** What its title bar offers, but for the buttons of the editor's own; closes the menu again. */
  async titleActions(): Promise<{ buttons: string[]; more: string[] }> {
    await this.pane().hover();
    const buttons = this.pane().locator('.pane-header .actions .action-label');
    const dots = this.pane().locator('.pane-header .actions .action-label.codicon-toolbar-more');
    const own = (await labelsOf(buttons)).filter(label => !/^(Collapse All|(Views and )?More Actions)/.test(label));
    if ((await dots.count()) === 0) return { buttons: own, more: [] };
    // A bar that is drawn again, as its buttons change, takes its open menu away.
    const menu = this.page.locator('.monaco-menu').getByRole('menuitem').first();
    for (let clicks = 1; clicks < 10 && !(await menu.isVisible()); clicks += 1) {
      await dots.click();
      await menu.waitFor({ timeout: 3_000 }).catch(() => undefined);
    }
    return { buttons: own, more: await this.takeMenu() };
  }

  private async takeMenu(): Promise<string[]> {
    const menu = this.page.locator('.monaco-menu');
    await menu.getByRole('menuitem').first().waitFor();
    // Beside them stand the keys.
    const names = await labelsOf(menu.getByRole('menuitem').locator('.action-label'));
    await this.page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    return names;
  }

  /** Drags one row onto another. */
  async drag(from: string | RegExp, to: string | RegExp): Promise<void> {
    await (await this.stillRow(from)).dragTo(await this.stillRow(to));
  }

  /** Presses a button in the view's title bar, by its tooltip. */
  async titleAction(action: string): Promise<void> {
    await (await this.titleButton(action)).click();
  }

  /** Whether a button in the view's title bar can be pressed. */
  async isTitleActionEnabled(action: string): Promise<boolean> {
    const button = await this.titleButton(action);
    await button.waitFor();
    return !(await button.evaluate(element => element.classList.contains('disabled')));
  }

  private async titleButton(action: string): Promise<Locator> {
    await this.pane().hover();
    const inPane = this.pane().locator(`.pane-header .action-label[aria-label^="${action}"]`);
    const inPart = this.page.locator(`.part.sidebar .composite.title .action-label[aria-label^="${action}"]`);
    return inPane.or(inPart).first();
  }

  /** The text shown in place of an empty tree, once the extension has started and knows. */
  welcome(): Locator {
    return this.pane().locator('.welcome-view-content', { hasNotText: /^\s*Starting Stateroom/ });
  }

  /** The line above the rows. */
  message(): Locator {
    return this.pane().locator('.message');
  }
}

/**
 * Chooses from an open menu. A menu disregards the mouse for its first moments, so that the click that opened it does
 * not choose: the keyboard it heeds at once.
 */
export async function chooseFromMenu(page: Page, path: string): Promise<void> {
  const names = path.split(' > ');
  for (const [index, name] of names.entries()) {
    await page.locator('.monaco-menu').getByRole('menuitem', { name, exact: true }).hover();
    await page.locator('.monaco-menu .action-item.focused', { hasText: name }).last().waitFor();
    await page.keyboard.press(index < names.length - 1 ? 'ArrowRight' : 'Enter');
  }
}

/** What buttons are called, without their keys. */
async function labelsOf(elements: Locator): Promise<string[]> {
  const names = await elements.evaluateAll(all =>
    all.map(element => element.getAttribute('aria-label') ?? element.textContent ?? ''),
  );
  return names.map(name => name.replace(/ \([^()]*\)$/, '').trim());
}
