import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answer, makeDirectory, makeRepository, run } from './cliRig.js';
import { connect, eras } from './mcpRig.js';

const request = 'Why is the checkout slow on Mondays?';
const name = 'slow-mondays';
const T = '<time>';

/** An object in a list, as JSON with an indent of two writes it; `end` follows it. */
function objectLines(value: object, end = ','): string[] {
  const lines = JSON.stringify(value, undefined, 2).split('\n');
  return lines.map((line, index) => `    ${line}${index === lines.length - 1 ? end : ''}`);
}
const accepted = { status: 'accepted', text: 'The import still runs', updated_at: T };
const rejected = { status: 'rejected', text: 'The cache is cold', updated_at: T };
const superseded = { status: 'superseded', text: 'The disk is slow', updated_at: T };
const wroteDown = { repo_action: 'docs', summary: 'Nobody wrote it down', timestamp: T };
const asked = { repo_action: 'none', summary: 'Ask the shop first', timestamp: T };

/** What the flow below leaves in `.agents/runs`, with each moment as `<time>`. */
const files = {
  '.gitignore': '*\n',
  ACTIVE: '',
  [`${name}/closeout.json`]: [
    '{',
    `  "closed_at": "${T}",`,
    '  "commands": [',
    ...objectLines({ command: 'npm test', event: 'add', id: 'C001', status: 'pass', timestamp: T }, ''),
    '  ],',
    '  "evidence_count": 2,',
    '  "hypotheses": [',
    ...objectLines({ created_at: T, id: 'H001', notes: ['Both ran at once'], ...accepted }),
    ...objectLines({ created_at: T, id: 'H002', notes: [], ...rejected }),
    ...objectLines({ created_at: T, id: 'H003', notes: [], ...superseded }, ''),
    '  ],',
    `  "id": "${name}",`,
    '  "intent": "investigation",',
    '  "learning": [',
    ...objectLines({ event: 'add', id: 'L001', kind: 'doc-gap', path: 'README.md', reason: null, ...wroteDown }),
    ...objectLines(
      { event: 'add', id: 'L002', kind: 'workflow-gap', path: null, reason: 'It is known now', ...asked },
      '',
    ),
    '  ],',
    '  "open_hypotheses": [],',
    `  "request": "${request}",`,
    '  "residual_risks": [',
    '    "Clocks change in March"',
    '  ],',
    '  "summary": "The import ran twice",',
    '  "verification": [',
    '    "npm test"',
    '  ]',
    '}\n',
  ].join('\n'),
  [`${name}/closeout.md`]: [
    `# ${request}`,
    ...['', '## Request', '', `> ${request}`, '', '## Intent', '', 'investigation', ''],
    ...['## Summary', '', '> The import ran twice', '', '## Hypotheses', ''],
    '- H001 **accepted**: The import still runs (E001)',
    '  - Both ran at once',
    '- H002 **rejected**: The cache is cold',
    '- H003 **superseded**: The disk is slow',
    ...['', '## Evidence', '', '- E001 for H001: The log shows both at 07:00', '- E002: Tuesday takes 2 min', ''],
    ...['## Commands', '', '- C001 pass: npm test', '', '## Verification', '', '- npm test', '', '## Learning', ''],
    '- L001 doc-gap -> docs: Nobody wrote it down (README.md)',
    '- L002 workflow-gap -> none: Ask the shop first (It is known now)',
    ...['', '## Residual Risks', '', '- Clocks change in March', ''],
  ].join('\n'),
  [`${name}/commands.jsonl`]: `{"command":"npm test","event":"add","id":"C001","status":"pass","timestamp":"${T}"}\n`,
  [`${name}/evidence.jsonl`]: [
    `{"event":"add","hypothesis":"H001","id":"E001","text":"The log shows both at 07:00","timestamp":"${T}"}\n`,
    `{"event":"add","hypothesis":null,"id":"E002","text":"Tuesday takes 2 min","timestamp":"${T}"}\n`,
  ].join(''),
  [`${name}/hypotheses.jsonl`]: [
    `{"event":"add","id":"H001","status":"open","text":"The import still runs","timestamp":"${T}"}\n`,
    `{"event":"add","id":"H002","status":"open","text":"The cache is cold","timestamp":"${T}"}\n`,
    `{"event":"add","id":"H003","status":"open","text":"The disk is slow","timestamp":"${T}"}\n`,
    `{"event":"resolve","id":"H001","note":"Both ran at once","status":"accepted","timestamp":"${T}"}\n`,
    `{"event":"resolve","id":"H002","note":"","status":"rejected","timestamp":"${T}"}\n`,
    `{"event":"resolve","id":"H003","note":"","status":"superseded","timestamp":"${T}"}\n`,
  ].join(''),
  [`${name}/learning.jsonl`]: [
    `{"event":"add","id":"L001","kind":"doc-gap","path":"README.md","reason":null,"repo_action":"docs","summary":"Nobody wrote it down","timestamp":"${T}"}\n`,
    `{"event":"add","id":"L002","kind":"workflow-gap","path":null,"reason":"It is known now","repo_action":"none","summary":"Ask the shop first","timestamp":"${T}"}\n`,
  ].join(''),
  [`${name}/problem.json`]: [
    '{',
    `  "created_at": "${T}",`,
    '  "dirty_worktree": {',
    '    "available": true,',
    '    "paths": []',
    '  },',
    '  "expected_verification": [],',
    `  "id": "${name}",`,
    '  "intake_plan": null,',
    '  "intent": "investigation",',
    '  "non_goals": [],',
    `  "request": "${request}",`,
    '  "risks": [],',
    '  "target_properties": [',
    '    "task-specific correctness"',
    '  ]',
    '}\n',
  ].join('\n'),
};

