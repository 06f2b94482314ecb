import { type ControlConfig, stricterControl } from '../../domain/config/controlConfig.js';
import { controlSettings, nextTimeOfDay, raisedSettings } from '../../domain/control/controlSettings.js';
import type { ControlShiftRow } from '../../domain/control/controlShiftRow.js';
import type { SettingsInForce } from '../../domain/control/planPass.js';
import { RefusalError } from '../../domain/refusal/refusal.js';
import { say } from '../../messages/say.js';
import { baseConfig, requireReadable } from '../baseConfig.js';
import type { Context } from '../context.js';

/** Section `control` of the base branch's settings, or why it cannot be read. */
export interface WrittenSettings {
  readonly config: ControlConfig;
  readonly problem: string | null;
}

export async function writtenSettings(context: Context): Promise<WrittenSettings> {
  try {
    await requireReadable(context);
    return { config: (await baseConfig(context)).control, problem: null };
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    return { config: {}, problem: say(error.refusal.message) };
  }
}

/** The settings that count now, and the end of the shift by them, ms UTC. */
export interface InForce extends SettingsInForce {
  readonly untilAt: number | null;
}

/** Settings that a person confirmed for the shift, lowered by those written now; without a shift those that are written. */
export function settingsInForce({ config, problem }: WrittenSettings, shift: ControlShiftRow | undefined): InForce {
  if (shift === undefined) return { settings: controlSettings(config), problem, raised: [], untilAt: null };
  const confirmed = JSON.parse(shift.settings) as ControlConfig;
  const before = JSON.parse(shift.repository_settings) as ControlConfig;
  const isWritten = problem === null && Object.keys(config).length > 0;
  const { until } = config;
  const ends = [
    ...(shift.until_at === null ? [] : [shift.until_at]),
    ...(isWritten && until !== undefined ? [nextTimeOfDay(until, shift.started_at)] : []),
  ];
  return {
    settings: controlSettings(isWritten ? stricterControl(confirmed, config) : confirmed),
    problem,
    raised: isWritten ? raisedSettings({ ...confirmed, ...before }, config, shift.started_at) : [],
    untilAt: ends.length === 0 ? null : Math.min(...ends),
  };
}
