import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { git, makeDirectory, makeRepository, run, writeIn } from './cliRig.js';

const isRoot = process.getuid?.() === 0;
const nobody = 65_534;
const lesson = ['run', 'learning', 'add', '--kind', 'test-gap', '--summary', 'Nothing tested it', '--repo-action'];

/** The repository in which each is refused: R-1 is closed, R-2 is active with an open hypothesis. */
async function prepared(): Promise<string> {
  const cwd = makeRepository();
  for (const args of [
    ['run', 'start', 'Why?'],
    ['run', 'close'],
    ['run', 'start', 'Why is it slow?'],
    ['run', 'hypothesis', 'add', 'It is cold'],
  ]) {
    expect(await run(args, { cwd })).toMatchObject({ code: 0 });
  }
  writeIn(cwd, 'torn/problem.json', '{"id":"torn"');
  writeIn(
    cwd,
    'bad/problem.json',
    JSON.stringify({ id: 'bad', created_at: '2026-08-01T09:15:00Z', request: 'Why?', intent: 'debug' }),
  );
  writeIn(cwd, 'coded/problem.json', '{}');
  writeFileSync(join(cwd, 'coded/evidence.jsonl'), Uint8Array.of(0xff, 0xfe));
  writeIn(cwd, 'bad/evidence.jsonl', '{"event":"add"\n{"event":"add"}\n');
  return cwd;
}

it('each refusal of an investigation says what was refused and what to do, with its exit code', async () => {
  const cwd = await prepared();
  const refusals: readonly (readonly [args: readonly string[], code: number, said: readonly string[]])[] = [
    [
      ['run', 'evidence', 'add', 'Seen', '--hypothesis', 'H009'],
      1,
      ['Hypothesis H009 not found in R-2.', 'R-2 has H001.'],
    ],
    [
      ['run', 'close'],
      1,
      [
        'R-2 cannot be closed while these are unresolved: H001.',
        'Resolve these, or close it with a reason for leaving them open. Run `stateroom run hypothesis resolve H001 --status <accepted|rejected|blocked|superseded> --run R-2`.',
      ],
    ],
    [
      [...lesson, 'none'],
      2,
      ['A learning without an action needs a reason.', 'Say why nothing in the repository changes.'],
    ],
    [
      [...lesson, 'test'],
      2,
      [
        'A learning with an action needs the path of what was changed.',
        'Name the test, document, lint rule or skill that contains the lesson, or use the action none with a reason.',
      ],
    ],
    [
      [...lesson, 'test', '--path', '../other/test.js'],
      2,
      ['../other/test.js is outside this worktree.', 'Use a path relative to the worktree root.'],
    ],
    [
      [...lesson, 'test', '--path', 'test/monday.js'],
      2,
      [
        'test/monday.js does not exist in the worktree of R-2.',
        'Write the file first, or name the commit that has it.',
      ],
    ],
    [
      [...lesson, 'none', '--reason', 'Known', '--commit', 'HEAD'],
      2,
      ['A commit needs the path of a file in it.', 'Name the file that contains the lesson, or leave the commit out.'],
    ],
    [
      ['run', 'start', 'Another'],
      1,
      [
        'R-2 is already active in this worktree: “Why is it slow?”.',
        'Close it first. Run `stateroom run close --run R-2`.',
      ],
    ],
    [
      ['run', 'evidence', 'add', 'Late', '--run', 'R-1'],
      3,
      ['R-1 is closed and takes no more entries.', 'Reopen it first. Run `stateroom run reopen R-1`.'],
    ],
    [
      ['run', 'close', '--run', 'R-1', '--summary', 'Late'],
      3,
      [
        'R-1 is already closed.',
        'Reopen it, or see its page. Run `stateroom run reopen R-1` or `stateroom run export R-1`.',
      ],
    ],
    [['run', 'reopen', 'R-2'], 3, ['R-2 is not closed.', 'Run `stateroom run status --run R-2`.']],
    [
      ['run', 'import', 'torn'],
      2,
      ['problem.json is not a file of a run.', 'Correct it, then import the folder again.'],
    ],
    [
      ['run', 'import', 'bad'],
      2,
      ['Line 1 of evidence.jsonl is not an entry of a run.', 'Correct it, then import the folder again.'],
    ],
    [['run', 'import', 'coded'], 2, ['evidence.jsonl is not UTF-8 text.', 'Correct it, then import the folder again.']],
    [
      ['run', 'import', 'nowhere'],
      1,
      ['nowhere is not the folder of a run.', 'Name the folder that has its problem.json.'],
    ],
  ];
  for (const [args, code, [message, ...hint]] of refusals) {
    const done = await run(args, { cwd });
    const stderr = [`stateroom: ${message}`, ...hint.map(line => `  ${line}`), ''].join('\n');
    expect([args, done]).toEqual([args, { code, signal: null, stdout: '', stderr }]);
  }
});

it.skipIf(!isRoot)(
  'a folder that may not be written is refused without git, and git in a folder of others',
  async () => {
    const root = makeDirectory();
    chmodSync(root, 0o555);
    const refused = await run(['agent-run', 'start', 'Why?'], { cwd: root, uid: nobody });
    expect([refused.code, refused.stdout, refused.stderr]).toEqual([
      1,
      '',
      expect.stringMatching(/^agent-run: .*permission denied/),
    ]);
    const cwd = makeRepository();
    chmodSync(cwd, 0o755);
    writeFileSync(join(cwd, 'a.txt'), 'a');
    const store = makeDirectory();
    chmodSync(store, 0o777);
    const env = { STATEROOM_STORE: store, HOME: store };
    const other = await run(['evidence', 'run', '--', 'true'], { cwd, uid: nobody, env });
    expect([other.code, other.stderr]).toEqual([
      125,
      [
        `stateroom: Git does not work in ${cwd}, which belongs to another user.`,
        `  If you trust it: git config --global --add safe.directory ${cwd}`,
        '',
      ].join('\n'),
    ]);
    expect(git(cwd, 'status', '--short')).toBe('?? a.txt\n');
  },
);
