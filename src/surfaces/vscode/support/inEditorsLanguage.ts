import { l10n } from 'vscode';
import { RefusalError } from '../../../domain/refusal/refusal.js';
import { english, type Language, say } from '../../../messages/say.js';
import type { Sentence } from '../../../messages/sentence.js';
import { isStoreError } from '../../../store/storeError.js';

let german: Language | undefined;

/** Loads the sentences of operations in this window's language; an English window skips the German ones. */
export async function loadLanguage(): Promise<void> {
  if (isGerman()) german ??= (await import('../../../messages/german.js')).german;
}

/** The command-line form of an act, in parentheses after the words: (`lane show`), (--no-fetch). */
const onCommandLine = / \((?:`(?!git )[a-z]|--)[^)]*\)/g;

/** Translates an operation's sentence, without hints for the command line. Log, store and agents get full English. */
export function inEditorsLanguage(sentence: Sentence): string {
  return say(sentence, language()).replace(onCommandLine, '');
}

/** The message of a failure for the person. Errors of a program, the system or a library are not translated. */
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

/** Text of a view in place of rows that could not be read; adds a next step to errors without one of their own. */
export function viewFailure(error: unknown): string {
  const cause = causeOf(error);
  if (error instanceof RefusalError || isStoreError(error) || isMissingCode(error)) return cause;
  return l10n.t(
    'Could not read this view. Refresh it to try again; Stateroom: Show Log has the details. Cause: {0}',
    cause,
  );
}

/** True if a lazily loaded chunk of the extension no longer exists. */
function isMissingCode(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
}

/** Language tag of this window's texts; undefined in English, and without a translation. */
export function languageOfTexts(): string | undefined {
  // `l10n.uri` is the chosen translation bundle; undefined in English.
  return /bundle\.l10n\.([A-Za-z]{2,3}(?:-[\w-]+)?)\.json$/.exec(l10n.uri?.fsPath ?? '')?.[1];
}

function isGerman(): boolean {
  return languageOfTexts()?.startsWith('de') === true;
}

function language(): Language {
  return (isGerman() ? german : undefined) ?? english;
}