const moments = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/** The files of the runs of a worktree, without their moments. */
function filesOf(worktree: string): Record<string, string> {
  const folder = join(worktree, '.agents', 'runs');
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath, name: file }) => join(parentPath, file));
  return Object.fromEntries(
    paths.map(path => [
      path.slice(folder.length + 1).replaceAll('\\', '/'),
      readFileSync(path, 'utf8').replaceAll(moments, T),
    ]),
  );
}

/** The whole run as its rows say it, without ids, moments and the program that wrote it. */
async function rowsOf(worktree: string): Promise<unknown> {
  const shown = await answer(['run', 'show', 'R-1'], { cwd: worktree });
  const { id, worktreePath, harness, ...rest } = shown.run as Record<string, unknown>;
  return JSON.parse(JSON.stringify({ ...shown, run: rest }).replaceAll(moments, T));
}

/** The flow on the command line. */
async function byCommands(cwd: string, actor: string): Promise<void> {
  const lesson = ['run', 'learning', 'add', '--kind'];
  for (const args of [
    ['run', 'start', request, '--name', name],
    ['run', 'hypothesis', 'add', 'The import still runs'],
    ['run', 'hypothesis', 'add', 'The cache is cold'],
    ['run', 'hypothesis', 'add', 'The disk is slow'],
    ['run', 'evidence', 'add', 'The log shows both at 07:00', '--hypothesis', 'H001'],
    ['run', 'evidence', 'add', 'Tuesday takes 2 min'],
    ['run', 'command-log', 'add', 'npm test', '--status', 'pass'],
    ['run', 'hypothesis', 'resolve', 'H001', '--status', 'accepted', '--note', 'Both ran at once'],
    ['run', 'hypothesis', 'resolve', 'H002', '--status', 'rejected'],
    ['run', 'hypothesis', 'resolve', 'H003', '--status', 'superseded'],
    [...lesson, 'doc-gap', '--summary', 'Nobody wrote it down', '--repo-action', 'docs', '--path', 'README.md'],
    [
      ...lesson,
      'workflow-gap',
      '--summary',
      'Ask the shop first',
      '--repo-action',
      'none',
      '--reason',
      'It is known now',
    ],
    [
      'run',
      'close',
      '--summary',
      'The import ran twice',
      '--verification',
      'npm test',
      '--risk',
      'Clocks change in March',
    ],
  ]) {
    const { code, stderr } = await run(args, { cwd, env: { STATEROOM_ACTOR: actor, CI: '1' } });
    expect([args, code, stderr]).toEqual([args, 0, '']);
  }
}

