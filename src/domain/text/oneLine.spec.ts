import { describe, expect, it } from 'vitest';
import { oneLine } from './oneLine.js';

describe('oneLine', () => {
  it('joins lines and drops control characters', () => {
    expect(oneLine('  Fix\r\n the\u0000login\tnow ')).toBe('Fix the login now');
  });

  it('drops what turns the direction of a text', () => {
    expect(oneLine('pay\u202elod\u202c.exe')).toBe('pay lod .exe');
  });
});
