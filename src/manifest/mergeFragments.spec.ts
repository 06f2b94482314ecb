import { describe, expect, it } from 'vitest';
import { localised } from './fragment.js';
import { mergeFragments } from './mergeFragments.js';

describe('mergeFragments', () => {
  it('joins lists and merges objects', () => {
    const merged = mergeFragments([
      { contributes: { commands: [{ command: 'a' }], menus: { palette: [{ command: 'a' }] } } },
      { contributes: { commands: [{ command: 'b' }], menus: { title: [{ command: 'b' }] } } },
    ]);
    expect(merged.contributes).toEqual({
      commands: [{ command: 'a' }, { command: 'b' }],
      menus: { palette: [{ command: 'a' }], title: [{ command: 'b' }] },
    });
  });

  it('takes texts out into their own file', () => {
    const merged = mergeFragments([{ contributes: { title: localised('z', 'Last'), name: localised('a', 'First') } }]);
    expect(merged.contributes).toEqual({ title: '%z%', name: '%a%' });
    expect(Object.entries(merged.texts)).toEqual([
      ['a', 'First'],
      ['z', 'Last'],
    ]);
  });

  it('leaves out what is undefined', () => {
    expect(mergeFragments([{ contributes: { icon: undefined, id: 'x' } }]).contributes).toEqual({ id: 'x' });
  });

  it('names each activation event once', () => {
    const merged = mergeFragments([{ activationEvents: ['onUri', 'onView:a'] }, { activationEvents: ['onUri'] }]);
    expect(merged.activationEvents).toEqual(['onUri', 'onView:a']);
  });

  it('refuses two values for one place, and two wordings for one text', () => {
    expect(() => mergeFragments([{ contributes: { menus: { x: 1 } } }, { contributes: { menus: { x: 2 } } }])).toThrow(
      'contributes.menus.x',
    );
    expect(() =>
      mergeFragments([
        { contributes: { a: localised('key', 'One') } },
        { contributes: { b: localised('key', 'Two') } },
      ]),
    ).toThrow('The text key has two wordings: "One" and "Two".');
  });
});
