import { expect, it } from 'vitest';
import type { Evidence } from '../../../domain/evidence/evidence.js';
import type { Slice } from '../../../domain/slice/slice.js';
import { draftText } from './sliceDrafts.js';

const slice = { ref: 'S-2' } as Slice;
const proof = (ref: string, command: string, more: Partial<Evidence>): Evidence =>
  ({ ref, command, passed: true, fresh: true, ...more }) as Evidence;

it('begins a decision with the files and proofs of the slice', () => {
  const evidence = [
    proof('E-3', 'npm test', {}),
    proof('E-2', 'npm run lint', { fresh: false }),
    proof('E-1', 'npm test', { passed: false }),
  ];
  expect(draftText({ slice, changedFiles: ['src/a.ts', 'src/b.ts'], evidence })).toBe(`## Changes

- src/a.ts
- src/b.ts

## Verification

- E-3: npm test
- E-2: npm run lint (on a different tree)

## Schema / Contract Changes

None

## Open Threads

None
`);
});
