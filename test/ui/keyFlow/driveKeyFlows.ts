import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { place } from '../../../src/build/place.mjs';
import type { OpenWorkbench } from '../../editor/openWorkbench.js';
import { mustRunCli } from '../../editor/runCli.js';
import type { ScratchRepository } from '../../editor/scratchRepository.js';
import type { FlowScene, KeyFlow, Question } from './keyFlow.js';

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
    if ('opens' in question) return this.typePath(this.scene.beside(question.opens));
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

  /** The editor's list of files writes where it stands once it has read the folder: what is typed before that is typed again. */
  private async typePath(path: string): Promise<void> {
    const { quickInput, page } = this.scene.workbench;
    const typed = async (): Promise<string> => {
      await this.press('Control+a');
      await page.keyboard.type(path);
      return quickInput.input().inputValue();
    };
    await expect.poll(typed).toBe(path);
    // It takes no Enter while it reads the folder of what was typed.
    const isAsking = async (): Promise<boolean> => {
      const input = quickInput.input();
      return (await input.isVisible()) && (await input.inputValue({ timeout: 1000 }).catch(() => '')) === path;
    };
    for (let presses = 0; presses < 10 && (await isAsking()); presses += 1) {
      await this.press('Enter');
      await expect
        .poll(isAsking, { timeout: 3000 })
        .toBe(false)
        .catch(() => undefined);
    }
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

/** What flows are driven with in this window. */
export function flowScene({ workbench }: OpenWorkbench, repository: ScratchRepository): FlowScene {
  const cli = <T>(actor: string, ...words: string[]) => mustRunCli<T>(repository.path, actor, words);
  return {
    repository,
    workbench,
    cli,
    query: async sql => (await cli<{ rows: unknown }>('reader', 'store', 'query', sql)).rows,
    beside: name => join(dirname(repository.path), name),
  };
}

/** One test for each flow, in their order: what one leaves is there for the next. */
export function driveKeyFlows(flows: readonly KeyFlow[], sceneNow: () => FlowScene): void {
  it.each(flows)('$command', async ({ command, before, questions, leaves, isLeftBefore }) => {
    const scene = sceneNow();
    const { workbench, query } = scene;
    const { quickInput } = workbench;
    const keys = new KeyPresser(scene);
    const title = titleOf(command);
    await before?.(scene);
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
    await keys.begin(title);
    for (const question of questions) await keys.answer(question);
    if ('sql' in leaves) await expect.poll(() => query(leaves.sql), { timeout: 30_000 }).toEqual(leaves.rows);
    else if ('file' in leaves) await expect.poll(() => existsSync(scene.beside(leaves.file))).toBe(true);
    else if ('tab' in leaves) {
      await workbench.page.locator('.part.editor .tab.active', { hasText: leaves.tab }).first().waitFor();
    } else await workbench.tree(leaves.view).waitForRow(leaves.row);
  });
}

/** As the palette shows it: `Stateroom: Ask a Person`. */
function titleOf(command: string): string {
  const read = (file: string) => JSON.parse(readFileSync(join(place.root, file), 'utf8'));
  const { commands } = read('package.json').contributes as { commands: { command: string; title: string }[] };
  const { title = '' } = commands.find(each => each.command === `stateroom.${command}`) ?? {};
  return `Stateroom: ${read('package.nls.json')[title.slice(1, -1)]}`;
}
