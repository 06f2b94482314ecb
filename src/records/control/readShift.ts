import { type ControlConfig, storedControl, stricterControl } from '../../domain/config/controlConfig.js';
import {
  controlSettings,
  firstTimeOfDay,
  nextTimeOfDay,
  raisedSettings,
} from '../../domain/control/controlSettings.js';
import type { ControlShiftRow } from '../../domain/control/controlShiftRow.js';
import type { SettingsInForce } from '../../domain/control/planPass.js';
import { RefusalError } from '../../domain/refusal/refusal.js';
import { say } from '../../messages/say.js';
import { baseConfig, readSources } from '../baseConfig.js';
import type { Context } from '../context.js';

/** Section `control` of the base branch's settings, or why it cannot be read. */
export interface WrittenSettings {
  readonly config: ControlConfig;
  /** Times of day `until` of the branches and the clone; the one that comes first counts, which depends on the beginning. */
  readonly untils: readonly string[];
  readonly problem: string | null;
}

export async function writtenSettings(context: Context): Promise<WrittenSettings> {
  try {
    const sources = await readSources(context);
    const untils = sources.flatMap(({ control }) => control.until ?? []);
    return { config: (await baseConfig(context)).control, untils, problem: null };
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    return { config: {}, untils: [], problem: say(error.refusal.message) };
  }
}

/** The settings that count now, and the end of the shift by them, ms UTC. */
export interface InForce extends SettingsInForce {
  readonly untilAt: number | null;
}

/** Settings that a person confirmed for the shift, lowered by those written now; without a shift those that are written. */
export function settingsInForce(written: WrittenSettings, shift: ControlShiftRow | undefined): InForce {
  const { problem } = written;
  if (shift === undefined) return { settings: controlSettings(written.config), problem, raised: [], untilAt: null };
  const at = shift.started_at;
  const confirmed = storedControl(shift.settings);
  const before = storedControl(shift.repository_settings);
  const until = firstTimeOfDay(written.untils, at);
  const config = until === undefined ? written.config : { ...written.config, until };
  const isWritten = problem === null && Object.keys(config).length > 0;
  const ends = [shift.until_at, isWritten && until !== undefined ? nextTimeOfDay(until, at) : null].filter(
    end => end !== null,
  );
  // A limit that a person lowered for this time alone was not raised since.
  const changed = new Set(raisedSettings({ ...confirmed, ...before }, config, at).map(({ key }) => key));
  return {
    settings: controlSettings(isWritten ? stricterControl(confirmed, config) : confirmed),
    problem,
    raised: isWritten ? raisedSettings(confirmed, config, at).filter(({ key }) => changed.has(key)) : [],
    untilAt: ends.length === 0 ? null : Math.min(...ends),
  };
}
