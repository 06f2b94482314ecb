import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { git } from './tools.js';

it('says what to do where there is no git', async () => {
  const tools = { program: '/nowhere/cli.mjs', environment: { PATH: '/nowhere' } };
  await expect(git(tools, tmpdir(), ['--version'])).rejects.toThrow(
    /^Git was not found: install it, or put its folder on the PATH; in VS Code the setting git\.path may name it\.$/,
  );
});
