import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { explainFailure } from './failure.js';

it('claims that reading works only where it does', () => {
  const denied = Object.assign(new Error('EACCES'), { code: 'EACCES', syscall: 'open' });
  const hidden = join(tmpdir(), 'stateroom-that-nobody-can-list');
  expect(explainFailure(denied, hidden, 'write')).toMatchObject({
    code: 'STORE_READ_ONLY',
    message: `This process is not allowed to write to the store in ${hidden}.`,
    hint: 'Check the permissions on its files. To write from a sandbox, use the tools of the Stateroom MCP server, which runs outside it.',
  });
  expect(explainFailure(denied, tmpdir(), 'write')).toMatchObject({
    message: `This process can read the store in ${tmpdir()} but cannot write to it.`,
    hint: 'Reading works. To write from a sandbox, use the tools of the Stateroom MCP server, which runs outside it.',
  });
});
