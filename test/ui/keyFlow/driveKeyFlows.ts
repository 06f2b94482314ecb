import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { place } from '../../../src/build/place.mjs';
import { keepPictureOfFailures } from '../../editor/keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from '../../editor/openWorkbench.js';
import { mustRunCli } from '../../editor/runCli.js';
import { makeScratchRepository, type ScratchRepository } from '../../editor/scratchRepository.js';
import { ChatView } from '../chatView.js';
import type { FlowRepository, FlowScene, KeyFlow, Left, Question, RememberedChoice } from './keyFlow.js';

/** The Back button's key where these tests run; macOS and Windows have their own. */
const backKey = 'Control+Alt+Minus';

/** Presses keys in the boxes of the palette, and nothing but keys. */
export class KeyPresser {
  private readonly scene: FlowScene;

  constructor(scene: FlowScene) {
    this.scene = scene;
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.scene.workbench.page.keyboard.press(key);
  }

  /** Runs a command once the palette offers it, which follows what the store holds a moment later. */
  async begin(title: string): Promise<void> {
    const { workbench } = this.scene;
    const offered = async () => (await workbench.commandTitles(title)).map(label => label.trim());
    await expect.poll(offered).toContain(title);
    await workbench.runCommand(title);
  }

  /** Waits for the row with these words, with the keyboard on it. */
  async waitForFocus(words: string): Promise<void> {
    await this.scene.workbench.quickInput.box().locator('.monaco-list-row.focused', { hasText: words }).waitFor();
  }

  /** Waits for the question; types or chooses the answer, and gives it with Enter. */
  async answer(question: Question): Promise<void> {
    const { quickInput, page } = this.scene.workbench;
    if ('presses' in question) return this.pressInDialog(question.asks, question.presses);
    await quickInput.waitFor(question.asks);
    if ('opens' in question) return quickInput.typePath(this.scene.beside(question.opens));
    // What stands there, of the one before or as it is now, is replaced.
    await this.press('Control+a');
    if ('types' in question) {
      if (question.types === '') await this.press('Delete');
      else await page.keyboard.type(question.types);
    } else if ('chooses' in question) {
      await page.keyboard.type(question.chooses);
      await this.waitForFocus(question.chooses);
    } else {
      await page.keyboard.type(question.ticks);
      await expect.poll(() => quickInput.rows().count()).toBe(1);
      const focused = quickInput.box().locator('.monaco-list-row.focused', { hasText: question.ticks });
      if ((await focused.count()) === 0) await this.press('ArrowDown');
      await this.waitForFocus(question.ticks);
      await this.press('Space');
    }
    await this.press('Enter');
  }

  private async pressInDialog(text: string, button: string): Promise<void> {
    const dialog = this.scene.workbench.dialog();
    await dialog.getByText(text).first().waitFor();
    const focused = dialog.locator('.monaco-button:focus', { hasText: button });
    for (let presses = 0; (await focused.count()) === 0; presses += 1) {
      if (presses === 10) throw new Error(`No key leads to ${button}.`);
      await this.press('Tab');
    }
    await this.press('Enter');
    await dialog.waitFor({ state: 'detached' });
  }
}

/** What fills the repository of flows, and the row of a view by which the window is known to have read it. */
interface FlowWindow {
  fill(place: FlowRepository): Promise<unknown>;
  readonly shows: { readonly view: string; readonly row: string };
}

/** Opens a window on a repository for all tests of this block. */
export function openFlowWindow({ fill, shows }: FlowWindow): () => FlowScene {
  let repository: ScratchRepository | undefined;
  let opened: OpenWorkbench | undefined;
  let scene: FlowScene | undefined;
  keepPictureOfFailures(() => opened);

  beforeAll(async () => {
    repository = await makeScratchRepository('shop');
    const place = flowRepository(repository);
    await fill(place);
    opened = await openWorkbench({ repo: repository.path });
    const { workbench } = opened;
    scene = { ...place, workbench };
    await workbench.openContainer('Stateroom');
    await workbench.runCommand(`Stateroom: Focus on ${shows.view} View`);
    await workbench.tree(shows.view).waitForRow(shows.row);
  });

  afterAll(async () => {
    await opened?.close();
    await repository?.remove();
  });

  return () => {
    if (scene === undefined) throw new Error('The window of the flows is not open.');
    return scene;
  };
}

function flowRepository(repository: ScratchRepository): FlowRepository {
  const cli = <T>(actor: string, ...words: string[]) => mustRunCli<T>(repository.path, actor, words);
  return {
    repository,
    cli,
    query: async sql => (await cli<{ rows: unknown }>('reader', 'store', 'query', sql)).rows,
    beside: name => join(dirname(repository.path), name),
  };
}