describe('an investigation', () => {
  it.each(eras)('through MCP %s leaves the files and rows of the command line', async era => {
    const [byCli, byMcp] = [makeRepository(), makeRepository()];
    await byCommands(byCli, 'agent-a');
    expect(filesOf(byCli)).toEqual(files);

    const agent = await connect({ cwd: byMcp, era, actor: 'agent-a' });
    const texts: string[] = [];
    for (const input of [
      { action: 'start', request, options: { name } },
      { action: 'hypothesis', text: 'The import still runs' },
      { action: 'hypothesis', text: 'The cache is cold' },
      { action: 'hypothesis', text: 'The disk is slow' },
      { action: 'evidence', text: 'The log shows both at 07:00', hypothesis: 'H001' },
      { action: 'evidence', text: 'Tuesday takes 2 min' },
      { action: 'command', command: 'npm test', status: 'pass' },
      { action: 'resolve', hypothesis: 'H001', status: 'accepted', options: { note: 'Both ran at once' } },
      { action: 'resolve', hypothesis: 'H002', status: 'rejected' },
      { action: 'resolve', hypothesis: 'H003', status: 'superseded' },
      {
        ...{ action: 'learning', summary: 'Nobody wrote it down' },
        options: { kind: 'doc-gap', repoAction: 'docs', path: 'README.md' },
      },
      {
        ...{ action: 'learning', summary: 'Ask the shop first', kind: 'workflow-gap' },
        ...{ repoAction: 'none', reason: 'It is known now' },
      },
      {
        ...{ action: 'close', summary: 'The import ran twice' },
        options: { verification: 'npm test', risk: ['Clocks change in March'] },
      },
    ]) {
      const reply = await agent.call('runs', input);
      expect([input, reply.isError, reply.text]).toEqual([input, false, reply.text]);
      texts.push(reply.text);
    }
    expect(filesOf(byMcp)).toEqual(files);
    expect(await rowsOf(byMcp)).toEqual(await rowsOf(byCli));
    expect(texts[1]?.replaceAll(moments, T)).toBe(
      [
        `run: {"ref":"R-1","status":"active","request":"${request}","intent":"investigation"}`,
        `hypothesis: {"id":"H001","text":"The import still runs","status":"open","actor":"agent-a","at":"${T}"}`,
      ].join('\n'),
    );
    const { contents } = await agent.client.readResource({ uri: 'stateroom://run/R-1' });
    expect(contents).toMatchObject([{ text: files[`${name}/closeout.md`] }]);
  });

  it('is refused over MCP with the call that goes on', async () => {
    const agent = await connect({ cwd: makeRepository(), actor: 'agent-a' });
    expect(await agent.call('runs', { action: 'status' })).toMatchObject({
      isError: true,
      data: {
        code: 'not_found',
        message: 'No active run in this worktree.',
        hint: 'Start one, or name a run. Call more {"tool":"runs","action":"start","options":{"request":"…"}}.',
      },
    });
    await agent.call('runs', { action: 'start', request });
    await agent.call('runs', { action: 'hypothesis', text: 'The cache is cold' });
    expect(await agent.call('runs', { action: 'close' })).toMatchObject({
      isError: true,
      data: { code: 'not_allowed', message: 'R-1 cannot be closed while these are unresolved: H001.' },
    });
    const wrong = await agent.call('runs', { action: 'learning', summary: 'x', kind: 'gap', repoAction: 'none' });
    expect([wrong.isError, wrong.text]).toEqual([true, expect.stringContaining('benchmark-gap')]);
  });
});

const folder = `.agents/runs/${name}`;

