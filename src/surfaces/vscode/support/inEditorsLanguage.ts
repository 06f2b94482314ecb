import { readFileSync } from 'node:fs';
import { l10n } from 'vscode';
import { RefusalError } from '../../../domain/refusal/refusal.js';
import { german } from '../../../messages/german.js';
import type { Message } from '../../../messages/message.js';
import { english, say } from '../../../messages/say.js';
import type { Sentence } from '../../../messages/sentence.js';
import { isStoreError } from '../../../store/storeError.js';
import { SentenceTable, type TranslatedSentences } from './sentenceTable.js';

const translation = /bundle\.l10n\.([A-Za-z]{2,3}(?:-[\w-]+)?)\.json$/;

/** Undefined until a sentence is shown; null where there is none for the editor's language. */
let table: SentenceTable | null | undefined;

/**
 * A sentence that an operation gave, for the person: in the editor's language where it has one. Only for what is shown:
 * the log, the store and agents keep the English one, which all of them share.
 */
export function inEditorsLanguage(said: Sentence): string {
  if (typeof said === 'string') return loaded()?.tell(said) ?? said;
  return languageOfTexts()?.startsWith('de') ? say(withWords(said), german) : say(said, english);
}

/** What a schema says of a value is a text in English still. */
function withWords(said: Message): Message {
  const values = Object.entries(said.values).map(([name, value]) => {
    if (typeof value === 'object') return [name, withWords(value)];
    return [name, said.key === 'input.schemaProblem' ? wordsInEditorsLanguage(String(value)) : value];
  });
  return { ...said, values: Object.fromEntries(values) };
}

/** The same for what a schema says of a value that does not fit it: the rest of a sentence, without a full stop. */
export function wordsInEditorsLanguage(words: string): string {
  return loaded()?.tellWords(words) ?? words;
}

/** The word for a state, a severity or a verdict. Apart from sentences: a word alone may be anybody's. */
export function stateInEditorsLanguage(state: string): string {
  return loaded()?.tellState(state) ?? state;
}

/**
 * What a failure says to the person: a refusal and what the store says in the editor's language. Any other error has its
 * words from a program, the system or a library, and may read as one of ours by chance: it stays as it is.
 */
export function causeOf(error: unknown): string {
  if (error instanceof RefusalError) return inEditorsLanguage(error.refusal.message);
  if (isStoreError(error)) return inEditorsLanguage(error.said);
  return error instanceof Error ? error.message : String(error);
}

function loaded(): SentenceTable | null {
  if (table === undefined) table = readTable();
  return table;
}

/** The language in which the texts of this window are, as a tag; undefined in English, and where there is no translation. */
export function languageOfTexts(): string | undefined {
  // The editor says which translation of ours it took; in English it takes none.
  return translation.exec(l10n.uri?.fsPath ?? '')?.[1];
}

/** Read at once and only then: a sentence is needed as rarely as something is refused. */
function readTable(): SentenceTable | null {
  const language = languageOfTexts();
  if (language === undefined) return null;
  try {
    const file = l10n.uri?.fsPath.replace(translation, `refusals.${language}.json`) ?? '';
    return new SentenceTable(JSON.parse(readFileSync(file, 'utf8')) as TranslatedSentences);
  } catch {
    // A language that has the other texts alone.
    return null;
  }
}
