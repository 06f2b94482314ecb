import { expect } from 'vitest';
import type { Dialog } from '../fake/dialogs.js';
import { isInAllCommands } from '../fake/palette.js';
import { InputBox, QuickPick } from '../fake/quickInput.js';
import { eventually } from './eventually.js';
import type { FlowScene, Question } from './keyFlow.js';

/** Someone who begins commands and answers what they ask, by keys alone. */
export class FlowPerson {
  private running: Promise<unknown> = Promise.resolve();

  constructor(private readonly scene: FlowScene) {}

  /** Runs a command once the palette or *All Commands* offers it, which follows what the store holds a moment later. */
  async begin(command: string, ...args: readonly unknown[]): Promise<void> {
    const { editor } = this.scene;
    await eventually(() => isInAllCommands(`stateroom.${command}`, editor.keys)).toBe(true);
    this.running = editor.run(`stateroom.${command}`, ...args);
    // Who waits for its end is told of its failure.
    this.running.catch(() => undefined);
  }

  /** What the command gave, once it has ended. */
  async ended(): Promise<unknown> {
    return this.running;
  }

  /** Waits for the question; types or chooses the answer, and gives it with Enter. */
  async answer(question: Question): Promise<void> {
    if ('presses' in question) return this.press(await this.dialog(question.asks, 'modal'), question.presses);
    if ('opens' in question) {
      const files = await this.dialog(question.asks, 'files');
      return files.answer(this.scene.repository.beside(question.opens));
    }
    const box = await this.box(question.asks);
    if ('types' in question) this.type(inputOf(box), question);
    else if ('chooses' in question) {
      box.type(question.chooses);
      await this.waitForFocus(listOf(box), question.chooses);
    } else {
      const list = listOf(box);
      box.type(question.ticks);
      await eventually(() => list.shown().length).toBe(1);
      list.down();
      await this.waitForFocus(list, question.ticks);
      list.space();
    }
    box.enter();
    if (this.scene.editor.box === box) throw new Error(`"${question.asks}" does not take this: ${refusalOf(box)}`);
  }

  /** Waits for the box, or the dialog of the editor, that asks this, and presses Escape there. */
  async leave({ asks, ...answer }: Question): Promise<void> {
    if ('opens' in answer) (await this.dialog(asks, 'files')).answer(undefined);
    else if ('presses' in answer) (await this.dialog(asks, 'modal')).answer(undefined);
    else (await this.box(asks)).escape();
  }

  /** Goes back from the box that asks this. */
  async back({ asks }: Question): Promise<void> {
    (await this.box(asks)).back();
  }

  /** Waits for a list with the keyboard on a row with these words. */
  async waitForFocus(list: QuickPick, words: string): Promise<void> {
    await eventually(() => list.activeItems.map(textOf).join('\n')).toContain(words);
  }

  async list(asks: string): Promise<QuickPick> {
    return listOf(await this.box(asks));
  }

  private async box(asks: string): Promise<InputBox | QuickPick> {
    const { editor } = this.scene;
    const asked = (): string => [editor.box?.title, editor.box?.prompt, editor.box?.placeholder].join('\n');
    await eventually(asked).toContain(asks);
    return editor.box as InputBox | QuickPick;
  }

  private async dialog(asks: string, kind: Dialog['kind']): Promise<Dialog> {
    const { open } = this.scene.editor.dialogs;
    const found = (): Dialog | undefined => open.find(dialog => dialog.kind === kind && dialog.asks.includes(asks));
    await eventually(found).toBeDefined();
    return found() as Dialog;
  }

  private type(box: InputBox, { types, refuses }: Extract<Question, { types: string }>): void {
    if (refuses !== undefined) {
      box.type(refuses.text);
      box.enter();
      expect([box.validationMessage, this.scene.editor.box]).toEqual([refuses.says, box]);
    }
    box.type(types);
  }

  private press({ answer, buttons }: Dialog, button: string): void {
    expect(buttons).toContain(button);
    answer(button);
  }
}

function listOf(box: InputBox | QuickPick): QuickPick {
  if (box instanceof QuickPick) return box;
  throw new Error(`"${box.title}" has no rows.`);
}

function inputOf(box: InputBox | QuickPick): InputBox {
  if (box instanceof InputBox) return box;
  throw new Error(`"${box.title}" takes no text.`);
}

function textOf({ label, description, detail }: QuickPick['items'][number]): string {
  return [label, description, detail].join('\n');
}

function refusalOf(box: InputBox | QuickPick): string {
  return String((box instanceof InputBox ? box.validationMessage : undefined) ?? box.prompt);
}