/** The flow with the command line of `agent-run`, and what it prints. */
const agentRunFlow: readonly (readonly [args: readonly string[], stdout: string])[] = [
  [['--run-id', name, 'start', request], folder],
  [['hypothesis', 'add', 'The import still runs'], 'H001'],
  [['hypothesis', 'add', 'The cache is cold'], 'H002'],
  [['hypothesis', 'add', 'The disk is slow'], 'H003'],
  [['evidence', 'add', 'The log shows both at 07:00', '--hypothesis', 'H001'], 'E001'],
  [['evidence', 'add', 'Tuesday takes 2 min'], 'E002'],
  [['command-log', 'add', 'npm test', '--status', 'pass'], 'C001'],
  [['hypothesis', 'resolve', 'H001', '--status', 'accepted', '--note', 'Both ran at once'], 'H001: accepted'],
  [['hypothesis', 'resolve', 'H002', '--status=rejected'], 'H002: rejected'],
  [['--run-id', name, 'hypothesis', 'resolve', 'H003', '--status', 'superseded'], 'H003: superseded'],
  [
    [
      ...['learning', 'add', '--kind', 'doc-gap', '--summary', 'Nobody wrote it down'],
      ...['--repo-action', 'docs', '--path', 'README.md'],
    ],
    'L001',
  ],
  [
    [
      ...['learning', 'add', '--kind', 'workflow-gap', '--summary', 'Ask the shop first'],
      ...['--repo-action', 'none', '--reason', 'It is known now'],
    ],
    'L002',
  ],
  [
    ['learning', 'review', '--require-resolved'],
    ['Learning items: 2', '- L001 doc-gap -> docs: README.md', '- L002 workflow-gap -> none: It is known now'].join(
      '\n',
    ),
  ],
  [
    ['status'],
    [
      ...[`Run: ${name}`, `Request: ${request}`, 'Intent: investigation'],
      ...['Hypotheses: 3 (0 open)', 'Evidence: 2', 'Learning items: 2'],
    ].join('\n'),
  ],
  [
    [
      ...['close', '--summary', 'The import ran twice', '--verification', 'npm test'],
      ...['--risk', 'Clocks change in March'],
    ],
    `${folder}/closeout.md`,
  ],
];

async function byAgentRun(cwd: string): Promise<void> {
  for (const [args, stdout] of agentRunFlow) {
    const done = await run(['agent-run', ...args], { cwd, actor: 'agent-a' });
    expect([args, done]).toEqual([args, { code: 0, signal: null, stdout: `${stdout}\n`, stderr: '' }]);
  }
}

