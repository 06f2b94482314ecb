import { expect, it, vi } from 'vitest';
import type { Repository } from '../repository.js';
import { openWorkflowFiles } from './workflowFiles.js';

const texts = vi.hoisted(() => new Map<string, string>());

vi.mock('vscode', () => ({
  Uri: { file: (path: string) => path, joinPath: (base: string, path: string) => `${base}/${path}` },
  workspace: {
    fs: { stat: async (path: string) => ({ size: texts.get(path)?.length ?? 0 }) },
    openTextDocument: async (path: string) => ({ getText: () => texts.get(path) ?? '' }),
  },
}));

it('reads no file with a token or a key in its text, whatever its name is', async () => {
  texts.set('/shop/src/limit.ts', 'export const limit = 5; // the token is in the safe\n');
  texts.set('/shop/src/client.ts', `export const key = 'ghp_${'a1B2'.repeat(9)}';\n`);
  texts.set('/shop/deploy.md', '-----BEGIN PRIVATE KEY-----\nMIIEvQ\n-----END PRIVATE KEY-----\n');
  const tree = {
    root: '/shop',
    paths: async () => ['deploy.md', 'src/client.ts', 'src/limit.ts'],
    kindOf: async () => 'file' as const,
  };
  const files = openWorkflowFiles({} as unknown as Repository, tree, []);
  expect(await files.read('src/limit.ts')).toBe('export const limit = 5; // the token is in the safe\n');
  expect(await files.read('src/client.ts')).toBeUndefined();
  expect(await files.read('deploy.md')).toBeUndefined();
  expect(await files.read('.env')).toBeUndefined();
  // The person is told of these.
  expect(files.withheld).toEqual(['src/client.ts', 'deploy.md', '.env']);
});
