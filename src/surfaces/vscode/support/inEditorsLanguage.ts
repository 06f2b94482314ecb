import { l10n } from 'vscode';
import { RefusalError } from '../../../domain/refusal/refusal.js';
import { english, type Language, say } from '../../../messages/say.js';
import type { Sentence } from '../../../messages/sentence.js';
import { isStoreError } from '../../../store/storeError.js';

let german: Language | undefined;

/** Reads the sentences of operations in the language of this window: a window in English does without the German ones. */
export async function loadLanguage(): Promise<void> {
  if (isGerman()) german ??= (await import('../../../messages/german.js')).german;
}

/** How the command line does what a sentence says, in brackets after the words: (`lane show`), (--no-fetch). */
const onCommandLine = / \((?:`(?!git )[a-z]|--)[^)]*\)/g;

/**
 * A sentence that an operation gave, for the person, without what only the command line takes. The log, the store and agents have
 * the English one with that.
 */
export function inEditorsLanguage(sentence: Sentence): string {
  return say(sentence, language()).replace(onCommandLine, '');
}

/** What a failure says to the person. An error of a program, the system or a library stays as it is. */
export function causeOf(error: unknown): string {
  if (error instanceof RefusalError) return inEditorsLanguage(error.refusal.message);
  if (isStoreError(error)) return inEditorsLanguage(error.said);
  if (isMissingCode(error)) {
    return l10n.t(
      'Files of the extension are missing, which can happen after an update. Reload the window to continue.',
    );
  }
  return error instanceof Error ? error.message : String(error);
}

/** What a view says in place of rows that could not be read: an error of a program has no next step of its own. */
export function viewFailure(error: unknown): string {
  const cause = causeOf(error);
  if (error instanceof RefusalError || isStoreError(error) || isMissingCode(error)) return cause;
  return l10n.t(
    'Could not read this view. Refresh it to try again; Stateroom: Show Log has the details. Cause: {0}',
    cause,
  );
}

/** True where a chunk of the extension that is loaded late is not there any more. */
function isMissingCode(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
}

/** The language in which the texts of this window are, as a tag; undefined in English, and where there is no translation. */
export function languageOfTexts(): string | undefined {
  // The editor says which translation of ours it took; in English it takes none.
  return /bundle\.l10n\.([A-Za-z]{2,3}(?:-[\w-]+)?)\.json$/.exec(l10n.uri?.fsPath ?? '')?.[1];
}

function isGerman(): boolean {
  return languageOfTexts()?.startsWith('de') === true;
}

function language(): Language {
  return (isGerman() ? german : undefined) ?? english;
}
