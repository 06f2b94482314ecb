import { describe, expect, it } from 'vitest';
import { shortened } from './shortened.js';

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
