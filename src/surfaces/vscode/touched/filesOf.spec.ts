import { expect, it } from 'vitest';
import { filesOf } from './filesOf.js';

const changed = new Set(['src/a.ts', 'src/deep/b.ts', 'src/deep/c.ts', 'srcs/d.ts']);

it('records what git tells of: the file itself, else what lies below the folder', () => {
  expect(filesOf({ path: 'src/a.ts', change: 'edit' }, changed)).toEqual([{ path: 'src/a.ts', change: 'edit' }]);
  expect(filesOf({ path: 'src/ignored.log', change: 'edit' }, changed)).toEqual([]);
  expect(filesOf({ path: 'src/deep', change: 'rename', oldPath: 'src/old' }, changed)).toEqual([
    { path: 'src/deep/b.ts', change: 'rename', oldPath: 'src/old/b.ts' },
    { path: 'src/deep/c.ts', change: 'rename', oldPath: 'src/old/c.ts' },
  ]);
  expect(filesOf({ path: 'src', change: 'delete' }, changed).map(({ path }) => path)).toEqual([
    'src/a.ts',
    'src/deep/b.ts',
    'src/deep/c.ts',
  ]);
});
