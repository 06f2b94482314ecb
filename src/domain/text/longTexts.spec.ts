import { expect, it } from 'vitest';
import { fingerprintText } from '../finding/fingerprint.js';
import { placeOfUri } from '../finding/sarif/placeOfUri.js';
import { mayBeOwned, mayCollide } from '../lane/ownedPath.js';
import { splitExplicitId } from '../plan/planItemId.js';
import { readFileEdits } from '../workflow/fileEdit.js';

const pasted = ['a', '!', ' ', '.', '/', '\n', '\r\n', '…', '{#a', '(id:'].map(
  piece => [piece, `x${piece.repeat(Math.ceil(1_000_000 / piece.length))}\u0001`] as const,
);

it.each(pasted)('reads a megabyte of %j once', (_piece, text) => {
  const started = performance.now();
  fingerprintText({ path: 'a.ts', rule: null, text });
  splitExplicitId(text);
  mayBeOwned(text);
  mayCollide(text, 'src');
  placeOfUri({ uri: 'a.ts', base: text }, { root: '/shop', base: undefined });
  readFileEdits([{ path: 'a.ts', content: text }], [], () => false);
  // Read from each place to the end it takes half an hour; read once, far less than a second.
  expect(performance.now() - started).toBeLessThan(20_000);
});

it('ends a text like the one before it, whatever lines end with', () => {
  const edited = (before: string, find: string, into: string) =>
    readFileEdits([{ path: 'a.ts', replace: [{ find, with: into }] }], [{ path: 'a.ts', text: before }], () => true);
  expect(edited('a\nb', 'b', 'c\n\n')).toMatchObject([{ after: 'a\nc' }]);
  expect(edited('a\r\nb', 'b', 'c\n\n')).toMatchObject([{ after: 'a\r\nc' }]);
  expect(edited('a\nb\n', 'b\n', 'c')).toMatchObject([{ after: 'a\nc\n' }]);
});
