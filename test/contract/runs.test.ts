import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answer, makeRepository, run } from './cliRig.js';
import { connect, eras } from './mcpRig.js';

const request = 'Why is the checkout slow on Mondays?';
const name = 'slow-mondays';
const T = '<time>';

/** What the flow below leaves in `.agents/runs`, with each moment as `<time>`. */
const files = {
  '.gitignore': '*\n',
  ACTIVE: '',
  [`${name}/closeout.json`]: [
    '{',
    `  "closed_at": "${T}",`,
    '  "commands": 1,',
    '  "evidence_count": 2,',
    '  "hypotheses": 3,',
    `  "id": "${name}",`,
    '  "intent": "investigation",',
    '  "learning": 2,',
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
        `run: {"ref":"R-1","name":"${name}","status":"active","request":"${request}","intent":"investigation"}`,
        `hypothesis: {"id":"H001","text":"The import still runs","status":"open","notes":[],"evidence":[],"actor":"agent-a","at":"${T}"}`,
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
        hint: 'Start one, or name a run. Call runs {"action":"start","request":"…"}.',
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
