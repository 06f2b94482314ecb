import { describe, expect, it } from 'vitest';
import { settingsFromEnvironment } from './settingsFromEnvironment.js';

describe('settingsFromEnvironment', () => {
  it('gives an agent fifteen minutes and calls a claim stale after ten when nothing is set', () => {
    expect(settingsFromEnvironment({})).toEqual({ leaseMs: 900_000, staleMs: 600_000 });
    expect(settingsFromEnvironment({ STATEROOM_LEASE_MS: ' ' })).toEqual({ leaseMs: 900_000, staleMs: 600_000 });
  });

  it('takes both from the environment', () => {
    expect(settingsFromEnvironment({ STATEROOM_LEASE_MS: '1500', STATEROOM_STALE_MS: '86400000' })).toEqual({
      leaseMs: 1500,
      staleMs: 86_400_000,
    });
  });

  it.each(['0', '-5', '999', '1.5', 'soon', '86400001', '1e3', '99999999999'])('refuses a lease of %s', value => {
    expect(settingsFromEnvironment({ STATEROOM_LEASE_MS: value })).toMatchObject({
      refused: true,
      code: 'invalid_input',
      message: 'STATEROOM_LEASE_MS must be a whole number of milliseconds from 1000 to 86400000.',
    });
  });

  it('names the variable that is wrong', () => {
    expect(settingsFromEnvironment({ STATEROOM_STALE_MS: 'x' })).toMatchObject({
      hint: 'Fix or unset STATEROOM_STALE_MS.',
    });
  });
});
