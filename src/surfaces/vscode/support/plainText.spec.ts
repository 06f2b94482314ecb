import { describe, expect, it } from 'vitest';
import { asLabel, asMessage, oneLine, shortened } from './plainText.js';

describe('oneLine', () => {
  it('joins lines and drops control characters', () => {
    expect(oneLine('  Fix\r\n the\u0000login\tnow ')).toBe('Fix the login now');
  });

  it('drops what turns the direction of a text', () => {
    expect(oneLine('pay\u202elod\u202c.exe')).toBe('pay lod .exe');
  });
});

describe('shortened', () => {
  it('leaves a short text alone', () => {
    expect(shortened('Fix it', 6)).toBe('Fix it');
  });

  it('cuts a long text and says so', () => {
    expect(shortened('Fix the login', 8)).toBe('Fix the…');
  });

  it('counts characters, not halves of them', () => {
    expect(shortened('🙂🙂🙂', 3)).toBe('🙂🙂🙂');
    expect(shortened('🙂🙂🙂🙂', 3)).toBe('🙂🙂…');
  });
});

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
