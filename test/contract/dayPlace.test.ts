import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { place } from '../../build/place.mjs';
import { git, makeRepository, programFile } from './cliRig.js';

describe('a worker of a day', () => {
  it('commits nothing in a repository around the sample once its lane is closed', async () => {
    const outer = makeRepository();
    const sample = join(outer, 'stateroom-sample-x');
    mkdirSync(join(sample, 'harbour'), { recursive: true });
    git(join(sample, 'harbour'), 'init', '--quiet', '--initial-branch=main');
    // Without a commit git would not take the sample up into the repository around it, and fail for that reason.
    const robin = ['-c', 'user.name=Robin', '-c', 'user.email=robin@example.com'];
    git(join(sample, 'harbour'), ...robin, 'commit', '--quiet', '--allow-empty', '--message=Begin');
    writeFileSync(join(outer, 'README.md'), 'Mine, and not committed.\n');
    const before = git(outer, 'rev-parse', 'HEAD');

    // The worktree of the lane is gone: a person closed it while the day was halted.
    const at = join(sample, 'harbour.worktrees', 'shallow-berths');
    const player = spawn(process.execPath, [join(place.dist, 'dayWorker.js'), 'ben', programFile], {
      cwd: join(sample, 'harbour'),
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const answers = createInterface({ input: player.stdout })[Symbol.asyncIterator]();
    const ask = async (part: object): Promise<{ ok: boolean }> => {
      player.stdin.write(`${JSON.stringify(part)}\n`);
      return JSON.parse(String((await answers.next()).value)) as { ok: boolean };
    };
    try {
      await ask({ does: 'write', at, file: 'src/berth.ts', text: 'export {};\n' });
      expect((await ask({ does: 'commit', at, message: 'Ask for the depth of a berth' })).ok).toBe(false);
    } finally {
      player.stdin.end();
      await once(player, 'close');
    }

    expect(git(outer, 'rev-parse', 'HEAD')).toBe(before);
    expect(git(outer, 'diff', '--cached', '--name-only')).toBe('');
    expect(git(outer, 'status', '--porcelain', '--', 'README.md')).toBe(' M README.md\n');
  });
});
