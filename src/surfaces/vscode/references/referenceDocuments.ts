import * as vscode from 'vscode';
import { timelineLanguage } from '../../../present/timelineLanguage.js';
import type { Repositories, Repository } from '../repository.js';
import { commentLanguages } from './commentText.js';
import { type Mention, mentionsIn, textOf } from './referenceText.js';

/** Documents that are searched for references: Markdown, commit messages, comments in code. */
export const referenceDocuments: vscode.DocumentSelector = [
  { language: 'markdown' },
  { language: 'git-commit' },
  { language: 'scminput' },
  { language: timelineLanguage },
  ...commentLanguages.map(language => ({ language, scheme: 'file' })),
];

interface Read {
  readonly version: number;
  readonly text: readonly string[];
  readonly mentions: readonly Mention[];
}

export class ReferenceDocuments {
  private readonly read = new WeakMap<vscode.TextDocument, Read>();

  constructor(private readonly repositories: Repositories) {}

  /** Returns the repository whose records a document names; undefined if it belongs to none. */
  repositoryOf({ uri, isUntitled }: vscode.TextDocument): Repository | undefined {
    const own = this.repositories.repositoryFor(uri);
    if (own !== undefined || isUntitled) return own ?? this.repositories.active;
    // The input box for a commit message names its repository.
    const root = uri.scheme === 'vscode-scm' ? /(?:^|&)rootUri=([^&]+)/.exec(uri.query)?.[1] : undefined;
    if (root !== undefined)
      return this.repositories.repositoryFor(vscode.Uri.parse(decodeURIComponent(root))) ?? this.repositories.active;
    return uri.scheme === 'vscode-scm' ? this.repositories.active : undefined;
  }

  mentions(document: vscode.TextDocument): readonly Mention[] {
    return this.current(document).mentions;
  }

  /** Returns the mention at a position, its end included. */
  mentionAt(document: vscode.TextDocument, { line, character }: vscode.Position): Mention | undefined {
    // Most hovered positions have no reference: skip reading the document for them.
    if (!/[WFTLR]-[1-9]/.test(document.lineAt(line).text)) return undefined;
    return this.mentions(document).find(
      mention => mention.line === line && mention.start <= character && character <= mention.end,
    );
  }

  /** Returns a line with spaces in place of non-text; undefined if none of it is text. */
  textOf(document: vscode.TextDocument, line: number): string | undefined {
    return this.current(document).text[line];
  }

  private current(document: vscode.TextDocument): Read {
    const cached = this.read.get(document);
    if (cached?.version === document.version) return cached;
    const lines = Array.from({ length: document.lineCount }, (_, line) => document.lineAt(line).text);
    const text = textOf(document.languageId, lines) ?? [];
    const read = { version: document.version, text, mentions: mentionsIn(text) };
    this.read.set(document, read);
    return read;
  }
}
