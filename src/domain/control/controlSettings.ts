import type { ControlConfig } from '../config/controlConfig.js';

const usualAttempts = 3;

/** Settings in force, with the defaults for what is not set. */
export interface ControlSettings {
  /** In the order of preference. */
  readonly agents: readonly { readonly key: string; readonly atOnce: number }[];
  readonly atOnce: number;
  readonly attempts: number;
  readonly until: string | null;
  readonly budget: { readonly money: number | null; readonly tokens: number | null; readonly minutes: number | null };
}

export function controlSettings(config: ControlConfig): ControlSettings {
  const agents = Object.entries(config.agents ?? {}).map(([key, atOnce]) => ({ key, atOnce }));
  const { money = null, tokens = null, minutes = null } = config.budget ?? {};
  return {
    agents,
    atOnce: config.atOnce ?? agents.reduce((sum, { atOnce }) => sum + atOnce, 0),
    attempts: config.attempts ?? usualAttempts,
    until: config.until ?? null,
    budget: { money, tokens, minutes },
  };
}

/** A setting that allows more than what a person confirmed: `agents.codex` from 2 to 4; null for none. */
export interface RaisedSetting {
  readonly key: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** Limits that `wanted` raises above those confirmed at `at` (ms UTC). A field that is not set in `wanted` asks for nothing. */
export function raisedSettings(confirmed: ControlConfig, wanted: ControlConfig, at: number): RaisedSetting[] {
  const raised: RaisedSetting[] = [];
  const before = controlSettings(confirmed);
  const number = (key: string, from: number | undefined, to: number | undefined) => {
    if (to !== undefined && from !== undefined && to > from) raised.push({ key, from: String(from), to: String(to) });
  };
  for (const [key, atOnce] of Object.entries(wanted.agents ?? {})) {
    const from = confirmed.agents?.[key];
    if (from === undefined) raised.push({ key: `agents.${key}`, from: null, to: String(atOnce) });
    else number(`agents.${key}`, from, atOnce);
  }
  number('atOnce', before.atOnce, wanted.atOnce);
  for (const field of ['money', 'tokens', 'minutes'] as const) {
    number(`budget.${field}`, confirmed.budget?.[field], wanted.budget?.[field]);
  }
  number('attempts', before.attempts, wanted.attempts);
  const { until } = confirmed;
  if (wanted.until !== undefined && until !== undefined && nextTimeOfDay(wanted.until, at) > nextTimeOfDay(until, at)) {
    raised.push({ key: 'until', from: until, to: wanted.until });
  }
  return raised;
}

/** The time of day that comes first after `from`, ms UTC; undefined without any. */
export function firstTimeOfDay(timesOfDay: readonly string[], from: number): string | undefined {
  return timesOfDay.toSorted((one, other) => nextTimeOfDay(one, from) - nextTimeOfDay(other, from))[0];
}

/** First time after `from` at this time of day of this machine, in ms UTC. */
export function nextTimeOfDay(timeOfDay: string, from: number): number {
  const [hours = 0, minutes = 0] = timeOfDay.split(':').map(Number);
  const at = new Date(from);
  at.setHours(hours, minutes, 0, 0);
  if (at.getTime() <= from) at.setDate(at.getDate() + 1);
  return at.getTime();
}
