import { describe, expect, it } from 'vitest';
import { finding } from '../../../../test/support/finding.js';
import type { TimelineEvent } from '../../../domain/event/event.js';
import { findingHoverText } from './findingHover.js';

const recorded = {
  id: 1,
  at: '2026-11-21T11:00:00.000Z',
  type: 'finding_recorded',
  workItem: null,
  actor: 'codex',
  payload: { finding: 'F-1', severity: 'high' },
} as unknown as TimelineEvent;
const fixed = { ...recorded, id: 2, type: 'finding_fixed' };
const loop = finding(1, { severity: 'high', text: 'The loop never ends', fix: 'Stop after three tries' });
const told = (isSaid: boolean, events: readonly TimelineEvent[]) =>
  findingHoverText(loop, { at: undefined, isSaid, events, more: false }).text;

describe('the hover of a finding', () => {
  it('does not repeat what the problem above it says', () => {
    expect(told(false, [])).toContain('The loop never ends');
    expect(told(false, [])).toContain('Stop after three tries');
    expect(told(true, [])).not.toMatch(/The loop never ends|Stop after three tries/);
    expect(told(true, [])).toMatch(/^\[\*\*F-1\*\*\]/);
  });

  it('tells a history once there is more in it than that it was found', () => {
    expect(told(true, [recorded])).not.toMatch(/^- /m);
    expect(told(true, [fixed, recorded]).match(/^- /gm)).toHaveLength(2);
  });
});
