import { describe, expect, it } from 'vitest';
import { controlSettings, firstTimeOfDay, nextTimeOfDay, raisedSettings } from '../control/controlSettings.js';
import { type ControlConfig, controlConfigSchema, stricterControl } from './controlConfig.js';

const at = new Date(2026, 10, 27, 22, 0).getTime();
const full: ControlConfig = {
  agents: { codex: 2, claude: 3 },
  atOnce: 4,
  until: '07:00',
  budget: { money: 25, tokens: 1000 },
  attempts: 2,
};

describe('the settings of control', () => {
  it('have defaults: all agents at once, and three attempts', () => {
    expect(controlSettings({ agents: { codex: 2, claude: 3 } })).toEqual({
      agents: [
        { key: 'codex', atOnce: 2 },
        { key: 'claude', atOnce: 3 },
      ],
      atOnce: 5,
      attempts: 3,
      until: null,
      budget: { money: null, tokens: null, minutes: null },
    });
    expect(controlSettings({}).agents).toEqual([]);
  });

  it.each([
    { agents: { codex: 0 } },
    { agents: { codex: 51 } },
    { agents: { program: 1 } },
    { agents: { 'rm -rf': 1 } },
    { agents: { codex: 1.5 } },
    { agents: ['codex'] },
    { atOnce: 0 },
    { until: '25:00' },
    { until: '7:00' },
    { until: 'tomorrow' },
    { budget: { money: -1 } },
    { budget: { money: 0 } },
    { budget: { tokens: 0.5 } },
    { budget: 25 },
    { needsYou: ['**'] },
    { attempts: 0 },
    { attempts: 11 },
    { merge: true },
  ])('refuse %j', given => {
    expect(controlConfigSchema.safeParse(given).success).toBe(false);
  });

  it('of several layers are the lowest', () => {
    const other: ControlConfig = { agents: { claude: 1, gemini: 9 }, budget: { money: 30, minutes: 60 }, attempts: 5 };
    expect(stricterControl(full, other)).toEqual({
      agents: { claude: 1 },
      atOnce: 4,
      until: '07:00',
      budget: { money: 25, tokens: 1000, minutes: 60 },
      attempts: 2,
    });
    expect(stricterControl(full, {})).toEqual(full);
  });

  it('that lower a limit raise nothing', () => {
    const lower: ControlConfig = {
      agents: { claude: 1 },
      atOnce: 2,
      until: '06:00',
      budget: { money: 1 },
      attempts: 1,
    };
    expect(raisedSettings(full, lower, at)).toEqual([]);
    expect(raisedSettings(full, {}, at)).toEqual([]);
  });

  it('name each limit that they raise', () => {
    const raised = raisedSettings(
      full,
      {
        agents: { codex: 50, gemini: 1 },
        atOnce: 50,
        until: '08:00',
        budget: { money: 100, tokens: 1001, minutes: 5 },
        attempts: 3,
      },
      at,
    );
    expect(raised.map(({ key, from, to }) => `${key} ${from} ${to}`)).toEqual([
      'agents.codex 2 50',
      'agents.gemini null 1',
      'atOnce 4 50',
      'budget.money 25 100',
      'budget.tokens 1000 1001',
      'attempts 2 3',
      'until 07:00 08:00',
    ]);
  });

  it('end at the time of day that comes first after their beginning', () => {
    expect(firstTimeOfDay(['06:00', '23:00', '07:00'], at)).toBe('23:00');
    expect(firstTimeOfDay(['07:00', '06:00', '22:00'], at)).toBe('06:00');
    expect(firstTimeOfDay([], at)).toBeUndefined();
  });

  it('end at the next time of day', () => {
    expect(nextTimeOfDay('07:00', at)).toBe(new Date(2026, 10, 28, 7, 0).getTime());
    expect(nextTimeOfDay('22:30', at)).toBe(new Date(2026, 10, 27, 22, 30).getTime());
    expect(nextTimeOfDay('22:00', at)).toBe(new Date(2026, 10, 28, 22, 0).getTime());
  });
});
