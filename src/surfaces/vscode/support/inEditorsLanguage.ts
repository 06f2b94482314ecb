import { l10n } from 'vscode';
import { RefusalError } from '../../../domain/refusal/refusal.js';
import { german } from '../../../messages/german.js';
import { english, type Language, say } from '../../../messages/say.js';
import type { Sentence } from '../../../messages/sentence.js';
import { isStoreError } from '../../../store/storeError.js';

/** A sentence that an operation gave, for the person. The log, the store and agents have the English one. */
export function inEditorsLanguage(sentence: Sentence): string {
  return say(sentence, language());
}

/** What a failure says to the person. An error of a program, the system or a library stays as it is. */
export function causeOf(error: unknown): string {
  if (error instanceof RefusalError) return inEditorsLanguage(error.refusal.message);
  if (isStoreError(error)) return inEditorsLanguage(error.said);
  return error instanceof Error ? error.message : String(error);
}

/** The language in which the texts of this window are, as a tag; undefined in English, and where there is no translation. */
export function languageOfTexts(): string | undefined {
  // The editor says which translation of ours it took; in English it takes none.
  return /bundle\.l10n\.([A-Za-z]{2,3}(?:-[\w-]+)?)\.json$/.exec(l10n.uri?.fsPath ?? '')?.[1];
}

function language(): Language {
  return languageOfTexts()?.startsWith('de') ? german : english;
}
