import type { DashboardTexts } from '../../src/protocol/dashboardText.js';

/** The texts of a page in one language, and how its numbers and times are written; the dashboard's where nothing else is said. */
export class Text<Texts extends Readonly<Record<string, string>> = DashboardTexts> {
  readonly locale: string;
  readonly #texts: Texts;
  readonly #numbers: Intl.NumberFormat;
  readonly #relative: Intl.RelativeTimeFormat;

  /** An unknown locale falls back to the browser's own. */
  constructor(texts: Texts, locale: string) {
    this.#texts = texts;
    this.locale = Intl.NumberFormat.supportedLocalesOf([locale])[0] ?? new Intl.NumberFormat().resolvedOptions().locale;
    this.#numbers = new Intl.NumberFormat(this.locale);
    this.#relative = new Intl.RelativeTimeFormat(this.locale, { numeric: 'auto' });
  }

  has(key: string): key is Key<Texts> {
    return Object.hasOwn(this.#texts, key);
  }

  /** The text of a key with its values in place of `{0}`, `{1}`, …. */
  of(key: Key<Texts>, ...values: readonly (string | number)[]): string {
    return this.parts(key, ...values).join('');
  }

  /** The same in parts, so that a value may be something else than text, for example a button. */
  parts<Value>(key: Key<Texts>, ...values: readonly Value[]): (string | Value)[] {
    const parts: (string | Value)[] = [];
    for (const part of (this.#texts[key] ?? key).split(/(\{\d\})/)) {
      const place = /^\{(\d)\}$/.exec(part)?.[1];
      const value = place === undefined ? part : values[Number(place)];
      if (value !== undefined && value !== '') parts.push(value);
    }
    return parts;
  }

  number(value: number): string {
    return this.#numbers.format(value);
  }

  /**
   * `3 minutes ago`, `in 2 hours`; coarser the further away. What has passed is rounded down, as in the views; what is to come
   * is rounded, and is `now` within 45 seconds.
   */
  relative(iso: string, now: number): string {
    const away = Date.parse(iso) - now;
    const [unit, size] = unitOf(away);
    const count = away > 0 ? Math.round(away / size) : -Math.floor(-away / size);
    return unit === 'second' ? this.#relative.format(0, unit) : this.#relative.format(count, unit);
  }

  /** Date and time to the minute, for tooltips. */
  exact(iso: string): string {
    return new Date(iso).toLocaleString(this.locale, { dateStyle: 'medium', timeStyle: 'short' });
  }

  /** `21 Nov`, from `2026-11-21`. */
  day(date: string): string {
    return new Date(`${date}T00:00:00Z`).toLocaleDateString(this.locale, {
      day: 'numeric',
      month: 'short',
      timeZone: 'UTC',
    });
  }
}

type Key<Texts> = keyof Texts & string;

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Where `relative` goes over from one unit to the next, before the moment and after it. */
const edges = { before: [45_000, 45 * minute, 22 * hour], after: [minute, hour, day] } as const;
const sizes = [
  ['second', 1000],
  ['minute', minute],
  ['hour', hour],
  ['day', day],
] as const;

/** The unit in which a time that is `away` ms ahead, or behind if negative, is said, and its size in ms. */
function unitOf(away: number): (typeof sizes)[number] {
  const passed = (away > 0 ? edges.before : edges.after).filter(edge => Math.abs(away) >= edge).length;
  return sizes[passed] ?? sizes[3];
}

/** How long what `relative` says about all of these times stays true, in ms: at least a second, at most a day. */
export function relativeHolds(times: readonly string[], now: number): number {
  let soonest = day;
  for (const iso of times) {
    const away = Date.parse(iso) - now;
    const [unit, size] = unitOf(away);
    if (away <= 0) {
      const step = unit === 'second' ? minute : size;
      soonest = Math.min(soonest, step - (-away % step));
      continue;
    }
    // Rounded numbers change just after the half between two of them. What is `now` stays so until it is a minute ago.
    const steps = unit === 'second' ? [away + minute] : [(((away - size / 2) % size) + size) % size];
    for (const wait of [...steps, ...edges.before.map(edge => away - edge)]) {
      if (wait >= 0) soonest = Math.min(soonest, wait + 1);
    }
  }
  return Math.max(1000, soonest);
}