describe('agent-run', () => {
  it('leaves the files and rows of the other commands in a worktree', async () => {
    const [byCli, byOther] = [makeRepository(), makeRepository()];
    await byAgentRun(byOther);
    expect(filesOf(byOther)).toEqual(files);
    await byCommands(byCli, 'agent-a');
    expect(await rowsOf(byOther)).toEqual(await rowsOf(byCli));
    // By the rules of that program a closed run takes entries, a second run starts, and the last one is meant.
    const done = async (...args: string[]) => {
      const { code, stdout, stderr } = await run(['agent-run', ...args], { cwd: byOther });
      return [code, stdout.trim(), stderr];
    };
    expect(await done('evidence', 'add', 'Late')).toEqual([0, 'E003', '']);
    expect(await done('--run-id=address', 'start', 'Where is the address?')).toEqual([0, '.agents/runs/address', '']);
    expect(await done('--run-id=zzz', 'start', 'Another')).toEqual([0, '.agents/runs/zzz', '']);
    const { run: shown } = await answer(['run', 'show', 'address'], { cwd: byOther });
    // "add" is part of it, which is enough there.
    expect(shown).toMatchObject({ intent: 'implementation', status: 'active' });
    expect(await done('status', '--json')).toEqual([0, expect.stringContaining('"id": "zzz"'), '']);
  });

  it('keeps files alone where there is no git', async () => {
    const root = makeDirectory();
    await byAgentRun(root);
    const { '.gitignore': _, ...rest } = files;
    expect(filesOf(root)).toEqual({
      ...rest,
      ACTIVE: `${name}\n`,
      [`${name}/problem.json`]: rest[`${name}/problem.json`].replace('"available": true', '"available": false'),
    });
    const json = await run(['agent-run', '--root', root, 'status', '--json'], { cwd: dirname(root) });
    expect(JSON.parse(json.stdout)).toMatchObject({
      ...{ id: name, request, intent: 'investigation', open_hypotheses: [], evidence_count: 2 },
      hypotheses: [{ id: 'H001', ...accepted, notes: ['Both ran at once'], updated_at: expect.any(String) }, {}, {}],
      commands: [{ id: 'C001', command: 'npm test', status: 'pass' }],
      learning: [
        { id: 'L001', path: 'README.md', repo_action: 'docs' },
        { id: 'L002', reason: 'It is known now' },
      ],
    });
    await run(['agent-run', '--root', root, 'hypothesis', 'add', 'It rains'], { cwd: root });
    const before = await run(['--actor', 'ada', 'agent-run', '--root', root, 'status', '--json'], { cwd: root });
    expect(JSON.parse(before.stdout).open_hypotheses).toMatchObject([{ id: 'H004', status: 'open', text: 'It rains' }]);
    expect((await run(['agent-run', `--root=${root}`, 'close'], { cwd: dirname(root) })).stdout).toMatch(
      /\.agents\/runs\/slow-mondays\/closeout\.md\n$/,
    );
    expect(filesOf(root)[`${name}/closeout.md`]).toContain('No summary provided.');
  });

  it.each([
    [['status'], 1, 'No active run in this worktree.'],
    [['--run-id', 'nowhere', 'status'], 1, 'Run nowhere not found.'],
    [['hypothesis', 'resolve', 'H009', '--status', 'accepted'], 1, 'No active run in this worktree.'],
    [['learning', 'add', '--kind', 'doc-gap', '--summary', 'x', '--repo-action', 'none'], 1, 'needs a reason.'],
    [['learning', 'add', '--kind', 'doc-gap', '--summary', 'x', '--repo-action', 'docs'], 1, 'needs the path'],
    [['command-log', 'add', 'ls', '--status', 'good'], 2, "argument --status: invalid choice: 'good'"],
    [['hypothesis', 'add'], 2, 'the following arguments are required: text'],
    [['hypothesis', 'resolve', 'H001'], 2, 'the following arguments are required: --status'],
    [['status', '--later'], 2, "Unknown option '--later'"],
    [['--run-id', '../x', 'start', 'Why?'], 2, 'argument --run-id: invalid name: ../x'],
    [['dance'], 2, 'expected a command: start, status'],
  ])('refuses %j with exit code %i', async (args, code, sentence) => {
    for (const cwd of [makeRepository(), makeDirectory()]) {
      const done = await run(['agent-run', ...args], { cwd });
      expect([done.code, done.stdout, done.stderr]).toEqual([code, '', expect.stringContaining(sentence)]);
    }
  });
});

