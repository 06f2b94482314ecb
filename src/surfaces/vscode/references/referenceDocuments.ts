import * as vscode from 'vscode';
import type { Repositories, Repository } from '../repository.js';
import { commentLanguages, commentReader } from './commentReader.js';
import { commitReader } from './commitReader.js';
import { LineScan, type PlacedMention } from './lineScan.js';
import { markdownReader } from './markdownReader.js';

/** Documents in which references are looked for: Markdown, messages of commits, comments of code. */
export const referenceDocuments: vscode.DocumentSelector = [
  { language: 'markdown' },
  { language: 'git-commit' },
  { language: 'scminput' },
  ...commentLanguages.map(language => ({ language, scheme: 'file' })),
];

interface Read {
  readonly scan: Pick<LineScan<object>, 'update' | 'textOf'>;
  version: number;
  mentions: readonly PlacedMention[];
}

/** What documents mention, read again for the lines that changed alone. */
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

  mentions(document: vscode.TextDocument): readonly PlacedMention[] {
    return this.current(document)?.mentions ?? [];
  }

  /** The mention at a position, its end included. */
  mentionAt(document: vscode.TextDocument, { line, character }: vscode.Position): PlacedMention | undefined {
    // Most places that are pointed at hold none: nothing else is read for them.
    if (!/[WFTL]-[1-9]/.test(document.lineAt(line).text)) return undefined;
    return this.mentions(document).find(
      mention => mention.line === line && mention.start <= character && character <= mention.end,
    );
  }

  /** What of a line is text, with spaces for the rest; undefined when nothing of it is. */
  textOf(document: vscode.TextDocument, line: number): string | undefined {
    return this.current(document)?.scan.textOf(line, document.lineAt(line).text);
  }

  private current(document: vscode.TextDocument): Read | undefined {
    const known = this.read.get(document);
    if (known?.version === document.version) return known;
    const scan = known?.scan ?? scanOf(document.languageId);
    if (scan === undefined) return undefined;
    const mentions = scan.update(document.lineCount, line => document.lineAt(line).text);
    const read = { scan, version: document.version, mentions };
    this.read.set(document, read);
    return read;
  }
}

function scanOf(language: string): Read['scan'] | undefined {
  if (language === 'markdown') return new LineScan(markdownReader);
  if (language === 'git-commit' || language === 'scminput') return new LineScan(commitReader);
  const reader = commentReader(language);
  return reader && new LineScan(reader);
}
