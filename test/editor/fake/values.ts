import { posix } from 'node:path';

/** Something that ends what was begun. */
export class Disposable {
  constructor(private readonly end: () => unknown) {}

  static from(...owned: readonly { dispose(): unknown }[]): Disposable {
    return new Disposable(() => {
      for (const one of owned) one.dispose();
    });
  }

  dispose(): unknown {
    return this.end();
  }
}

type Listener<T> = (value: T) => unknown;

/** Tells its listeners at once, in the order in which they came. */
export class EventEmitter<T> {
  private readonly listeners = new Set<Listener<T>>();

  readonly event = (listener: Listener<T>, owner?: unknown): Disposable => {
    const entry: Listener<T> = value => listener.call(owner, value);
    this.listeners.add(entry);
    return new Disposable(() => this.listeners.delete(entry));
  };

  fire(value: T): void {
    for (const listener of [...this.listeners]) listener(value);
  }

  dispose(): void {
    this.listeners.clear();
  }
}

interface UriParts {
  readonly scheme: string;
  readonly authority?: string;
  readonly path?: string;
  readonly query?: string;
  readonly fragment?: string;
}

export class Uri {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
  readonly query: string;
  readonly fragment: string;

  private constructor({ scheme, authority = '', path = '', query = '', fragment = '' }: UriParts) {
    this.scheme = scheme;
    this.authority = authority;
    this.path = path;
    this.query = query;
    this.fragment = fragment;
  }

  static from(parts: UriParts): Uri {
    return new Uri(parts);
  }

  static file(path: string): Uri {
    return new Uri({ scheme: 'file', path });
  }

  static parse(text: string): Uri {
    const [, scheme = 'file', authority = '', path = '', query = '', fragment = ''] =
      /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/.exec(text) ?? [];
    const [plainPath, plainQuery, plainFragment] = [path, query, fragment].map(decodeURIComponent);
    return new Uri({
      scheme,
      authority,
      path: plainPath ?? '',
      query: plainQuery ?? '',
      fragment: plainFragment ?? '',
    });
  }

  static joinPath(base: Uri, ...parts: string[]): Uri {
    return base.with({ path: posix.join(base.path, ...parts) });
  }

  get fsPath(): string {
    return this.path;
  }

  with(change: Partial<UriParts>): Uri {
    const { scheme, authority, path, query, fragment } = this;
    return new Uri({ scheme, authority, path, query, fragment, ...change });
  }

  toString(): string {
    const authority = this.authority !== '' || this.scheme === 'file' ? `//${this.authority}` : '';
    const query = this.query === '' ? '' : `?${encodeURIComponent(this.query)}`;
    const fragment = this.fragment === '' ? '' : `#${encodeURIComponent(this.fragment)}`;
    return `${this.scheme}:${authority}${this.path.split('/').map(encodeURIComponent).join('/')}${query}${fragment}`;
  }
}

export class Position {
  constructor(
    readonly line: number,
    readonly character: number,
  ) {}
}

export class Range {
  readonly start: Position;
  readonly end: Position;

  constructor(...at: [start: Position, end: Position] | [number, number, number, number]) {
    this.start = at.length === 2 ? at[0] : new Position(at[0], at[1]);
    this.end = at.length === 2 ? at[1] : new Position(at[2], at[3]);
  }

  isEqual({ start, end }: Range): boolean {
    const [first, last] = [this.start, this.end];
    return (
      first.line === start.line &&
      first.character === start.character &&
      last.line === end.line &&
      last.character === end.character
    );
  }
}

export class Selection extends Range {
  get active(): Position {
    return this.end;
  }
}

export class ThemeColor {
  constructor(readonly id: string) {}
}

export class ThemeIcon extends ThemeColor {}

export class MarkdownString {
  value: string;

  constructor(value = '') {
    this.value = value;
  }

  appendText(text: string): this {
    this.value += text;
    return this;
  }
}

export class TreeItem {
  readonly collapsibleState: number;

  constructor(
    readonly label: string,
    collapsibleState = 0,
  ) {
    this.collapsibleState = collapsibleState;
  }
}

export class RelativePattern {
  constructor(
    readonly base: Uri,
    readonly pattern: string,
  ) {}
}

export class Diagnostic {
  constructor(
    readonly range: Range,
    readonly message: string,
  ) {}
}

/** Numbers and words of the editor's interface, as its documentation gives them. */
export const constants = {
  StatusBarAlignment: { Left: 1, Right: 2 },
  TreeItemCollapsibleState: { None: 0, Collapsed: 1, Expanded: 2 },
  TreeItemCheckboxState: { Unchecked: 0, Checked: 1 },
  ProgressLocation: { SourceControl: 1, Window: 10, Notification: 15 },
  QuickPickItemKind: { Separator: -1, Default: 0 },
  QuickInputButtonLocation: { Title: 1, Inline: 2, Input: 3 },
  DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
  CommentThreadCollapsibleState: { Collapsed: 0, Expanded: 1 },
  CommentThreadState: { Unresolved: 0, Resolved: 1 },
  TextEditorRevealType: { InCenterIfOutsideViewport: 2 },
  CommentMode: { Editing: 0, Preview: 1 },
  OverviewRulerLane: { Left: 1, Center: 2, Right: 4, Full: 7 },
  ViewColumn: { Active: -1 },
  UIKind: { Desktop: 1, Web: 2 },
  CodeActionKind: { QuickFix: { value: 'quickfix' } },
};
