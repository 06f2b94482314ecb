import { describe, expect, it } from 'vitest';
import { linkPath, readLink } from './readLink.js';

const ulid = '01KAHM0Z0000000000000000AA';

describe('readLink', () => {
  it.each(['item', 'finding', 'task', 'lane'] as const)('reads the link to a %s, as it is written', kind => {
    const path = linkPath({ kind, id: ulid });
    expect(path).toBe(`/${kind}/01KAHM0Z0000000000000000AA`);
    expect(readLink({ path, query: '', fragment: '' })).toEqual({ kind, id: '01KAHM0Z0000000000000000AA' });
  });

  it.each([
    ['', '', ''],
    ['/', '', ''],
    ['/item', '', ''],
    ['/item/', '', ''],
    ['/item/W-12', '', ''],
    ['/item/12', '', ''],
    [`/item/${ulid}/`, '', ''],
    [`/item/${ulid}/..`, '', ''],
    [`//item/${ulid}`, '', ''],
    [`/ITEM/${ulid}`, '', ''],
    [`/items/${ulid}`, '', ''],
    [`/item/${ulid.toLowerCase()}`, '', ''],
    [`/item/${ulid}A`, '', ''],
    [`/item/${ulid.slice(1)}`, '', ''],
    [`/item/9${ulid.slice(1)}`, '', ''],
    [`/item/${ulid.replace('K', 'U')}`, '', ''],
    [`/item/ ${ulid}`, '', ''],
    [`/item/${ulid}\n`, '', ''],
    [`/item/${ulid}\u0000`, '', ''],
    [`/item/${ulid}\u202e`, '', ''],
    [`/item/${ulid}`, 'x=1', ''],
    [`/item/${ulid}`, '', 'x'],
    [`/item/${ulid}`, 'windowId=_blank', ''],
    [`/evil/../item/${ulid}`, '', ''],
    [`/item/../task/${ulid}`, '', ''],
    [`/item/%30${ulid.slice(1)}`, '', ''],
    ['/constructor/prototype', '', ''],
    [`/__proto__/${ulid}`, '', ''],
    ['/../../etc/passwd', '', ''],
    [`/item/${'A'.repeat(1_000_000)}`, '', ''],
  ])('takes nothing else: %.60j ?%s #%s', (path, query, fragment) => {
    expect(readLink({ path, query, fragment })).toBeUndefined();
  });
});
