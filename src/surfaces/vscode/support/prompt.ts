import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { z } from 'zod';
import { issueProblem, reported } from '../../../messages/schemaProblem.js';
import { inEditorsLanguage } from './inEditorsLanguage.js';
import { asMessage } from './plainText.js';

export const back = Symbol('back');
/** The answer, `back`, or undefined if the person closed the box. */
export type Answer<T> = T | typeof back | undefined;

export interface StepPlace {
  readonly title: string;
  readonly step?: number | undefined;
  readonly totalSteps?: number | undefined;
  readonly canGoBack?: boolean | undefined;
}

export interface TextQuestion extends StepPlace {
  readonly prompt?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly value?: string | undefined;
  /** The error message for an invalid text; undefined if it is valid. */
  readonly problem?: ((text: string) => string | undefined) | undefined;
  /** A toggle next to the input, with its change event; `prompt` is shown while it is on. */
  readonly toggle?:
    | {
        readonly icon: string;
        readonly tooltip: string;
        readonly prompt: string;
        readonly checked: boolean;
        turned(on: boolean): void;
      }
    | undefined;
  /** A button in the input that accepts the text like Enter and continues with more questions. */
  readonly more?: { readonly icon: string; readonly tooltip: string; pressed(): void } | undefined;
}

/** Asks for a line of text; typed text survives when the window loses focus. */
export function askText(question: TextQuestion): Promise<Answer<string>> {
  const box = vscode.window.createInputBox();
  place(box, question, true);
  const ask = (prompt: string | undefined): void => {
    box.prompt = prompt === undefined ? undefined : asMessage(prompt);
  };
  ask(question.toggle?.checked ? question.toggle.prompt : question.prompt);
  box.placeholder = question.placeholder;
  box.value = question.value ?? '';
  const toggle: vscode.QuickInputButton | undefined = question.toggle && {
    iconPath: new vscode.ThemeIcon(question.toggle.icon),
    tooltip: question.toggle.tooltip,
    location: vscode.QuickInputButtonLocation.Input,
    toggle: { checked: question.toggle.checked },
  };
  const more: vscode.QuickInputButton | undefined = question.more && {
    iconPath: new vscode.ThemeIcon(question.more.icon),
    tooltip: question.more.tooltip,
    location: vscode.QuickInputButtonLocation.Input,
  };
  box.buttons = [...box.buttons, more, toggle].filter(button => button !== undefined);
  return new Promise<Answer<string>>(resolve => {
    let answer: Answer<string>;
    const show = (problem: string | undefined): void => {
      box.validationMessage = problem === undefined ? undefined : asMessage(problem);
    };
    box.onDidChangeValue(text => show(text === '' ? undefined : question.problem?.(text)));
    const accept = (): boolean => {
      const problem = question.problem?.(box.value);
      show(problem);
      if (problem !== undefined) return false;
      answer = box.value;
      box.hide();
      return true;
    };
    const focus = (): unknown => vscode.commands.executeCommand('workbench.action.focusQuickOpen');
    box.onDidAccept(accept);
    box.onDidTriggerButton(button => {
      if (button === more) {
        question.more?.pressed();
        if (!accept()) void focus();
      } else if (button === vscode.QuickInputButtons.Back) {
        answer = back;
        box.hide();
      } else if (button === toggle && toggle.toggle) {
        const isOn = toggle.toggle.checked;
        question.toggle?.turned(isOn);
        ask(isOn ? question.toggle?.prompt : question.prompt);
        // Focus stays on a clicked button, where Enter would press it again.
        void focus();
      }
    });
    box.onDidHide(() => {
      resolve(answer);
      box.dispose();
    });
    box.show();
  });
}

export interface Choice<T> extends vscode.QuickPickItem {
  readonly value: T;
}

export type ChoiceRow<T> = Choice<T> | { readonly label: string; readonly kind: vscode.QuickPickItemKind.Separator };

export interface ChoiceQuestion<T> extends StepPlace {
  readonly placeholder?: string | undefined;
  /** Replaces the placeholder when there is nothing to choose. */
  readonly empty?: string | undefined;
  /** The value of the initially selected row; default: the first. */
  readonly active?: T | undefined;
  /** The box is busy until they arrive. */
  readonly rows: readonly ChoiceRow<T>[] | Promise<readonly ChoiceRow<T>[]>;
  /** Searches after each change of the text; its result replaces the rows. */
  readonly search?: ((text: string) => Promise<readonly ChoiceRow<T>[] | undefined>) | undefined;
}

/** Asks for one choice. Rejects if the rows do. */
export async function askChoice<T>(question: ChoiceQuestion<T>): Promise<Answer<T>> {
  const picked = await pick(question, false);
  return Array.isArray(picked) ? picked[0] : picked;
}

/** Asks for one or more choices; never returns an empty list. Rejects if the rows do. */
export function askChoices<T>(question: ChoiceQuestion<T>): Promise<Answer<T[]>> {
  return pick(question, true);
}

