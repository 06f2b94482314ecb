import { describe, expect, it } from 'vitest';
import { eventPayloadSchema, eventTypeSchema, isOwnEventType } from './event.js';
import { newEvent } from './newEvent.js';
import { ownEventTypes } from './ownEvents.js';
import { presentEvent } from './presentEvent.js';

describe('event types', () => {
  it('keeps what Stateroom writes for Stateroom', () => {
    for (const type of ownEventTypes()) expect(isOwnEventType(type)).toBe(true);
    expect(isOwnEventType('work_item_of_tomorrow')).toBe(true);
    expect(isOwnEventType('deploy_started')).toBe(false);
  });

  it.each([[''], ['1st'], ['two words'], ['x'.repeat(101)], ['a\u0000']])('refuses the type %j', type => {
    expect(eventTypeSchema.safeParse(type).success).toBe(false);
  });

  it('limits the payload to a JSON object of 64 kB', () => {
    expect(eventPayloadSchema.safeParse({ a: 'x'.repeat(65_528) }).success).toBe(true);
    expect(eventPayloadSchema.safeParse({ a: 'x'.repeat(65_529) }).success).toBe(false);
    for (const payload of [[], null, 'text', 1]) expect(eventPayloadSchema.safeParse(payload).success).toBe(false);
  });
});

describe('an event', () => {
  it('carries who, when, what and about which item', () => {
    const event = newEvent(
      { role: 'agent', name: 'codex', harness: 'codex', session: 's1' },
      1_793_613_600_000,
      'deploy_started',
      'id-1',
      { to: 'staging' },
    );
    expect(presentEvent({ ...event, repository_id: 'r', id: 7, work_item_number: 12 })).toEqual({
      id: 7,
      at: '2026-11-02T10:00:00.000Z',
      type: 'deploy_started',
      actor: 'codex',
      role: 'agent',
      harness: 'codex',
      session: 's1',
      workItem: 'W-12',
      payload: { to: 'staging' },
    });
  });
});