describe('a folder of the original layout', () => {
  const own = {
    'problem.json': [
      '{',
      '  "created_at": "2026-08-01T09:15:00Z",',
      '  "dirty_worktree": {',
      '    "available": true,',
      '    "paths": [',
      '      "src/a.py"',
      '    ]',
      '  },',
      '  "expected_verification": [],',
      '  "id": "20260801T091500Z-fix-the-cache",',
      '  "intake_plan": null,',
      '  "intent": "debug",',
      '  "non_goals": [],',
      '  "request": "Fix the cache",',
      '  "risks": [],',
      '  "target_properties": [',
      '    "task-specific correctness"',
      '  ]',
      '}\n',
    ].join('\n'),
    'hypotheses.jsonl': [
      '{"event":"add","id":"H001","status":"open","text":"It is cold","timestamp":"2026-08-01T09:16:00Z"}\n',
      '{"event":"resolve","id":"H001","note":"","status":"accepted","timestamp":"2026-08-01T09:30:00Z"}\n',
    ].join(''),
    'evidence.jsonl':
      '{"event":"add","hypothesis":"H001","id":"E001","text":"40 misses","timestamp":"2026-08-01T09:17:00Z"}\n',
    'commands.jsonl':
      '{"command":"make test","event":"add","id":"C001","status":"fail","timestamp":"2026-08-01T09:18:00Z"}\n',
    'learning.jsonl': '',
  };

  function write(worktree: string, more: Readonly<Record<string, string>> = {}): string {
    const path = join(worktree, '.agents', 'runs', '20260801T091500Z-fix-the-cache');
    mkdirSync(path, { recursive: true });
    for (const [file, text] of Object.entries({ ...own, ...more })) writeFileSync(join(path, file), text);
    return path;
  }

  it('is imported with its times and is written again as it was', async () => {
    const [there, here] = [makeDirectory(), makeRepository()];
    const path = write(there);
    const torn = '{"event":"add","hypothesis":null,"id":"E002","te';
    appendFileSync(join(path, 'evidence.jsonl'), torn);
    const first = await run(['run', 'import', path], { cwd: here });
    expect([first.code, first.stdout]).toEqual([
      0,
      'R-1 (active): 4 new entries\nThe last line of evidence.jsonl is truncated and was skipped.\n',
    ]);
    const copy = join(here, '.agents', 'runs', '20260801T091500Z-fix-the-cache');
    for (const [file, text] of Object.entries(own))
      expect([file, readFileSync(join(copy, file), 'utf8')]).toEqual([file, text]);
    expect(readFileSync(join(here, '.agents', 'runs', 'ACTIVE'), 'utf8')).toBe('20260801T091500Z-fix-the-cache\n');
    const closeout =
      '{"closed_at":"2026-08-01T10:00:00Z","residual_risks":[],"summary":"Warm it","verification":["make test"]}';
    write(there, {
      'evidence.jsonl': `${own['evidence.jsonl']}{"event":"add","hypothesis":null,"id":"E002","text":"2 after","timestamp":"2026-08-01T09:40:00Z"}\n`,
      'closeout.json': closeout,
    });
    expect((await run(['run', 'import', path], { cwd: here })).stdout).toBe('R-1 (closed): 1 new entry\n');
    expect((await run(['run', 'import', path], { cwd: here })).stdout).toBe('R-1 (closed): 0 new entries\n');
    expect(await answer(['run', 'show', 'R-1'], { cwd: here })).toMatchObject({
      run: { status: 'closed', closedAt: '2026-08-01T10:00:00.000Z', summary: 'Warm it', intent: 'debug' },
      content: {
        evidence: [
          { id: 'E001', hypothesis: 'H001' },
          { id: 'E002', at: '2026-08-01T09:40:00.000Z' },
        ],
      },
    });
    write(there, { 'evidence.jsonl': own['evidence.jsonl'].replace('E001', 'E007') });
    const other = await run(['run', 'import', path], { cwd: here });
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('R-1 has other entries than ')]);
  });

  it('is left as it is in its own worktree', async () => {
    const here = makeRepository();
    const plan = own['problem.json'].replace('"intake_plan": null', '"intake_plan": {"docs": ["a.md"]}');
    const path = write(here, { 'problem.json': plan, 'closeout.md': 'Mine\n' });
    await run(['run', 'import', '.agents/runs/20260801T091500Z-fix-the-cache'], { cwd: here });
    await run(['run', 'evidence', 'add', 'More'], { cwd: here });
    expect(readFileSync(join(path, 'problem.json'), 'utf8')).toBe(plan);
    expect(readFileSync(join(path, 'closeout.md'), 'utf8')).toBe('Mine\n');
    expect(readFileSync(join(path, 'evidence.jsonl'), 'utf8')).toContain('"id":"E002","text":"More"');
  });

  it.each([
    [{ 'problem.json': '[]' }, 'problem.json is not a file of a run.'],
    [{ 'evidence.jsonl': `{"id":\n${own['evidence.jsonl']}` }, 'Line 1 of evidence.jsonl is not an entry of a run.'],
    [
      { 'commands.jsonl': '{"id":"C001","command":"x","status":"good","timestamp":"2026-08-01T09:18:00Z"}' },
      'Line 1 of',
    ],
    [{ 'hypotheses.jsonl': '' }, 'evidence.jsonl is not a file of a run.'],
  ])('with %j is refused', async (change, sentence) => {
    const path = write(makeDirectory(), change);
    const { code, stderr } = await run(['run', 'import', path], { cwd: makeRepository() });
    expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)]);
  });
});
