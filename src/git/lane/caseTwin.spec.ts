import { describe, expect, it } from 'vitest';
import { caseTwin } from './caseTwin.js';

describe('a twin of another case', () => {
  it.each([
    ['feature/login', ['feature/Login'], 'feature/Login'],
    ['feature/login', ['Feature/other'], 'Feature/other'],
    ['feature/login', ['FEATURE'], 'FEATURE'],
    ['feature', ['Feature/login'], 'Feature/login'],
    ['feature/login', ['main', 'FEATURE/LOGIN'], 'FEATURE/LOGIN'],
    ['feature/login', ['feature/login', 'feature/login-Page', 'feature/other', 'Login', 'main'], undefined],
    ['straße', ['STRASSE'], undefined],
  ])('of %s among %j is %s', (name, names, twin) => {
    expect(caseTwin(names, name)).toBe(twin);
  });
});
