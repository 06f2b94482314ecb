import { expect, it } from 'vitest';
import { RefusalError } from '../../domain/refusal/refusal.js';
import { storedCell } from './storedCell.js';

it('refuses a name with a token in it by the name of its field', () => {
  const token = `ghp_${'a1B2'.repeat(9)}`;
  expect(() => storedCell('base_branch', token)).toThrow(/^The field baseBranch contains what looks like a secret/);
  expect(() => storedCell('base_branch', token)).toThrow(RefusalError);
  expect(storedCell('base_branch', 'feature/login')).toBe('feature/login');
});
