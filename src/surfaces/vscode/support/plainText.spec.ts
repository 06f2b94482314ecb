import { describe, expect, it } from 'vitest';
import { asLabel, asMessage } from './plainText.js';

describe('asLabel', () => {
  it('keeps an icon name a text', () => {
    expect(asLabel('Use $(trash) here')).toBe('Use \\$(trash) here');
  });
});

describe('asMessage', () => {
  it('takes the link out of a title', () => {
    expect(asMessage('[Click me](command:workbench.action.quit)')).toBe('[Click me] (command:workbench.action.quit)');
  });
});
