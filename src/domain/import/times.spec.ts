import { describe, expect, it } from 'vitest';
import { Times, timeOf } from './times.js';

const at = (text: string | number) => {
  const time = timeOf(text);
  return time === undefined ? undefined : new Date(time).toISOString();
};

describe('a time', () => {
  it.each<[string | number, string]>([
    // ISO 8601 and its kin.
    ['2024-03-06', '2024-03-06T00:00:00.000Z'],
    ['2024-03-06T10:15', '2024-03-06T10:15:00.000Z'],
    ['2024-03-06T10:15:30.123456Z', '2024-03-06T10:15:30.123Z'],
    ['2024-03-06 10:15:30,5 +0130', '2024-03-06T08:45:30.500Z'],
    ['2024-03-06t10:15:30-05', '2024-03-06T15:15:30.000Z'],
    ['2024-03-06 10:00:00 UTC', '2024-03-06T10:00:00.000Z'],
    ['2024-03-06 10:00:00 +0000 UTC', '2024-03-06T10:00:00.000Z'],
    ['2024-03-06T10:00:00+01:00[Europe/Berlin]', '2024-03-06T09:00:00.000Z'],
    ['20240306T101530Z', '2024-03-06T10:15:30.000Z'],
    ['20240306T1015', '2024-03-06T10:15:00.000Z'],
    ['20240306', '2024-03-06T00:00:00.000Z'],
    ['2024/3/6 9:05', '2024-03-06T09:05:00.000Z'],
    // Of programs and mail.
    ['Tue Mar 05 2024 10:00:00 GMT+0000 (GMT)', '2024-03-05T10:00:00.000Z'],
    ['Tue Mar 05 2024 10:00:00 GMT+0100 (Central European Standard Time)', '2024-03-05T09:00:00.000Z'],
    ['Tue, 05 Mar 2024 10:00:00 GMT', '2024-03-05T10:00:00.000Z'],
    ['Tue, 5 Mar 2024 10:00:00 -0800', '2024-03-05T18:00:00.000Z'],
    ['Tue Mar  5 10:00:00 UTC 2024', '2024-03-05T10:00:00.000Z'],
    ['Tue Mar  5 10:00:00 PST 2024', '2024-03-05T18:00:00.000Z'],
    ['/Date(1709719200000+0100)/', '2024-03-06T10:00:00.000Z'],
    // With the month's name.
    ['3/Nov/20 12:17 PM', '2020-11-03T12:17:00.000Z'],
    ['03/Nov/20 12:17 AM', '2020-11-03T00:17:00.000Z'],
    ['28/Feb/99', '1999-02-28T00:00:00.000Z'],
    ['Nov 22, 2019', '2019-11-22T00:00:00.000Z'],
    ['November 22nd, 2019 at 4:05 p.m.', '2019-11-22T16:05:00.000Z'],
    ['22 Nov 2019, 16:05', '2019-11-22T16:05:00.000Z'],
    ['05-MAR-2024', '2024-03-05T00:00:00.000Z'],
    ['2024-Mar-05', '2024-03-05T00:00:00.000Z'],
    ['Dienstag, 5. März 2024 um 10:00 Uhr', '2024-03-05T10:00:00.000Z'],
    ['5. Okt. 2024', '2024-10-05T00:00:00.000Z'],
    // A narrow space, as new versions of ICU put it.
    ['Mar 5, 2024, 10:00:00\u202fPM', '2024-03-05T22:00:00.000Z'],
    // Only numbers.
    ['05.03.2024 08:30', '2024-03-05T08:30:00.000Z'],
    ['25/12/2024', '2024-12-25T00:00:00.000Z'],
    ['12/25/2024 1:05 PM', '2024-12-25T13:05:00.000Z'],
    ['6/6/2024', '2024-06-06T00:00:00.000Z'],
    ['45357', '2024-03-06T00:00:00.000Z'],
    [45357.75, '2024-03-06T18:00:00.000Z'],
    ['1709719200', '2024-03-06T10:00:00.000Z'],
    ['1709719200.5', '2024-03-06T10:00:00.500Z'],
    [1709719200000, '2024-03-06T10:00:00.000Z'],
    ['1709719200000000', '2024-03-06T10:00:00.000Z'],
    ['1709719200000000000', '2024-03-06T10:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ])('%s is read', (text, expected) => {
    expect(at(text)).toBe(expected);
  });

  it.each([
    // May be two days.
    '03/06/2024',
    '3-6-2024 10:00',
    '01/02/03',
    '25/12/24',
    // Not days, or not times.
    '2024-02-30',
    '31/Feb/2024',
    '2024-13-01',
    '13/13/2024',
    '2024-03-06 25:00',
    '2024-03-06 13:00 PM',
    '2024-03-06 10:61',
    '2024-03-06 10:00 XYZ',
    'Nov 22',
    'Mar 2024',
    '2024-03',
    'Q3 2024',
    'yesterday',
    '2 days ago',
    'soon',
    '-',
    '0',
    '7',
    '2024',
    '99999',
    '12345',
    'NaN',
    '1e12',
    '9999999999999999999999',
    '10:00',
    'Nov 22, 2019 or later',
    'TBD 2024-03-06',
    '=TODAY()',
  ])('%s is none that is plain', text => {
    expect(at(text)).toBeUndefined();
  });

  it('that cannot be read is kept and counted, and one that is not set is nothing', () => {
    const times = new Times();
    expect(times.at('03/06/2024', 'Created')).toBeUndefined();
    expect(times.at('0001-01-01T00:00:00Z', 'started_at')).toBeUndefined();
    expect(times.at(null, 'closed')).toBeUndefined();
    expect(times.ofComment('last week', 'comments')).toBe('last week');
    expect(times.ofComment('2024-03-06', 'comments')).toBe(Date.UTC(2024, 2, 6));
    expect(times.kept).toEqual({ Created: '03/06/2024' });
    expect(times.counted).toEqual([
      ['time', 'Created', 'payload'],
      ['time', 'comments', 'text'],
    ]);
  });

  it('is looked for in reasonable time, whatever the text', () => {
    for (const text of [' '.repeat(100_000), '1:'.repeat(50_000), 'a'.repeat(100_000), '('.repeat(100_000)]) {
      const start = performance.now();
      expect(timeOf(`x${text}x`)).toBeUndefined();
      expect(performance.now() - start).toBeLessThan(500);
    }
  });
});
