import { expect, it } from 'vitest';
import { isProtectedBranch } from './protectedBranch.js';
import { repositoryConfigSchema } from './repositoryConfig.js';

it('takes names and globs', () => {
  const config = repositoryConfigSchema.parse({ protect: { branches: ['main', 'release/*'] } });
  const branches = ['main', 'mainly', 'release/2', 'release/2/fix', 'feature/main'];
  expect(branches.filter(branch => isProtectedBranch(config, branch))).toEqual(['main', 'release/2']);
});
