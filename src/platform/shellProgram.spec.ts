import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isPromptingShell, type ShellState, type TerminalProcess, watchShell } from './shellProgram.js';

describe('a shell', () => {
  it.each([
    ['bash', true],
    ['-zsh', true],
    ['/usr/bin/fish', true],
    ['zsh -i -l', true],
    ['bash --init-file /code/shellIntegration-bash.sh', true],
    ['bash --rcfile /tmp/nix-shell-1/rc', true],
    ['bash -s', true],
    ['pwsh -noexit -command .', true],
    ['pwsh -File agent.ps1', false],
    ['bash agent.sh', false],
    ['bash --norc agent.sh', false],
    ['sh -c claude', false],
    ['zsh -ic claude', false],
    ['claude', false],
    ['node /usr/bin/claude', false],
    ['', false],
  ])('has a prompt: %s %j', (command, isPrompting) => {
    expect(isPromptingShell(command.split(' '))).toBe(isPrompting);
  });

  // No system has so many.
  const own = 2_000_000_000;
  const shell: TerminalProcess = {
    ...{ pid: own, parent: 1, group: own, foreground: own, state: 'S', cpu: '1', words: ['-bash'] },
  };
  const child = { ...shell, pid: 11, parent: own, group: 11, words: ['node', 'agent.mjs'] };
  const inner = { ...shell, pid: 12, parent: own, group: 12, foreground: 12, words: ['zsh', '-i'] };
  it.each<[string, readonly TerminalProcess[], ShellState]>([
    ['at its prompt', [shell], 'idle'],
    [
      'with a program',
      [
        { ...shell, foreground: 11 },
        { ...child, foreground: 11 },
      ],
      'running',
    ],
    ['with a program whose first process has ended', [{ ...shell, foreground: 9 }], 'running'],
    [
      'with a program that was sent SIGSTOP',
      [
        { ...shell, foreground: 11 },
        { ...child, state: 'T' },
      ],
      'stopped',
    ],
    ['with a suspended one', [shell, { ...child, state: 'T' }], 'stopped'],
    ['with one in the background', [shell, child], 'idle'],
    ['with what its startup files run', [shell, { ...child, group: own }], 'busy'],
    ['that computes', [{ ...shell, state: 'R' }], 'busy'],
    ['that became the program', [{ ...shell, words: ['claude'] }], 'running'],
    ['with another shell', [{ ...shell, foreground: 12 }, inner], 'idle'],
    ['with a program in another shell', [{ ...shell, foreground: 13 }, inner, { ...child, pid: 13 }], 'running'],
    ['that has ended', [{ ...shell, state: 'Z' }], 'gone'],
    ['that is not there', [child], 'gone'],
  ])('is, %s, %j: %s', async (_case, processes, state) => {
    const look = watchShell(own, async () => processes);
    await look();
    expect(await look()).toBe(state);
  });
});

const scriptProgram = 'script';
const hasTerminal = process.platform !== 'win32' && spawnSync(scriptProgram, ['--version']).status === 0;

describe.runIf(hasTerminal)('a shell in a terminal', () => {
  let home: string;
  let terminal: ChildProcess;

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'stateroom-shell-'));
  });

  afterEach(() => {
    terminal.kill('SIGKILL');
    rmSync(home, { recursive: true, force: true });
  });

  const until = async <T>(find: () => T | undefined | Promise<T | undefined>): Promise<T> => {
    for (;;) {
      const found = await find();
      if (found !== undefined) return found;
      await new Promise(done => setTimeout(done, 20));
    }
  };
  const read = (name: string): number | undefined => {
    try {
      return Number(readFileSync(join(home, name), 'utf8')) || undefined;
    } catch {
      return undefined;
    }
  };

  it.each([
    ['its own', ''],
    ['one that its startup file became', 'exec bash --norc -i'],
    ['one within', 'bash --norc -i'],
  ])(
    'tells what runs in %s: a quiet program, a busy one, one that asks, one that is suspended or killed',
    async (_of, last) => {
      writeFileSync(join(home, 'rc'), `echo $$ > ${home}/pid\n${last}\n`);
      const command = `exec bash --noprofile --rcfile ${home}/rc -i`;
      terminal = spawn(scriptProgram, ['-q', '-f', '-c', command, '/dev/null'], {
        cwd: home,
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      const look = watchShell(await until(() => read('pid')));
      const states = async (...ended: ShellState[]): Promise<ShellState[]> => {
        const seen: ShellState[] = [];
        await until(async () => {
          const state = await look();
          if (seen.at(-1) !== state) seen.push(state);
          return ended.includes(state) || undefined;
        });
        return seen;
      };
      const type = (line: string) => terminal.stdin?.write(`${line}\n`);
      // Pressed until it takes effect: a program that has been forked and not yet started ignores it as its shell does.
      const press = async (key: string, state: ShellState) => {
        const pressed = setInterval(() => terminal.stdin?.write(key), 500);
        terminal.stdin?.write(key);
        const seen = await states(state).finally(() => clearInterval(pressed));
        return seen.at(-1);
      };
      expect((await states('idle')).at(-1)).toBe('idle');
      type('sleep 600');
      expect((await states('running')).at(-1)).toBe('running');
      expect(await press('\x03', 'idle')).toBe('idle');
      type('node -e "for (;;);"');
      expect((await states('running')).at(-1)).toBe('running');
      expect(await press('\x1a', 'stopped')).toBe('stopped');
      type('kill -9 %1; wait');
      expect((await states('idle')).at(-1)).toBe('idle');
      writeFileSync(join(home, 'ask.sh'), 'echo $$ > asking; read answer; echo 1 > answered\n');
      type('bash ask.sh');
      await until(() => read('asking'));
      expect((await states('running')).at(-1)).toBe('running');
      type('yes');
      await until(() => read('answered'));
      expect((await states('idle')).at(-1)).toBe('idle');
      type('sleep 600 &');
      expect((await states('idle')).at(-1)).toBe('idle');
      type('kill %1; exit; exit');
      terminal.kill('SIGKILL');
      expect((await states('gone')).at(-1)).toBe('gone');
    },
  );
});
