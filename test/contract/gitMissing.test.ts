import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answer, makeDirectory, makeRepository, run } from './cliRig.js';

describe('where git is not installed', () => {
  it('reads and writes the queue, and says of all that asks git that it is missing', async () => {
    const cwd = makeRepository();
    await answer(['queue', 'add', 'There is work'], { cwd, actor: 'ada' });
    const empty = join(makeDirectory(), 'bin');
    mkdirSync(empty);
    const env = { PATH: empty };
    const say = (...words: string[]) => run([...words, '--actor', 'ada'], { cwd, env });
    expect(await answer(['queue', 'add', 'More of it'], { cwd, actor: 'ada', env })).toMatchObject({
      item: { ref: 'W-2' },
    });
    expect(await answer(['queue', 'list'], { cwd, actor: 'ada', env })).toMatchObject({
      items: [{ title: 'More of it' }, { title: 'There is work' }],
    });
    const timeline = () => answer(['events', 'tail'], { cwd });
    const before = await timeline();
    for (const words of [
      ['task', 'start', 'Build', '--here'],
      ['hooks', 'status'],
      ['worker', 'spawn', 'login'],
    ]) {
      const { code, stdout, stderr } = await say(...words);
      expect([words.join(' '), code, stdout]).toEqual([words.join(' '), 4, '']);
      expect(stderr).toBe(
        'stateroom: Git was not found on the PATH.\n' +
          '  Install git, or add its folder to the PATH. In VS Code, you can also set git.path.\n',
      );
    }
    expect(await timeline()).toEqual(before);
  });

  it.runIf(process.platform === 'linux')('does not call a git missing that may not be run', async () => {
    const cwd = makeRepository();
    const bin = makeDirectory();
    writeFileSync(join(bin, 'git'), '', { mode: 0o644 });
    const { code, stderr } = await run(['hooks', 'status', '--actor', 'ada'], { cwd, env: { PATH: bin } });
    expect(code).toBe(4);
    expect(stderr).toBe(
      'stateroom: Could not start git: the system reported EACCES.\n' +
        '  Check that the git on the PATH is a program you can run, then try again.\n',
    );
  });
});
