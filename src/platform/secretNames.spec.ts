import { expect, it } from 'vitest';
import { redactTokens } from './redact.js';

it('leaves names that only begin like a model provider key', () => {
  for (const name of [
    'sk-react-starter-template-2024',
    'feature/sk-123-fix-the-login-page-now',
    '.sk-fadingcircleanimation',
  ]) {
    expect(redactTokens(name)).toBe(name);
  }
});
