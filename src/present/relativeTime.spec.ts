import { describe, expect, it } from 'vitest';
import { english } from '../reports/translate.js';
import { dueLabel, timeAgo, timeLeft, timeUntil } from './relativeTime.js';

const now = Date.UTC(2026, 10, 21, 12, 0, 0);
const seconds = (count: number) => count * 1000;
const minutes = (count: number) => count * 60_000;
const hours = (count: number) => count * 3_600_000;

describe('timeAgo', () => {
  it.each([
    [seconds(0), 'just now'],
    [seconds(59), 'just now'],
    [minutes(1), '1 min ago'],
    [minutes(59) + seconds(59), '59 min ago'],
    [hours(1), '1 h ago'],
    [hours(23) + minutes(59), '23 h ago'],
    [hours(24), '1 d ago'],
    [hours(24 * 40), '40 d ago'],
  ])('%i ms ago reads %s', (span, text) => {
    expect(timeAgo(now - span, now, english).text).toBe(text);
  });

  it('reads as now when another machine’s clock is ahead', () => {
    expect(timeAgo(now + minutes(5), now, english).text).toBe('just now');
  });

  it('changes with the next whole minute, then with the next whole hour', () => {
    expect(timeAgo(now - seconds(90), now, english).changesAt).toBe(now + seconds(30));
    expect(timeAgo(now - minutes(90), now, english).changesAt).toBe(now + minutes(30));
  });
});

describe('timeLeft', () => {
  it.each([
    [seconds(1), 'under a minute left'],
    [seconds(59), 'under a minute left'],
    [minutes(1), '1 min left'],
    [minutes(14) + 1, '15 min left'],
    [minutes(89), '89 min left'],
    [minutes(90), '2 h left'],
    [hours(2) + minutes(29), '2 h left'],
    [hours(2) + minutes(30), '3 h left'],
    [hours(36), '2 d left'],
  ])('%i ms before the end reads %s', (span, text) => {
    expect(timeLeft(now + span, now, english).text).toBe(text);
  });

  it('changes when a minute less remains', () => {
    expect(timeLeft(now + minutes(14) + seconds(20), now, english).changesAt).toBe(now + seconds(20));
  });

  it('changes at the end, and not after it', () => {
    expect(timeLeft(now + seconds(20), now, english).changesAt).toBe(now + seconds(20));
    expect(timeLeft(now, now, english).changesAt).toBeUndefined();
  });
});

describe('every label', () => {
  it.each([
    seconds(30),
    seconds(61),
    minutes(30),
    minutes(89),
    minutes(91),
    hours(3),
    hours(35),
    hours(37),
    hours(100),
  ])('stays right until the moment it names, %i ms before the time', span => {
    const label = timeUntil(now + span, now, english);
    const changesAt = label.changesAt ?? Number.NaN;
    expect(changesAt).toBeGreaterThan(now);
    expect(timeUntil(now + span, changesAt - 1, english).text).toBe(label.text);
    if (changesAt < now + span) expect(timeUntil(now + span, changesAt, english).text).not.toBe(label.text);
  });
});

describe('dueLabel', () => {
  it('tells before from after', () => {
    expect(dueLabel(now + hours(48), now, english).text).toBe('due in 2 d');
    expect(dueLabel(now - hours(3), now, english).text).toBe('overdue by 3 h');
    expect(dueLabel(now, now, english).text).toBe('due now');
  });
});
