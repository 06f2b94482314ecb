import { expect, it } from 'vitest';
import { inReadingOrder, type ReadingGroup, readingGroup } from './readingOrder.js';

it.each<[ReadingGroup, string[]]>([
  [
    'contract',
    [
      'src/types.ts',
      'src/order.types.ts',
      'src/orderTypes.ts',
      'src/types/order.ts',
      'lib/vendor.d.ts',
      'lib/vendor.d.mts',
      'api/order.proto',
      'api/order.graphql',
      'openapi.yaml',
      'docs/openapi.v2.json',
      'db/migrate/20260101_orders.rb',
      'src/store/migrations/migrations.ts',
      'db/orders.sql',
      'schema.prisma',
      'schemas/order.json',
      'order.schema.json',
      'package.json',
      'packages/shop/package.json',
      'Cargo.toml',
      'requirements-dev.txt',
      'Shop.csproj',
    ],
  ],
  [
    'code',
    [
      'src/app.ts',
      'src/prototypes.ts',
      'src/contentType.ts',
      'src/docs/render.ts',
      'app/page.html',
      'app/page.css',
      'Makefile',
      'Dockerfile',
      'build/run.mjs',
      'notes.ipynb',
      'src/unknown.zig',
    ],
  ],
  [
    'test',
    [
      'src/app.spec.ts',
      'test/support/types.ts',
      'tests/fixtures/schema.sql',
      'src/store/migrations/migrations.spec.ts',
      'pkg/order_test.go',
    ],
  ],
  [
    'other',
    [
      'README.md',
      'LICENSE',
      'docs/lanes.md',
      'docs/example.ts',
      'docs/schema.md',
      'types/README.md',
      'schemas/logo.png',
      '.gitignore',
      '.eslintrc.js',
      '.github/workflows/ci.yml',
      'tsconfig.json',
      'media/icon.svg',
    ],
  ],
  [
    'generated',
    [
      'package-lock.json',
      'yarn.lock',
      'packages/shop/pnpm-lock.yaml',
      'Cargo.lock',
      'go.sum',
      'dist/app.js',
      'lib/dist/index.d.ts',
      'public/app.min.js',
      'public/app.js.map',
      'test/__snapshots__/page.html',
      'src/page.snap',
      'src/api.generated.ts',
      'api/order.pb.go',
      'api/order_pb2.py',
    ],
  ],
])('%s', (group, paths) => {
  expect(paths.map(path => [path, readingGroup(path)])).toEqual(paths.map(path => [path, group]));
});

it('believes the repository more than the path', () => {
  expect(readingGroup('src/parser.ts', true)).toBe('generated');
  expect(readingGroup('dist/index.d.ts', false)).toBe('contract');
});

it('sorts by the part of the change, then by path', () => {
  const paths = [
    'yarn.lock',
    'README.md',
    'src/b.spec.ts',
    'src/b.ts',
    'src/a/z.ts',
    'db/2.sql',
    'db/1.sql',
    'src/a.ts',
  ];
  const files = paths.map(path => ({ path, group: readingGroup(path) }));
  expect(inReadingOrder(files).map(({ path }) => path)).toEqual([
    'db/1.sql',
    'db/2.sql',
    'src/a.ts',
    'src/a/z.ts',
    'src/b.ts',
    'src/b.spec.ts',
    'README.md',
    'yarn.lock',
  ]);
  expect(paths[0]).toBe('yarn.lock');
});
