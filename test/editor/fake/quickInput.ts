import type * as vscode from 'vscode';
import { constants, EventEmitter } from './values.js';

/** The button that goes one step back, in the title bar of a box. */
export const backButton: vscode.QuickInputButton = { iconPath: { id: 'quick-input-back' }, tooltip: 'Back' };

/** What the input box and the list of the editor have in common, and what a person does there by keys. */
abstract class Box implements vscode.QuickInput {
  title: string | undefined;
  step: number | undefined;
  totalSteps: number | undefined;
  enabled = true;
  busy = false;
  ignoreFocusOut = false;
  prompt: string | undefined;
  placeholder: string | undefined;
  buttons: readonly vscode.QuickInputButton[] = [];
  private text = '';
  private readonly valueChanged = new EventEmitter<string>();
  protected readonly accepted = new EventEmitter<void>();
  private readonly pressed = new EventEmitter<vscode.QuickInputButton>();
  private readonly hidden = new EventEmitter<void>();
  readonly onDidChangeValue = this.valueChanged.event;
  readonly onDidAccept = this.accepted.event;
  readonly onDidTriggerButton = this.pressed.event;
  readonly onDidHide = this.hidden.event;

  /** `turn` is told when the box comes into sight or goes. */
  constructor(private readonly turn: (box: Box, isShown: boolean) => void) {}

  get value(): string {
    return this.text;
  }

  set value(text: string) {
    this.text = text;
    this.filtered();
  }

  show(): void {
    this.turn(this, true);
  }

  hide(): void {
    this.turn(this, false);
    this.hidden.fire();
  }

  dispose(): void {}

  /** Whether a person reads these words above or below the input, or in it while it is empty. */
  asks(words: string): boolean {
    return [this.title, this.prompt, this.placeholder].some(text => text?.includes(words));
  }

  /** Replaces what is in the input. */
  type(text: string): void {
    this.value = text;
    this.valueChanged.fire(text);
  }

  abstract enter(): void;

  escape(): void {
    this.hide();
  }

  back(): void {
    if (!this.buttons.includes(backButton)) throw new Error(`"${this.title}" has no way back.`);
    this.pressed.fire(backButton);
  }

  /** Clicks the button with this tooltip; a toggle is turned. */
  click(tooltip: string): void {
    const button = this.buttons.find(one => one.tooltip === tooltip);
    if (button === undefined) throw new Error(`"${this.title}" has no button “${tooltip}”.`);
    if (button.toggle !== undefined) button.toggle.checked = !button.toggle.checked;
    this.pressed.fire(button);
  }

  protected filtered(): void {}
}

export class InputBox extends Box implements vscode.InputBox {
  valueSelection: readonly [number, number] | undefined;
  password = false;
  validationMessage: string | vscode.InputBoxValidationMessage | undefined;

  constructor(turn: (box: Box, isShown: boolean) => void) {
    super(turn);
    Object.preventExtensions(this);
  }

  override enter(): void {
    this.accepted.fire();
  }
}

/** A list that shows of its rows what is typed, and has the keyboard on the first of them unless there are boxes to tick. */
export class QuickPick<Row extends vscode.QuickPickItem = vscode.QuickPickItem>
  extends Box
  implements vscode.QuickPick<Row>
{
  canSelectMany = false;
  matchOnDescription = false;
  matchOnDetail = false;
  keepScrollPosition = false;
  activeItems: readonly Row[] = [];
  private all: readonly Row[] = [];
  private ticked: readonly Row[] = [];
  private readonly activeChanged = new EventEmitter<readonly Row[]>();
  private readonly ticksChanged = new EventEmitter<readonly Row[]>();
  readonly onDidChangeActive = this.activeChanged.event;
  readonly onDidChangeSelection = this.ticksChanged.event;
  readonly onDidTriggerItemButton = new EventEmitter<vscode.QuickPickItemButtonEvent<Row>>().event;

  constructor(turn: (box: Box, isShown: boolean) => void) {
    super(turn);
    Object.preventExtensions(this);
  }

  get items(): readonly Row[] {
    return this.all;
  }

  set items(rows: readonly Row[]) {
    this.all = rows;
    this.ticked = rows.filter(({ picked }) => picked);
    this.filtered();
  }

  get selectedItems(): readonly Row[] {
    return this.ticked;
  }

  set selectedItems(rows: readonly Row[]) {
    this.ticked = rows;
    this.ticksChanged.fire(rows);
  }

  /** The rows in sight, in their order. */
  shown(): readonly Row[] {
    const rows = this.all.filter(({ kind }) => kind !== constants.QuickPickItemKind.Separator);
    const words = this.value.trim().toLowerCase();
    if (words === '') return rows;
    return rows
      .filter(row => row.alwaysShow || this.isFound(row, words))
      .sort((one, other) => compareFound(plain(one.label), plain(other.label), words));
  }

  override enter(): void {
    if (!this.canSelectMany) this.selectedItems = this.activeItems;
    this.accepted.fire();
  }

  /** Goes one row down. */
  down(): void {
    const rows = this.shown();
    const next = rows[rows.findIndex(row => this.activeItems.includes(row)) + 1];
    if (next !== undefined) this.activate([next]);
  }

  /** Ticks the row with the keyboard, or takes its tick away. */
  space(): void {
    const [row] = this.activeItems;
    if (row === undefined || !this.canSelectMany) throw new Error(`No row of "${this.title}" can be ticked.`);
    const isTicked = this.ticked.includes(row);
    this.selectedItems = isTicked ? this.ticked.filter(each => each !== row) : [...this.ticked, row];
  }

  protected override filtered(): void {
    // While the fields of the class are made, there are no rows.
    if (this.all === undefined) return;
    this.activate(this.canSelectMany ? [] : this.shown().slice(0, 1));
  }

  private activate(rows: readonly Row[]): void {
    this.activeItems = rows;
    this.activeChanged.fire(rows);
  }

  private isFound({ label, description, detail }: Row, words: string): boolean {
    const texts = [label, this.matchOnDescription ? description : undefined, this.matchOnDetail ? detail : undefined];
    return texts.some(text => text !== undefined && plain(text).includes(words));
  }
}

/** As it is searched: without the icons. */
function plain(text: string): string {
  return text
    .replace(/\$\([a-z-]+(~[a-z]+)?\)/g, '')
    .trim()
    .toLowerCase();
}

/** The order of rows that were found: in the label first; what begins so, the shorter the better; what ends so; by the alphabet. */
function compareFound(one: string, other: string, words: string): number {
  const first = (is: (label: string) => boolean): number => Number(is(other)) - Number(is(one));
  const isNamed = first(label => label.includes(words));
  if (isNamed !== 0 || !one.includes(words)) return isNamed;
  const begins = first(label => label.startsWith(words));
  if (begins !== 0) return begins;
  if (one.startsWith(words) && one.length !== other.length) return one.length - other.length;
  return first(label => label.endsWith(words)) || one.localeCompare(other, 'en', { numeric: true });
}
