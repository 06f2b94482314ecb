import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { gitEnvironment } from './gitProcess.js';

it.each<[inherited: Record<string, string>]>([
  [{ LC_ALL: 'de_DE.UTF-8' }],
  [{ LC_ALL: 'C.UTF-8', LANGUAGE: 'de' }],
  [{ LC_MESSAGES: 'fr_FR.UTF-8' }],
  [{ LANG: 'ja_JP.UTF-8', LANGUAGE: 'ja:en' }],
  [{ LANGUAGE: 'pt_BR' }],
  [{ LC_ALL: '', LANG: 'de_DE.UTF-8', LC_CTYPE: 'de_DE.UTF-8' }],
])('git answers in English for whoever has %j', inherited => {
  const environment = gitEnvironment({ PATH: process.env.PATH, ...inherited });
  expect(environment).toMatchObject({ LC_ALL: 'C.UTF-8', LANGUAGE: '' });
  const refuse = () => execFileSync('git', ['nothing'], { env: environment, stdio: 'pipe' });
  expect(refuse).toThrow(/'nothing' is not a git command/);
});
