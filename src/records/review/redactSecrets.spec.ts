import { expect, it } from 'vitest';
import { redactSecrets } from './redactSecrets.js';

/** Put together here, so that nothing in this file has the shape of a token. */
const token = ['ghp_', 'a1B2'.repeat(9)].join('');
const key = (end: string) => ['-----', end, ' PRIVATE KEY-----'].join('');

function redact(path: string, hunks: string, oldPath?: string) {
  const kind = oldPath === undefined ? ('edit' as const) : ('rename' as const);
  return redactSecrets({ path, kind, ...(oldPath === undefined ? {} : { oldPath }), added: 1, removed: 1, hunks });
}

it('masks a secret alone, so that lines keep their numbers', () => {
  const hunks = `@@ -7,2 +7,3 @@ const old = '${token}';\n one\n-const a = '${token}';\n+const b = '${token}';\n+two\n`;
  expect(redact('src/client.ts', hunks)).toEqual({
    hunks:
      "@@ -7,2 +7,3 @@ const old = '[redacted]';\n one\n-const a = '[redacted]';\n+const b = '[redacted]';\n+two\n",
    concealed: ['src/client.ts', 'src/client.ts:8'],
  });
});

it('takes a value without quotes for a secret in settings, and for code elsewhere', () => {
  const hunks = '@@ -0,0 +1,1 @@\n+password: hunter22\n';
  expect(redact('deploy/app.yml', hunks)).toEqual({
    hunks: '@@ -0,0 +1,1 @@\n+password: [redacted]\n',
    concealed: ['deploy/app.yml:1'],
  });
  expect(redact('src/app.ts', hunks)).toEqual({ hunks, concealed: [] });
});

it.each([
  ['whose name says that a secret is in it', '.env', '+limit 10\n', undefined],
  ['that had such a name', 'src/settings.txt', '+limit 10\n', 'config/secrets.prod.yml'],
  ['in which a private key begins', 'deploy.md', `+${key('BEGIN RSA')}\n+MIIabc\n`, undefined],
  ['in which one ends', 'deploy.md', ` MIIabc\n ${key('END')}\n+more\n`, undefined],
])('leaves out a file %s', (_what, path, lines, oldPath) => {
  expect(redact(path, `@@ -1,2 +1,2 @@\n${lines}`, oldPath)).toEqual({ hunks: null, concealed: [path] });
});

it('leaves everything else as it is', () => {
  const hunks = '@@ -0,0 +1,2 @@\n+export const limit = 10;\n+login(user, password);\n';
  expect(redact('src/limit.ts', hunks)).toEqual({ hunks, concealed: [] });
  expect(redactSecrets({ path: '.env', kind: 'edit', added: null, removed: null, hunks: null })).toEqual({
    hunks: null,
    concealed: [],
  });
});