/**
 * One test for each flow, in their order: what one leaves is there for the next. One that is tried once more finds what came
 * before it as it was, and no box of the last try.
 */
export function driveKeyFlows(flows: readonly KeyFlow[], sceneNow: () => FlowScene): void {
  const prepared = new Set<string>();
  it.each(flows)('$command', async ({ command, before, questions, leaves, isLeftBefore }) => {
    const scene = sceneNow();
    const { workbench, query } = scene;
    const { quickInput } = workbench;
    const keys = new KeyPresser(scene);
    const title = titleOf(command);
    if (await quickInput.box().isVisible()) await quickInput.cancel();
    if (!prepared.has(command)) await before?.(scene);
    prepared.add(command);
    if (isLeftBefore) {
      const events = await query('select max(id) from events');
      const [first, second] = questions as [Question, Question | undefined];
      await keys.begin(title);
      if (second !== undefined) {
        await keys.answer(first);
        await quickInput.waitFor(second.asks);
        await keys.press(backKey);
      }
      await quickInput.waitFor(first.asks);
      await keys.press('Escape');
      await quickInput.waitUntilClosed();
      expect(await query('select max(id) from events')).toEqual(events);
    }
    const opening = 'window' in leaves ? workbench.page.context().waitForEvent('page') : undefined;
    await keys.begin(title);
    for (const question of questions) await keys.answer(question);
    await waitForWhatIsLeft(scene, leaves, opening);
  });
}

/** One test for each command that offers first what was chosen the last time. */
export function driveRemembered(choices: readonly RememberedChoice[], sceneNow: () => FlowScene): void {
  it.each(choices)('$command offers first what was chosen the last time', async ({ command, before, asks, offers }) => {
    const scene = sceneNow();
    const { quickInput } = scene.workbench;
    const keys = new KeyPresser(scene);
    await scene.workbench.runCommand(`Stateroom: ${command}`);
    for (const question of before ?? []) await keys.answer(question);
    await quickInput.waitFor(asks);
    await keys.waitForFocus(offers);
    expect((await quickInput.labels())[0]).toContain(offers);
    await keys.press('Escape');
    await quickInput.waitUntilClosed();
  });
}

async function waitForWhatIsLeft(scene: FlowScene, leaves: Left, opening: Promise<Page> | undefined): Promise<void> {
  const { workbench, query, beside } = scene;
  const { page } = workbench;
  const eventually = (read: () => unknown) => expect.poll(read, { timeout: 30_000 });
  if ('sql' in leaves) await eventually(() => query(leaves.sql)).toEqual(leaves.rows);
  else if ('file' in leaves) await eventually(() => existsSync(beside(leaves.file))).toBe(true);
  else if ('tab' in leaves) {
    await page.locator('.part.editor .tab.active', { hasText: leaves.tab }).first().waitFor();
  } else if ('clipboard' in leaves) {
    await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toContain(leaves.clipboard);
  } else if ('terminal' in leaves) {
    await page.locator('.part.panel .terminal-wrapper.active').waitFor();
    await eventually(() => page.locator('.part.panel').innerText()).toContain(leaves.terminal);
  } else if ('chat' in leaves) {
    await eventually(() => new ChatView(workbench).typed()).toBe(leaves.chat);
  } else if ('window' in leaves) {
    const window = await opening;
    const folder = beside(leaves.window);
    await window?.waitForURL(url => url.searchParams.get('folder') === folder, { waitUntil: 'commit' });
    await window?.close();
  } else {
    const tree = workbench.tree(leaves.view);
    if ('gone' in leaves) await eventually(() => tree.labels()).not.toContain(leaves.gone);
    else if ('begins' in leaves) {
      const labels = async () => (await tree.labels()).filter(label => label.startsWith(leaves.begins));
      await eventually(labels).toEqual(leaves.labels);
    } else {
      await tree.waitForRow(leaves.row);
      const isSelected = async () => (await tree.rows()).some(row => row.label === leaves.row && row.selected);
      if (leaves.isSelected) await eventually(isSelected).toBe(true);
    }
  }
}

/** As the palette shows it: `Stateroom: Ask a Person`. */
function titleOf(command: string): string {
  const read = (file: string) => JSON.parse(readFileSync(join(place.root, file), 'utf8'));
  const { commands } = read('package.json').contributes as { commands: { command: string; title: string }[] };
  const { title = '' } = commands.find(each => each.command === `stateroom.${command}`) ?? {};
  return `Stateroom: ${read('package.nls.json')[title.slice(1, -1)]}`;
}
