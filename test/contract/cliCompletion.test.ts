import { execFileSync, spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeDirectory, run, writeIn } from './cliRig.js';

const scripts: Record<string, string> = {};

beforeAll(async () => {
  const cwd = makeDirectory();
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { code, stdout } = await run(['completion', shell], { cwd });
    expect(code).toBe(0);
    scripts[shell] = stdout;
  }
});

/** What is typed so far, and some of what is offered for it. */
const cases: readonly (readonly [
  typed: readonly string[],
  offered: readonly string[],
  notOffered: readonly string[],
])[] = [
  [[''], ['init', 'status', 'queue', 'events', 'store', 'mcp', 'which', 'completion'], ['add', 'claim']],
  [['qu'], ['queue'], ['store']],
  [
    ['queue', ''],
    ['add', 'claim', 'next', 'undepend'],
    ['queue', 'tail'],
  ],
  [['queue', 're'], ['ready', 'release', 'resolve', 'reopen', 'replay', 'reprioritise'], ['add']],
  [['queue', 'add', '--'], ['--priority', '--from-file', '--batch', '--json', '--repo'], ['--status']],
  [
    ['queue', 'resolve', 'W-1', '--status', ''],
    ['done', 'failed', 'cancelled'],
    ['pending', '--json'],
  ],
  [['queue', 'list', '--status', 'wai'], ['waiting_human'], ['done']],
  [['--repo', 'queue', 'que'], ['queue'], ['add']],
  [['queue', '--actor', 'me', 'cl'], ['claim'], ['queue']],
  [['events', 'tail', '--fo'], ['--follow'], ['--by']],
  [['completion', ''], ['bash', 'zsh', 'fish'], ['queue']],
];

function isMissing(program: string): boolean {
  return spawnSync(program, ['--version']).error !== undefined;
}

describe('completion', () => {
  it.each(cases)('in bash of %j', (typed, offered, notOffered) => {
    const words = ['stateroom', ...typed].map(word => `'${word}'`).join(' ');
    const script = [
      scripts.bash,
      `COMP_WORDS=(${words})`,
      `COMP_CWORD=${typed.length}`,
      '_stateroom',
      `printf "%s\\n" "\${COMPREPLY[@]}"`,
    ].join('\n');
    const found = execFileSync('bash', ['--noprofile', '--norc', '-u', '-c', script], { encoding: 'utf8' }).split('\n');
    expect(found).toEqual(expect.arrayContaining([...offered]));
    for (const word of notOffered) expect(found).not.toContain(word);
  });

  it('in bash names files and folders where one belongs', () => {
    const cwd = makeDirectory();
    writeIn(cwd, 'items.jsonl', '');
    writeIn(cwd, 'sub/inside.txt', '');
    const offer = (typed: string, count: number) =>
      execFileSync(
        'bash',
        [
          '--norc',
          '-c',
          `${scripts.bash}\nCOMP_WORDS=(stateroom ${typed} '')\nCOMP_CWORD=${count}\n_stateroom\nprintf "%s\\n" "\${COMPREPLY[@]}"`,
        ],
        { cwd, encoding: 'utf8' },
      )
        .trim()
        .split('\n')
        .sort();
    expect(offer('queue add --from-file', 4)).toEqual(['items.jsonl', 'sub']);
    expect(offer('--repo', 2)).toEqual(['sub']);
    expect(offer('queue add --kind', 4)).toEqual(['']);
  });

  it('in fish', context => {
    if (isMissing('fish')) context.skip('fish is not installed');
    for (const [typed, offered, notOffered] of cases) {
      const line = ['stateroom', ...typed].join(' ');
      const script = `${scripts.fish}\ncomplete -C '${line}'`;
      const found = execFileSync('fish', ['--no-config', '-c', script], { encoding: 'utf8' })
        .split('\n')
        .map(text => text.split('\t')[0]);
      expect(found).toEqual(expect.arrayContaining([...offered]));
      for (const word of notOffered) expect(found).not.toContain(word);
    }
  });

  it('in zsh', context => {
    if (isMissing('zsh')) context.skip('zsh is not installed');
    // A flag's value is completed by the shell itself.
    for (const [typed, offered] of cases.filter(([words]) => !words.includes('--status'))) {
      const prefix = typed.at(-1) ?? '';
      // The shell's own functions work on a terminal only: here they print what they are given.
      const script = `
        compdef() { }
        _describe() { print -l -- \${(P)4} }
        _arguments() { print -l -- "$@" }
        ${scripts.zsh}
        words=(stateroom ${typed.map(word => `'${word}'`).join(' ')})
        CURRENT=$#words
        _stateroom`;
      const found = execFileSync('zsh', ['-f', '-c', script], { encoding: 'utf8' })
        .split('\n')
        .flatMap(text => /^\*?(-?-?[\w-]+)/.exec(text)?.[1] ?? /:\(([^)]*)\)/.exec(text)?.[1]?.split(' ') ?? [])
        .filter(word => word.startsWith(prefix));
      expect(found).toEqual(expect.arrayContaining([...offered]));
    }
  });
});