/** Delay after a keystroke before a search, in ms. */
const typingPause = 150;

async function pick<T>(question: ChoiceQuestion<T>, many: boolean): Promise<Answer<T[]>> {
  const box = vscode.window.createQuickPick<Choice<T>>();
  place(box, question, many);
  box.placeholder = question.placeholder;
  box.canSelectMany = many;
  box.matchOnDescription = true;
  box.matchOnDetail = true;
  box.busy = true;
  let typing: NodeJS.Timeout | undefined;
  let search = 0;
  return new Promise<Answer<T[]>>((resolve, reject) => {
    let answer: Answer<T[]>;
    const fill = (rows: readonly ChoiceRow<T>[]): void => {
      // The editor's type has no separators, but they are valid rows.
      const list = rows as readonly Choice<T>[];
      const ticked = many ? box.selectedItems : [];
      const labels = new Set(ticked.map(({ label }) => label));
      const found = new Set(list.map(({ label }) => label));
      // Keep selected rows even if the search does not find them.
      box.items = [...ticked.filter(({ label }) => !found.has(label)), ...list];
      const active = question.active === undefined ? [] : list.filter(({ value }) => value === question.active);
      if (active.length > 0) box.activeItems = active;
      if (box.value === '')
        box.placeholder = list.length === 0 ? (question.empty ?? question.placeholder) : question.placeholder;
      if (many) box.selectedItems = box.items.filter(({ label }) => labels.has(label));
      box.busy = false;
    };
    const fail = (error: unknown): void => {
      reject(error);
      box.hide();
    };
    Promise.resolve(question.rows).then(fill, fail);
    box.onDidChangeValue(text => {
      clearTimeout(typing);
      if (question.search === undefined) return;
      const mine = ++search;
      typing = setTimeout(() => {
        box.busy = true;
        question.search?.(text).then(rows => {
          if (mine !== search) return;
          if (rows === undefined) box.busy = false;
          else fill(rows);
        }, fail);
      }, typingPause);
    });
    box.onDidAccept(() => {
      const chosen = many ? box.selectedItems : box.activeItems;
      if (chosen.length === 0) {
        const isToTick = many && box.items.length > 0;
        if (isToTick)
          box.prompt = l10n.t('Nothing is selected. Use the arrow keys to move to a row and Space to select it.');
        return;
      }
      answer = chosen.map(choice => choice.value);
      box.hide();
    });
    box.onDidChangeSelection(ticked => {
      if (ticked.length > 0) box.prompt = undefined;
    });
    box.onDidTriggerButton(button => {
      if (button !== vscode.QuickInputButtons.Back) return;
      answer = back;
      box.hide();
    });
    box.onDidHide(() => {
      clearTimeout(typing);
      resolve(answer);
      box.dispose();
    });
    box.show();
  });
}

function place(
  box: vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>,
  question: StepPlace,
  keepsOpen: boolean,
): void {
  box.title = question.title;
  box.step = question.step;
  box.totalSteps = question.totalSteps;
  // A single pick closes like every menu; in a flow, a click elsewhere must not lose the earlier answers.
  box.ignoreFocusOut = keepsOpen || question.canGoBack === true || (question.totalSteps ?? 1) > 1;
  if (question.canGoBack === true) box.buttons = [vscode.QuickInputButtons.Back];
}

/** One question of a flow; `back` and undefined (closed) are passed on, any other answer continues. */
export interface Step {
  (at: Omit<StepPlace, 'title'>): Promise<Answer<unknown>>;
  /** Skips the question if false; evaluated in turn, because it may depend on earlier answers or the store. */
  readonly applies?: () => boolean | Promise<boolean>;
}

export function stepIf(applies: () => boolean | Promise<boolean>, ask: Step): Step {
  return Object.assign((at: Omit<StepPlace, 'title'>) => ask(at), { applies });
}

/** Asks questions in a row with Back between them, numbered if their count is known. False if the person closed one. */
export async function askInSteps(steps: readonly Step[]): Promise<boolean> {
  const isCounted = steps.length > 1 && steps.every(({ applies }) => applies === undefined);
  const asked: number[] = [];
  let index = 0;
  while (index < steps.length) {
    const step = steps[index] as Step;
    if ((await step.applies?.()) === false) {
      index += 1;
      continue;
    }
    const count = isCounted ? { step: index + 1, totalSteps: steps.length } : {};
    const answer = await step({ ...count, canGoBack: asked.length > 0 });
    if (answer === undefined) return false;
    if (answer === back) index = asked.pop() ?? 0;
    else {
      asked.push(index);
      index += 1;
    }
  }
  return true;
}

/** The error message for a value that does not fit a schema; undefined if it fits. */
export function problemOf(schema: z.ZodType, value: unknown): string | undefined {
  const parsed = schema.safeParse(value, reported);
  const issue = parsed.error?.issues[0];
  if (issue === undefined) return undefined;
  const message = inEditorsLanguage(issueProblem(issue));
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}
