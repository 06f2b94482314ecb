import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { place } from '../../build/place.mjs';
import { meddle } from './policyWatch.js';
import { QuickInput } from './quickInput.js';
import type { Editor } from './startEditor.js';
import { TreeView } from './treeView.js';

/** The four kinds of colour theme a view must be readable in. */
export const colorThemes = {
  dark: { name: 'Dark 2026', className: 'vs-dark' },
  light: { name: 'Light 2026', className: 'vs' },
  'high-contrast-dark': { name: 'Dark High Contrast', className: 'hc-black' },
  'high-contrast-light': { name: 'Light High Contrast', className: 'hc-light' },
} as const;

export type ColorTheme = keyof typeof colorThemes;

/** How tests name a command that Stateroom's own list offers, and the palette does not. */
const listed = /^All Commands: /;

/** One window of the real editor, driven as a person drives it: keys, clicks, what is on the screen. */
export class Workbench {
  readonly quickInput: QuickInput;
  private settings: Record<string, unknown> = {};
  private shownTheme: ColorTheme | undefined;

  constructor(
    readonly page: Page,
    readonly editor: Pick<Editor, 'writeSettings'>,
  ) {
    this.quickInput = new QuickInput(page);
  }

  /** Resolves when the window has restored its parts and its contributions. */
  async waitUntilReady(): Promise<void> {
    await this.page.waitForSelector('.monaco-workbench .part.activitybar .action-item', { timeout: 60_000 });
    // The editor marks its own milestones: its parts are restored, all extensions are known.
    await this.page.waitForFunction(
      marks => marks.every(mark => performance.getEntriesByName(mark).length > 0),
      ['code/didCreateWorkbenchContributions/3', 'code/didLoadExtensions'],
      { timeout: 60_000 },
    );
  }

  /** Runs "Developer: Reload Window", which first keeps how the window looks and what the extension remembers. */
  async reload(): Promise<void> {
    const loaded = this.page.waitForEvent('domcontentloaded');
    await this.runCommand('Developer: Reload Window');
    await loaded;
    await this.waitUntilReady();
  }

  /**
   * Runs a command from the palette by its category and title, for example `Stateroom Queue: Add Work Item…`; one that only
   * Stateroom's own list of commands offers by `All Commands: Add Dependency…`. Resolves when the list took it; what the command
   * then asks is in `quickInput`.
   */
  async runCommand(title: string): Promise<void> {
    const label = title.replace(listed, '');
    // What a command is about may have been made elsewhere this moment: who does not find the command looks again.
    for (let looks = 1; looks < 10; looks++) {
      await this.search(title);
      if (await this.quickInput.shows(label)) break;
      await this.quickInput.cancel();
    }
    await this.quickInput.pick(label, { exact: true });
  }

  /** All commands of Stateroom's own that the palette offers, as `Stateroom Queue: Claim`, in the order of the alphabet. */
  async ownCommands(): Promise<string[]> {
    await this.quickInput.openPalette('Stateroom');
    const labels = await this.quickInput.allLabels();
    await this.quickInput.cancel();
    return labels.filter(label => /^Stateroom( \w+)?: /.test(label)).sort();
  }

  /** All commands that Stateroom's own list offers, by their titles there, in the order of the alphabet. */
  async listedCommands(): Promise<string[]> {
    await this.quickInput.openAllCommands('');
    const labels = await this.quickInput.allLabels();
    await this.quickInput.cancel();
    return labels.filter(Boolean).sort();
  }

  /** The titles that the palette offers for some typed words, or for `All Commands: …` Stateroom's own list. */
  async commandTitles(words: string): Promise<string[]> {
    await this.search(words);
    const labels = await this.quickInput.labels();
    await this.quickInput.cancel();
    return listed.test(words) ? labels.map(label => `All Commands: ${label.trim()}`) : labels;
  }

  private async search(words: string): Promise<void> {
    if (listed.test(words)) await this.quickInput.openAllCommands(words.replace(listed, ''));
    else await this.quickInput.openPalette(words);
  }

  /** The icon of a view container in the activity bar. */
  activity(title: string): Locator {
    return this.page.locator('.part.activitybar .action-item', {
      has: this.page.locator(`.action-label[aria-label^="${title}"]`),
    });
  }

  /** Opens a view container from the activity bar; a second call leaves it open. */
  async openContainer(title: string): Promise<void> {
    const icon = this.activity(title);
    await icon.waitFor();
    const open = await icon.evaluate(item => item.classList.contains('checked'));
    if (!open) await icon.click();
    await this.page.locator('.part.sidebar .composite.title', { hasText: new RegExp(title, 'i') }).waitFor();
    // Of Stateroom's, these begin folded.
    if (title !== 'Stateroom') return;
    const headers = this.page.locator('.part.sidebar .pane-header');
    await headers.first().waitFor();
    for (const label of await headers.evaluateAll(all => all.map(one => one.getAttribute('aria-label') ?? ''))) {
      const name = /^(Now|Queue|Jetzt|Warteschlange)\b/.exec(label)?.[0];
      if (name !== undefined) await this.unfold(name);
    }
  }

