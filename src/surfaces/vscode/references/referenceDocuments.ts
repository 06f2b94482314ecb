import * as vscode from 'vscode';
import { timelineLanguage } from '../../../present/timelineLanguage.js';
import type { Repositories, Repository } from '../repository.js';
import { commentLanguages } from './commentText.js';
import { type Mention, mentionsIn, textOf } from './referenceText.js';

/** Documents in which references are looked for: Markdown, messages of commits, comments of code. */
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

/** What documents mention, read once for each of their versions. */
export class ReferenceDocuments {
  private readonly read = new WeakMap<vscode.TextDocument, Read>();

  constructor(private readonly repositories: Repositories) {}

  /** The repository whose records a document names; undefined when it belongs to none. */
  repositoryOf({ uri, isUntitled }: vscode.TextDocument): Repository | undefined {
    const own = this.repositories.repositoryFor(uri);
    if (own !== undefined || isUntitled) return own ?? this.repositories.active;
    // The box for a commit's message names its repository.
    const root = uri.scheme === 'vscode-scm' ? /(?:^|&)rootUri=([^&]+)/.exec(uri.query)?.[1] : undefined;
    if (root !== undefined)
      return this.repositories.repositoryFor(vscode.Uri.parse(decodeURIComponent(root))) ?? this.repositories.active;
    return uri.scheme === 'vscode-scm' ? this.repositories.active : undefined;
  }

  mentions(document: vscode.TextDocument): readonly Mention[] {
    return this.current(document).mentions;
  }

  /** The mention at a position, its end included. */
  mentionAt(document: vscode.TextDocument, { line, character }: vscode.Position): Mention | undefined {
    // Most places that are pointed at hold none: nothing else is read for them.
    if (!/[WFTLR]-[1-9]/.test(document.lineAt(line).text)) return undefined;
    return this.mentions(document).find(
      mention => mention.line === line && mention.start <= character && character <= mention.end,
    );
  }

  /** What of a line is text, with spaces for the rest; undefined when nothing of it is. */
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
