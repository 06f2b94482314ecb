import { languageOfTexts } from './inEditorsLanguage.js';

// In English as the machine is set up, which knows its country.
const language = languageOfTexts();
const short = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
const exact = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' });

/** An ISO time as this person writes it, in the local zone. */
export function localTime(iso: string): string {
  return short.format(new Date(iso));
}

/** The same with its seconds. */
export function exactLocalTime(iso: string): string {
  return exact.format(new Date(iso));
}

/** A time as a person can type it again: the local date and hour, without seconds where there are none. */
export function editableTime(iso: string | null): string {
  if (iso === null) return '';
  const time = new Date(iso);
  const two = (part: number): string => String(part).padStart(2, '0');
  const date = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  const seconds = time.getSeconds() === 0 ? '' : `:${two(time.getSeconds())}`;
  return `${date}T${two(time.getHours())}:${two(time.getMinutes())}${seconds}`;
}

/** A sentence of an operation with its UTC times as this person writes them. */
export function withLocalTimes(sentence: string): string {
  return sentence.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z/g, iso => localTime(iso));
}
