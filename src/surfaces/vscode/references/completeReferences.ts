import * as vscode from 'vscode';
import { oneLine } from '../../../domain/text/oneLine.js';
import { shortened } from '../../../domain/text/shortened.js';
import { type ReferenceDocuments, referenceDocuments } from './referenceDocuments.js';
import type { Offered, ReferenceLetter, ReferenceLookup } from './referenceLookup.js';

/** Matches a partial reference before the cursor: its number, or words of its title. */
const begun = /(?<![A-Za-z0-9/#.@=&?%\\_-])([WFTLR])-[\p{L}\p{N}]*$/u;
const titleLength = 80;

/** Completes `W-`, `F-`, `T-`, `L-` and `R-` by number or words of the title. Reads the store once per commit to it. */
export function registerReferenceCompletion(
  documents: ReferenceDocuments,
  lookup: ReferenceLookup,
  failed: (error: unknown) => undefined,
): vscode.Disposable {
  const provider: vscode.CompletionItemProvider = {
    provideCompletionItems: async (document, position, token) => {
      const typed = document.lineAt(position.line).text.slice(0, position.character);
      const found = begun.exec(typed);
      if (found === null) return undefined;
      const repository = documents.repositoryOf(document);
      const isText = documents.textOf(document, position.line)?.slice(found.index, position.character) === found[0];
      if (repository === undefined || !isText) return undefined;
      const offered = await lookup.offered(repository, found[1] as ReferenceLetter).catch(failed);
      if (offered === undefined || token.isCancellationRequested) return undefined;
      const range = new vscode.Range(position.line, found.index, position.line, position.character);
      return offered.map((record, index) => completion(record, index, range));
    },
  };
  return vscode.languages.registerCompletionItemProvider(referenceDocuments, provider, '-');
}

function completion({ ref, title, isOver }: Offered, index: number, range: vscode.Range): vscode.CompletionItem {
  const description = shortened(title, titleLength);
  const item = new vscode.CompletionItem({ label: ref, description }, vscode.CompletionItemKind.Reference);
  item.range = range;
  item.insertText = ref;
  // Matched against the typed text: both `W-12` and `W-login` find it.
  item.filterText = `${ref} ${ref[0]}-${oneLine(description)}`;
  // Open records first, then the last changed.
  item.sortText = `${isOver ? 1 : 0}${String(index).padStart(4, '0')}`;
  return item;
}
