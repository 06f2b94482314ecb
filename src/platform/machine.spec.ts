import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { thisMachine } from './machine.js';

describe('this machine', () => {
  it('knows its own process, and what is no identity', () => {
    expect(thisMachine.judge(thisMachine.identity())).toBe('alive');
    expect(thisMachine.judge('nonsense')).toBe('unknown');
  });

  it('knows a process that has ended', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');
    const identity = { ...(JSON.parse(thisMachine.identity()) as object), pid: child.pid };
    expect(thisMachine.judge(JSON.stringify(identity))).toBe('dead');
  });

  it.runIf(process.platform === 'linux')('takes no other process for one whose pid it was given', () => {
    const identity = { ...(JSON.parse(thisMachine.identity()) as object), start: 1 };
    expect(thisMachine.judge(JSON.stringify(identity))).toBe('dead');
  });

  it.runIf(process.platform !== 'win32')('takes the pulse of another process, stopped or not', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const identity = thisMachine.identify(child.pid ?? 0) ?? '';
    try {
      expect(thisMachine.pulse(identity)).toBe('alive');
      child.kill('SIGSTOP');
      while (thisMachine.pulse(identity) !== 'stopped') await new Promise(done => setTimeout(done, 5));
      child.kill('SIGCONT');
      while (thisMachine.pulse(identity) !== 'alive') await new Promise(done => setTimeout(done, 5));
    } finally {
      child.kill('SIGKILL');
    }
    await once(child, 'exit');
    expect(thisMachine.pulse(identity)).toBe('dead');
    expect(thisMachine.identify(child.pid ?? 0)).toBeUndefined();
    expect(thisMachine.identify(0)).toBeUndefined();
  });

  it.runIf(process.platform !== 'win32')('waits for git to leave a folder, and tells of one that stays', async () => {
    const home = realpathSync(mkdtempSync(join(tmpdir(), 'stateroom-machine-')));
    // It reads names of objects until its input ends.
    const git = () =>
      spawn('git', ['hash-object', '--stdin-paths'], { cwd: home, stdio: ['pipe', 'ignore', 'ignore'] });
    const brief = git();
    const lasting = git();
    try {
      await Promise.all([once(brief, 'spawn'), once(lasting, 'spawn')]);
      setTimeout(() => brief.stdin.end(), 100);
      expect(await thisMachine.processesIn(home)).toEqual([{ pid: lasting.pid, program: 'git' }]);
      setTimeout(() => lasting.stdin.end(), 100);
      expect(await thisMachine.processesIn(home)).toEqual([]);
    } finally {
      brief.kill('SIGKILL');
      lasting.kill('SIGKILL');
      rmSync(home, { recursive: true });
    }
  });

  it.runIf(process.platform !== 'win32')(
    'finds who stands in a folder, also when it is asked for by a link',
    async () => {
      const home = realpathSync(mkdtempSync(join(tmpdir(), 'stateroom-machine-')));
      mkdirSync(join(home, 'real', 'inner'), { recursive: true });
      symlinkSync('real', join(home, 'link'));
      const child = spawn('sleep', ['600'], { cwd: join(home, 'link', 'inner'), stdio: 'ignore' });
      try {
        await once(child, 'spawn');
        const found = [{ pid: child.pid, program: 'sleep' }];
        expect(await thisMachine.processesIn(join(home, 'real'))).toEqual(found);
        expect(await thisMachine.processesIn(join(home, 'link'))).toEqual(found);
        expect(await thisMachine.processesIn(join(home, 'other'))).toEqual([]);
      } finally {
        child.kill('SIGKILL');
        rmSync(home, { recursive: true });
      }
    },
  );

  it.runIf(process.platform !== 'win32')('names a program that Node runs by Node, not by its thread', async () => {
    const home = realpathSync(mkdtempSync(join(tmpdir(), 'stateroom-machine-')));
    const child = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1000)'], {
      cwd: home,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    try {
      await once(child.stdout, 'data');
      expect(await thisMachine.processesIn(home)).toEqual([{ pid: child.pid, program: 'node' }]);
    } finally {
      child.kill('SIGKILL');
      rmSync(home, { recursive: true });
    }
  });

  it('finds ports taken that something listens on', async () => {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    expect(await thisMachine.arePortsFree(port, 1)).toBe(false);
    server.close();
    await once(server, 'close');
    expect(await thisMachine.arePortsFree(port, 1)).toBe(true);
  });
});
