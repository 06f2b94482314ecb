import type { DashboardTexts } from '../../src/protocol/dashboardText.js';

/** The texts of a page in one language, with its formats of numbers and times. */
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

  /** Like `of`, but in parts, so that a value can be something other than text, such as a button. */
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

  /** `3 minutes ago`, `in 2 hours`. Past times are rounded down; future ones rounded, and `now` within 45 seconds. */
  relative(iso: string, now: number): string {
    const away = Date.parse(iso) - now;
    const [unit, size] = unitOf(away);
    const count = away > 0 ? Math.round(away / size) : -Math.floor(-away / size);
    return unit === 'second' ? this.#relative.format(0, unit) : this.#relative.format(count, unit);
  }

  /** `4 min`, `2 hr`, `3 days`, rounded down; empty for under a minute. */
  span(iso: string, now: number): string {
    const passed = Math.max(0, now - Date.parse(iso));
    const [unit, size] = unitOf(-passed);
    if (unit === 'second') return '';
    return new Intl.NumberFormat(this.locale, { style: 'unit', unit, unitDisplay: 'short' }).format(
      Math.floor(passed / size),
    );
  }

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
/** Thresholds in ms at which `relative` changes its unit, for future and past times. */
const edges = { before: [45_000, 45 * minute, 22 * hour], after: [minute, hour, day] } as const;
const sizes = [
  ['second', 1000],
  ['minute', minute],
  ['hour', hour],
  ['day', day],
] as const;

/** The unit and its size in ms for a time `away` ms ahead, or behind if negative. */
function unitOf(away: number): (typeof sizes)[number] {
  const passed = (away > 0 ? edges.before : edges.after).filter(edge => Math.abs(away) >= edge).length;
  return sizes[passed] ?? sizes[3];
}

/** Time in ms until `relative` changes for any of these times: at least a second, at most a day. */
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
    // Rounded numbers change at the midpoint between two of them. `now` lasts until a minute after the time.
    const steps = unit === 'second' ? [away + minute] : [(((away - size / 2) % size) + size) % size];
    for (const wait of [...steps, ...edges.before.map(edge => away - edge)]) {
      if (wait >= 0) soonest = Math.min(soonest, wait + 1);
    }
  }
  return Math.max(1000, soonest);
}
