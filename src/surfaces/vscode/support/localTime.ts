import { languageOfTexts } from './inEditorsLanguage.js';

// For English, use the system's locale, which includes the country.
const language = languageOfTexts();
const short = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
const exact = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' });

/** Formats an ISO time in the local zone and language. */
export function localTime(iso: string): string {
  return short.format(new Date(iso));
}

export function exactLocalTime(iso: string): string {
  return exact.format(new Date(iso));
}

/** Formats a time so that a person can type it again: local date and time, without zero seconds. */
export function editableTime(iso: string | null): string {
  if (iso === null) return '';
  const time = new Date(iso);
  const two = (part: number): string => String(part).padStart(2, '0');
  const date = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  const seconds = time.getSeconds() === 0 ? '' : `:${two(time.getSeconds())}`;
  return `${date}T${two(time.getHours())}:${two(time.getMinutes())}${seconds}`;
}

/** Replaces the UTC times in a sentence of an operation by local ones. */
export function withLocalTimes(sentence: string): string {
  return sentence.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z/g, iso => localTime(iso));
}