  /**
   * The number on a container's icon; undefined without one, and while a view of it loads for long, of which the editor
   * then shows the progress in the number's place.
   */
  async badge(title: string): Promise<string | undefined> {
    const badge = this.activity(title).locator('.badge-content');
    if ((await badge.count()) === 0 || !(await badge.first().isVisible())) return undefined;
    return (await badge.first().textContent()) || undefined;
  }

  /** A tree view by its name, for example `Queue`; open its container first. */
  tree(name: string): TreeView {
    return new TreeView(this.page, name);
  }

  /** Folds a view of the open container, which leaves its repository to the others. */
  fold(view: string): Promise<void> {
    return this.setFolded(view, true);
  }

  unfold(view: string): Promise<void> {
    return this.setFolded(view, false);
  }

  private async setFolded(view: string, folded: boolean): Promise<void> {
    const header = this.page.locator(`.part.sidebar .pane-header[aria-label^="${view}"]`);
    await header.waitFor();
    // At its name: the middle of a narrow bar is one of its buttons.
    if ((await header.getAttribute('aria-expanded')) === String(folded))
      await header.click({ position: { x: 30, y: 10 } });
    await this.page.locator(`.part.sidebar .pane-header[aria-label^="${view}"][aria-expanded="${!folded}"]`).waitFor();
  }

  /** A status bar item by the start of its accessible name. */
  statusBarItem(name: string): Locator {
    return this.page
      .locator(
        `.part.statusbar .statusbar-item[aria-label^="${name}"], .part.statusbar .statusbar-item:has([aria-label^="${name}"])`,
      )
      .first();
  }

  /** The notification whose text holds `text`, as soon as it is shown. */
  notification(text: string | RegExp): Locator {
    return this.page.locator('.notifications-toasts .notification-list-item', { hasText: text }).first();
  }

  /** The texts of the notifications on the screen. */
  notifications(): Promise<string[]> {
    return this.page.locator('.notifications-toasts .notification-list-item-message').allInnerTexts();
  }

  /** Presses a button of a notification, for example `Show Log`. */
  async answerNotification(text: string | RegExp, button: string): Promise<void> {
    const notification = this.notification(text);
    await notification.waitFor();
    await notification.hover();
    await notification.getByRole('button', { name: button }).click();
  }

  /** Takes all notifications away, so that the next one is the one waited for. */
  async clearNotifications(): Promise<void> {
    await this.runCommand('Notifications: Clear All Notifications');
    await this.page.locator('.notifications-toasts .notification-list-item').first().waitFor({ state: 'detached' });
  }

  /** The modal dialog, when one is open. */
  dialog(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  /** Presses a button of the modal dialog. */
  async answerDialog(button: string): Promise<void> {
    await this.dialog().getByRole('button', { name: button, exact: true }).click();
    await this.dialog().waitFor({ state: 'detached' });
  }

  /** The open editor tabs, from left to right. */
  editorTabs(): Promise<string[]> {
    return this.page.locator('.part.editor .tab .label-name').allInnerTexts();
  }

  /** The inside of the visible web page (webview) of an editor tab or view. */
  webview(): FrameLocator {
    return this.page.frameLocator('iframe.webview.ready:visible').frameLocator('#active-frame');
  }

  /** Changes user settings on top of what earlier calls set, and loads the window again so that they count. */
  async changeSettings(settings: Record<string, unknown>): Promise<void> {
    this.settings = { ...this.settings, ...settings };
    await this.editor.writeSettings(this.settings);
    await this.page.reload();
    await this.waitUntilReady();
  }

  /** Switches the colour theme and waits until the window shows it. */
  async setColorTheme(theme: ColorTheme): Promise<void> {
    if (this.shownTheme === theme) return;
    this.shownTheme = undefined;
    const { name, className } = colorThemes[theme];
    await this.runCommand('Preferences: Color Theme');
    await this.quickInput.waitFor(/Select Color Theme/);
    await this.quickInput.type(name);
    await this.quickInput.pick(name, { exact: true });
    await this.quickInput.waitUntilClosed();
    await this.page.locator(`.monaco-workbench.${className}`).waitFor();
    this.shownTheme = theme;
  }

  /** All kinds of themes, first the one that the last call of `setColorTheme` left: each switch takes a second. */
  themes(): ColorTheme[] {
    const all = Object.keys(colorThemes) as ColorTheme[];
    return all.sort((one, other) => Number(other === this.shownTheme) - Number(one === this.shownTheme));
  }

  /**
   * Keeps a picture of the window, or of a part of it. It goes to test/ui/output, which git ignores; with
   * STATEROOM_KEEP_SCREENSHOTS=1 to test/ui/screenshots, whose pictures are kept with the code.
   */
  async screenshot(name: string, part?: Locator): Promise<string> {
    const kept = process.env.STATEROOM_KEEP_SCREENSHOTS === '1';
    const folder = join(place.root, 'test', 'ui', kept ? 'screenshots' : 'output');
    await mkdir(folder, { recursive: true });
    const path = join(folder, `${name}.png`);
    const options = { path, animations: 'disabled', caret: 'hide' } as const;
    await meddle(this.page, () => (part ? part.screenshot(options) : this.page.screenshot(options)));
    return path;
  }

  /** Closes this window alone. */
  async close(): Promise<void> {
    await this.page.context().close();
  }
}
