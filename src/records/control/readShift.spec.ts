import { describe, expect, it } from 'vitest';
import type { ControlConfig } from '../../domain/config/controlConfig.js';
import type { ControlShiftRow } from '../../domain/control/controlShiftRow.js';
import { settingsInForce } from './readShift.js';
import { startSettings } from './startSettings.js';

const at = (hours: number, minutes: number) => new Date(2026, 10, 27, hours, minutes).getTime();
const startedAt = at(9, 0);

function shift(confirmed: ControlConfig, repository: ControlConfig, untilAt: number | null): ControlShiftRow {
  return {
    started_at: startedAt,
    until_at: untilAt,
    settings: JSON.stringify(confirmed),
    repository_settings: JSON.stringify(repository),
  } as ControlShiftRow;
}

describe('the settings of control', () => {
  it('start with the time of day that comes first, of the branches, the clone and the person', () => {
    const written = { config: { agents: { codex: 1 }, until: '10:06' }, untils: ['10:06', '09:36'] };
    expect(startSettings(written, {}, { now: startedAt })).toEqual({ agents: { codex: 1 }, until: '09:36' });
    expect(startSettings(written, { until: '11:04' }, { now: startedAt }).until).toBe('09:36');
    expect(startSettings(written, { until: '09:10' }, { now: startedAt }).until).toBe('09:10');
    expect(startSettings(written, {}, { now: at(9, 40) }).until).toBe('10:06');
  });

  it('end control at the time of day that comes first after it was switched on', () => {
    const repository = { agents: { codex: 1 }, until: '10:06' };
    const confirmed = { agents: { codex: 1 }, until: '11:04' };
    const written = { config: repository, untils: ['10:06', '09:36'], problem: null };
    expect(settingsInForce(written, shift(confirmed, repository, at(11, 4))).untilAt).toBe(at(9, 36));
    expect(settingsInForce({ ...written, untils: [] }, shift(confirmed, repository, at(11, 4))).untilAt).toBe(
      at(11, 4),
    );
  });

  it('name what was raised since, from what is in force, and not what a person lowered for this time', () => {
    const repository = { agents: { codex: 2 }, budget: { money: 25 } };
    const confirmed = { agents: { codex: 1 }, budget: { money: 3 } };
    const raised = (config: ControlConfig) =>
      settingsInForce({ config, untils: [], problem: null }, shift(confirmed, repository, null)).raised;
    expect(raised(repository)).toEqual([]);
    expect(raised({ ...repository, budget: { money: 50 } })).toEqual([{ key: 'budget.money', from: '3', to: '50' }]);
  });
});
