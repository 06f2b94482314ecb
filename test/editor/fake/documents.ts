import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import type * as vscode from 'vscode';
import { EventEmitter, Range, Selection, Uri } from './values.js';

/** A text that is open. */
export class TextDocument {
  isDirty = false;

  constructor(
    readonly uri: Uri,
    readonly languageId: string,
    private text: string,
  ) {}

  get isUntitled(): boolean {
    return this.uri.scheme === 'untitled';
  }

  get lineCount(): number {
    return this.text.split('\n').length;
  }

  /** What its tab is called: of a text without a file, its first line. */
  get title(): string {
    return this.isUntitled ? (this.text.split('\n')[0] ?? '') : basename(this.uri.path);
  }

  getText(): string {
    return this.text;
  }

  lineAt(line: number) {
    const text = this.text.split('\n')[line] ?? '';
    return {
      lineNumber: line,
      text,
      range: new Range(line, 0, line, text.length),
      isEmptyOrWhitespace: text.trim() === '',
      firstNonWhitespaceCharacterIndex: text.length - text.trimStart().length,
    };
  }

  /** Replaces all of it, as a person does who selects all and types. */
  type(text: string): void {
    this.text = text;
  }

  /** The same in a file, which is not saved. */
  edit(text: string): void {
    this.type(text);
    this.isDirty = true;
  }
}

interface TextEditor {
  readonly document: TextDocument;
  selection: Selection;
  setDecorations(): void;
  revealRange(): void;
}

function editorOf(document: TextDocument, { start, end }: Range): TextEditor {
  const nothing = (): undefined => undefined;
  return { document, selection: new Selection(start, end), setDecorations: nothing, revealRange: nothing };
}

interface NewText {
  readonly language?: string;
  readonly content?: string;
}

type Content = Pick<vscode.TextDocumentContentProvider, 'provideTextDocumentContent' | 'onDidChange'>;

/** By the ending of the file. */
const languages: Readonly<Record<string, string>> = { '.md': 'markdown', '.timeline': 'stateroom-timeline' };

const never: vscode.CancellationToken = {
  isCancellationRequested: false,
  onCancellationRequested: () => ({ dispose: () => undefined }),
};

/** The texts of the window, and the one that is edited. */
export class Documents {
  readonly all: TextDocument[] = [];
  active: TextEditor | undefined;
  readonly activeChanged = new EventEmitter<TextEditor | undefined>();
  readonly visibleChanged = new EventEmitter<readonly TextEditor[]>();
  readonly closed = new EventEmitter<TextDocument>();
  private readonly providers = new Map<string, Content>();
  /** Both sides of the diff in sight. */
  private sides: readonly [original: TextEditor, modified: TextEditor] | undefined;

  provide(scheme: string, content: Content): void {
    this.providers.set(scheme, content);
    content.onDidChange?.(async uri => {
      const open = this.all.find(document => document.uri.toString() === uri.toString());
      open?.type(await this.read(open.uri));
    });
  }

  get visible(): readonly TextEditor[] {
    return this.sides ?? (this.active === undefined ? [] : [this.active]);
  }

  async open(what: Uri | NewText): Promise<TextDocument> {
    if (!(what instanceof Uri)) {
      const uri = Uri.from({ scheme: 'untitled', path: `Untitled-${this.all.length + 1}` });
      return this.keep(new TextDocument(uri, what.language ?? 'plaintext', what.content ?? ''));
    }
    const known = this.all.find(({ uri }) => uri.toString() === what.toString());
    if (known !== undefined) return known;
    return this.keep(new TextDocument(what, languages[extname(what.path)] ?? 'plaintext', await this.read(what)));
  }

  async show(what: Uri | TextDocument): Promise<TextEditor> {
    const document = what instanceof Uri ? await this.open(what) : what;
    this.sides = undefined;
    const editor = editorOf(document, new Range(0, 0, 0, 0));
    this.edit(editor);
    return editor;
  }

  /** Shows two texts side by side, with the cursor of the right one at `selection`. */
  async showDiff(left: Uri, right: Uri, selection: Range): Promise<void> {
    const original = editorOf(await this.open(left), new Range(0, 0, 0, 0));
    const modified = editorOf(await this.open(right), selection);
    this.sides = [original, modified];
    this.edit(modified);
  }

  /** Gives the keyboard to the left side of the diff. */
  focusOriginal(): void {
    this.edit(this.sides?.[0]);
  }

  /** What is no text comes into sight in their place. */
  leave(): void {
    this.sides = undefined;
    this.edit(undefined);
  }

  /** Closes the one that is edited, with all that was typed. */
  closeActive(): void {
    const document = this.active?.document;
    if (document === undefined) return;
    this.sides = undefined;
    this.edit(undefined);
    this.all.splice(this.all.indexOf(document), 1);
    this.closed.fire(document);
  }

  private edit(editor: TextEditor | undefined): void {
    this.active = editor;
    this.activeChanged.fire(editor);
    this.visibleChanged.fire(this.visible);
  }

  private async read(uri: Uri): Promise<string> {
    if (uri.scheme === 'file') return readFileSync(uri.fsPath, 'utf8');
    const provider = this.providers.get(uri.scheme);
    if (provider === undefined) throw new Error(`Nothing provides ${uri.scheme}.`);
    return (await provider.provideTextDocumentContent(uri as unknown as vscode.Uri, never)) ?? '';
  }

  private keep(document: TextDocument): TextDocument {
    this.all.push(document);
    return document;
  }
}
