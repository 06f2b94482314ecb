import { describe, expect, it } from 'vitest';
import { anonymise } from './anonymise.js';

const own = {
  folders: new Map([
    ['/home/robin', '<home>'],
    ['C:\\Users\\Ann Lee', '<home>'],
    ['/home/robin/acme/shop', '<folder 1>'],
    ['/home/robin/acme/shop/.git/stateroom', '<store 1>'],
  ]),
  names: new Map([
    ['Robin Doe', '<person>'],
    ['acme-shop', '<repository>'],
    ['ab', '<short>'],
    ['al', '<actor>'],
    ['\u738b\u4f1f', '<actor>'],
    ['bot-7', '<actor>'],
    ['bot', '<actor>'],
    ['Zo\u00e9', '<actor>'],
  ]),
};

describe('withoutPeople', () => {
  it.each([
    ['Opened /home/robin/acme/shop/.git/stateroom/state.db', 'Opened <store 1>/state.db'],
    ["open '/home/robin/acme/shop/.git/stateroom/state.db'", "open '<store 1>/state.db'"],
    ['Read /home/robin/.gitconfig', 'Read <home>/<path>'],
    ["EACCES, open '/home/robin/acme/shop/docs/Dismissal of Carol.md'", "EACCES, open '<path>'"],
    ["open '/home/robin/secret plans/dismissal of Carol.md'", "open '<path>'"],
    ["open '/srv/Bob's layoffs of Carol.md'", "open '<path>'"],
    ['Read /home/robin/acme/shop/docs/carol.md:3', 'Read <folder 1>/<path>:3'],
    ['ENOENT: open /srv/secret/plan.md', 'ENOENT: open <path>'],
    ['at file:///opt/app/dist/extension.js:1:2', 'at <path>:1:2'],
    ['Read C:\\Users\\Robin\\x.txt', 'Read <path>'],
    ['Read \\\\server\\share\\x.txt', 'Read <path>'],
    [
      'Refused (conflict): W-3 “Fire the intern” is held by Robin Doe.',
      'Refused (conflict): W-3 “…” is held by <person>.',
    ],
    ['W-3 “Fire “the” intern” is open', 'W-3 “…” is open'],
    ['Read C:/Users/Robin/x.txt', 'Read <path>'],
    ['Could not read src/secret/plan.md:12', 'Could not read <path>:12'],
    ['The branch feature/fire-the-intern is behind', 'The branch <path> is behind'],
    ['The branch Gehälter/März is behind', 'The branch <path> is behind'],
    ['Held by bot-7; both wait', 'Held by <actor>; both wait'],
    ['The lanes of acme-shop', 'The lanes of <repository>'],
    ["ENOENT: no such file, open '/srv/my secret plan/the end.md'", "ENOENT: no such file, open '<path>'"],
    ['Could not read "C:\\my plans\\a b.md" or `~/a b`', 'Could not read "<path>" or `<path>`'],
    ['mail robin@example.com', 'mail <address>'],
    ['mail ann@b\u00fcro.de or j\u00fcrgen@example.com', 'mail <address> or <address>'],
    ['held by al, also held by \u738b\u4f1f', 'held by <actor>, also held by <actor>'],
    ['held by ROBIN DOE', 'held by <person>'],
    ['Read C:\\Users\\Zoe M\u00fcller\\x.txt', 'Read <path>'],
    ['GET https://jira.acme.internal/browse/X-1 failed', 'GET <url> failed'],
    ['Read D:\\Users\\Zoe M\u00fcller', 'Read <path>'],
    ['c:\\users\\ann lee is gone', '<home> is gone'],
    ['mail ju\u0308rgen@example.com of Zoe\u0301', 'mail <address> of <actor>'],
    ['postgres://db.acme.internal:5432/x', '<url>'],
    ['vscode-remote://ssh-remote%2Bacme/x', '<url>'],
    ['git+ssh://git.acme.internal/x', '<url>'],
    ['http://127.0.0.1:80@jira.acme.internal/x', '<url>'],
    ['+https://jira.acme.internal/x', '+<url>'],
    ['file://server/share/x', '<path>'],
    ['file://acme-nas/projects failed', '<path> failed'],
    ['file://acme-nas', '<path>'],
    ['GET http://127.0.0.1:3000 failed', 'GET http://127.0.0.1:3000 failed'],
    ['token=ghp_0123456789abcdefghijABCDEFGHIJ', 'token=[redacted]'],
    ['a table about queue.resolve took 3/4 of 10 ms', 'a table about queue.resolve took 3/4 of 10 ms'],
  ])('makes of %j %j', (text, clean) => {
    expect(anonymise(own)(text)).toBe(clean);
  });
});
