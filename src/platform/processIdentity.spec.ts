import { spawn, spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import {
  describeIdentity,
  identifyThisProcess,
  judgeByPid,
  type ProcessIdentity,
  parseIdentity,
} from './processIdentity.js';

const onLinux = process.platform === 'linux';
const self = identifyThisProcess();

function like(change: Partial<ProcessIdentity>): ProcessIdentity {
  return { ...self, ...change };
}

function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '0']).pid;
}

describe('whether an owner lives', () => {
  it('a process that runs is alive', () => {
    expect(judgeByPid(self, self)).toBe('alive');
  });

  it('a pid that is gone is dead', () => {
    expect(judgeByPid(like({ pid: deadPid() }), self)).toBe('dead');
  });

  it.runIf(onLinux)('a pid that another process has now is dead', () => {
    expect(judgeByPid(like({ start: self.start - 1 }), self)).toBe('dead');
  });

  it.runIf(onLinux)('a machine that booted since leaves nobody alive', () => {
    expect(judgeByPid(like({ boot: 'another' }), self)).toBe('dead');
  });

  it('a process of another machine cannot be judged', () => {
    expect(judgeByPid(like({ boot: 'another', host: 'elsewhere' }), self)).toBe('unknown');
    expect(judgeByPid(like({ boot: '', host: 'elsewhere', pid: deadPid() }), like({ boot: '' }))).not.toBe('dead');
  });

  it.runIf(onLinux)('in another pid namespace a pid says nothing', () => {
    expect(judgeByPid(like({ namespace: 'pid:[1] time:[2]', pid: deadPid() }), self)).toBe('needs-socket');
  });

  it.runIf(onLinux)('a sandbox that hides /proc from itself or from us is not taken for dead', () => {
    const pid = deadPid();
    expect(judgeByPid(like({ boot: '', namespace: '', start: 0, pid }), self)).toBe('needs-socket');
    expect(judgeByPid(like({ pid }), like({ boot: '', namespace: '', start: 0 }))).toBe('needs-socket');
    expect(judgeByPid(like({ namespace: '', pid }), like({ namespace: '' }))).toBe('needs-socket');
  });

  it.runIf(onLinux)('a killed process that nobody has reaped yet is dead', async () => {
    // The shell never waits for what it leaves in the background once it has become `sleep`, which it has before the other ends.
    const parent = spawn('/bin/sh', ['-c', 'sleep 0.5 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    try {
      const pid = Number(await new Promise(resolve => parent.stdout.once('data', text => resolve(String(text)))));
      const zombie = like({ pid, start: 0 });
      while (judgeByPid(zombie, self) !== 'dead') await new Promise(resolve => setTimeout(resolve, 5));
      // It is still there for kill(): only its state tells.
      expect(() => process.kill(pid, 0)).not.toThrow();
    } finally {
      parent.kill('SIGKILL');
    }
  });
});

describe('an identity', () => {
  it('comes back from its file, without what it lacks', () => {
    expect(parseIdentity(JSON.stringify(self))).toEqual(self);
    expect(parseIdentity('{"pid":5,"token":"a"}')).toEqual({
      pid: 5,
      token: 'a',
      start: 0,
      boot: '',
      namespace: '',
      host: '',
      program: '',
    });
  });

  it.each(['', '{', 'null', '5', '[]', '{"pid":"5","token":"a"}', '{"pid":5}'])('is none: %s', text => {
    expect(parseIdentity(text)).toBeUndefined();
  });

  it('has a token of its own each time', () => {
    expect(identifyThisProcess().token).not.toBe(self.token);
  });

  it('is told to people by pid and program', () => {
    expect(describeIdentity(like({ pid: 4711, program: 'cli.mjs' }))).toBe('process 4711 (cli.mjs)');
    expect(describeIdentity(like({ pid: 4711, program: '' }))).toBe('process 4711');
  });
});
