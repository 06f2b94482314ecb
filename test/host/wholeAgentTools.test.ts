import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { add, cli, folder, run, stateroom } from './stateroom.js';

type Row = Readonly<Record<string, unknown>>;

const all = [
  ...['stateroom_add', 'stateroom_claim', 'stateroom_context', 'stateroom_findings', 'stateroom_fix', 'stateroom_gate'],
  ...['stateroom_item', 'stateroom_lanes', 'stateroom_queue', 'stateroom_record', 'stateroom_release'],
  'stateroom_resolve',
];

describe('Each tool of language models', () => {
  let item: string;
  let task: string;

  before(async () => {
    await stateroom();
    item = await add('Read by a model', { kind: 'of-reads', labels: ['model'], priority: 1, notes: 'Look at the log' });
    const words = ['task', 'start', 'Limit the logins', '--ref', 'reads-7', '--here'];
    task = (await cli<{ task: { ref: string } }>('codex-1', ...words)).task.ref;
    await cli('codex-1', 'slice', 'start', 'Count them', '--task', task);
    await cli('codex-1', 'action', 'add', 'Ask for the key', '--task', task);
    const place = ['--path', 'README.md', '--line', '1', '--task', task];
    await cli('codex-1', 'finding', 'record', '--severity', 'high', '--text', 'It says too little', ...place);
    await cli('codex-1', 'worker', 'spawn', 'reads', '--no-fetch', '--owns', 'src/reads/**');
  });

  after(async () => {
    await run('worker.cancel', { lane: 'reads', outcome: 'queue', reason: 'The test is over' });
    await run('task.archive', { task });
    await run('queue.resolve', { id: item, status: 'cancelled' });
    execFileSync('git', ['switch', '--quiet', 'main'], { cwd: folder() });
  });

  const reads: readonly (readonly [tool: string, input: () => object, words: () => string[], told: string])[] = [
    ['stateroom_queue', () => ({ kind: 'of-reads' }), () => ['queue', 'list', '--kind', 'of-reads'], 'items'],
    ['stateroom_item', () => ({ id: item }), () => ['queue', 'show', item], 'item'],
    ['stateroom_context', () => ({ task }), () => ['context', '--task', task], 'task'],
    ['stateroom_findings', () => ({ task }), () => ['finding', 'list', '--status', 'open', '--task', task], 'findings'],
    [
      'stateroom_gate',
      () => ({ gate: 'review-ready', task }),
      () => ['gate', 'review-ready', '--task', task],
      'reasons',
    ],
    ['stateroom_lanes', () => ({}), () => ['lane', 'list'], 'lanes'],
  ];

  for (const [tool, input, words, told] of reads) {
    it(`that reads: ${tool} tells what the command line tells, and asks nobody`, async () => {
      strictEqual(await (await stateroom()).question(tool, input()), undefined);
      const reply = await read(tool, input());
      const answer = await anyway(...words());
      ok(JSON.stringify(reply[told]).length > 10, JSON.stringify(reply));
      deepStrictEqual(differences(reply, answer), []);
    });
  }

  it('answers junk with what is wrong, asks nobody and changes no row', async () => {
    const rows = await allRows();
    ok(rows.length > 1000, rows);
    const junk: readonly (readonly [tool: string, input: object, problem: RegExp])[] = [
      ['stateroom_add', {}, /title/],
      ['stateroom_add', { title: '' }, /title: it is empty/],
      ['stateroom_add', { title: 'x', priority: 9 }, /priority/],
      ['stateroom_add', { title: 'x', owner: 'me' }, /owner/],
      ['stateroom_claim', { id: 'W-99999' }, /not_found/],
      ['stateroom_claim', { id: item, reassign: true }, /reassign/],
      ['stateroom_claim', { id: ['a'] }, /id/],
      ['stateroom_resolve', { id: item, status: 'deleted' }, /status/],
      ['stateroom_resolve', { id: item }, /status/],
      ['stateroom_release', { id: '' }, /id/],
      ['stateroom_release', { id: 'W-99999', question: 'Why?' }, /not_found/],
      ['stateroom_record', { severity: 'low', path: '', text: 'x' }, /path/],
      ['stateroom_record', { severity: 'grave', path: 'README.md', text: 'x' }, /severity/],
      ['stateroom_fix', { ids: [] }, /ids: it is empty/],
      ['stateroom_fix', { ids: ['F-99999'] }, /not_found/],
      ['stateroom_queue', { limit: -1 }, /limit/],
      ['stateroom_queue', { cursor: 'nonsense' }, /cursor/],
      ['stateroom_item', {}, /id/],
      ['stateroom_item', { id: 'W-99999' }, /not_found/],
      ['stateroom_context', { task: 'T-99999' }, /not_found/],
      ['stateroom_context', { budget: 'all' }, /budget/],
      ['stateroom_findings', { status: 'odd' }, /status/],
      ['stateroom_findings', { cursor: 'nonsense' }, /cursor/],
      ['stateroom_gate', { gate: 'golden' }, /gate/],
      ['stateroom_gate', { task: ['T-1'] }, /task/],
      ['stateroom_lanes', { all: 'yes' }, /all/],
      ['stateroom_lanes', { status: 'lost' }, /status/],
    ];
    deepStrictEqual([...new Set(junk.map(([tool]) => tool))].sort(), all);
    for (const [tool, input, problem] of junk) {
      strictEqual(await (await stateroom()).question(tool, input), undefined, tool);
      const reply = await read(tool, input);
      const said = `${tool} ${JSON.stringify(input)}: ${JSON.stringify(reply)}`;
      ok(typeof reply.code === 'string' && typeof reply.message === 'string', said);
      match(JSON.stringify(reply), problem, said);
    }
    strictEqual(await allRows(), rows);
  });

  it('keeps to 8 kB; an item is whole, with at most 64 kB of payload and of notes', async () => {
    const long = 'and longer '.repeat(300);
    for (let index = 0; index < 12; index += 1) {
      const remark = { severity: 'low', path: `long/${index}.md`, text: `${index} ${long}`, fix: long, task };
      await run('finding.record', remark);
      await run('decision.record', { decision: `ada_choice_reads-7_number_${index}`, rationale: long, task });
    }
    const jsonl = Array.from({ length: 40 }, (_, index) =>
      JSON.stringify({ title: `Wide ${index}`, kind: 'wide', notes: long }),
    );
    await run('queue.import', { jsonl: jsonl.join('\n') });
    const payload = { log: 'x'.repeat(60_000) };
    const heavy = await add('Heavy', { payload, notes: 'y'.repeat(60_000) });
    const bytes = async (tool: string, input: object): Promise<[tool: string, bytes: number]> => [
      tool,
      Buffer.byteLength(await textOf(tool, input)),
    ];
    const light = [
      await bytes('stateroom_queue', { kind: 'wide' }),
      await bytes('stateroom_context', { task, budget: 8000 }),
      await bytes('stateroom_findings', { task }),
      await bytes('stateroom_gate', { gate: 'review-ready', task }),
      await bytes('stateroom_lanes', {}),
      await bytes('stateroom_add', { title: 't'.repeat(500), notes: 'n'.repeat(60_000), id: 'heavy-add' }),
      await bytes('stateroom_record', { severity: 'low', path: 'long/x.md', text: long, fix: long, task }),
    ];
    const { finding } = await run<{ finding: { ref: string } }>('finding.record', {
      ...{ severity: 'low', path: 'long/y.md', text: `y ${long}`, fix: long, task },
    });
    light.push(await bytes('stateroom_fix', { ids: [finding.ref], note: long.slice(0, 1900) }));
    const whole = [await bytes('stateroom_item', { id: heavy }), await bytes('stateroom_claim', { id: heavy })];
    light.push(await bytes('stateroom_release', { id: heavy }));
    await textOf('stateroom_claim', { id: heavy });
    light.push(await bytes('stateroom_resolve', { id: heavy, status: 'done' }));
    deepStrictEqual([...light, ...whole].map(([tool]) => tool).sort(), all);
    deepStrictEqual(
      light.filter(([, size]) => size > 8000 || size < 20),
      [],
    );
    deepStrictEqual(
      whole.filter(([, size]) => size < 120_000 || size > 2 * 64 * 1024 + 8000),
      [],
    );
  });
});

describe('The setting stateroom.agentTools', () => {
  const settings = () => vscode.workspace.getConfiguration('stateroom');

  after(() => settings().update('agentTools', undefined, vscode.ConfigurationTarget.Global));

  for (const [value, tools, servers] of [
    [undefined, all, 0],
    ['mcp', [], 1],
    ['both', all, 1],
    ['tools', all, 0],
  ] as const) {
    it(`${value ?? 'left alone'}: ${tools.length} tools and ${servers} server`, async () => {
      const api = await stateroom();
      await add('So that there is a store');
      await settings().update('agentTools', value, vscode.ConfigurationTarget.Global);
      // The editor lists for extensions also the tools that their condition switches off: it is checked with the setting.
      const listed = vscode.lm.tools.map(({ name }) => name).filter(name => name.startsWith('stateroom_'));
      deepStrictEqual(listed.sort(), all);
      const { contributes } = vscode.extensions.getExtension('stateroom.stateroom')?.packageJSON ?? {};
      const declared = contributes.languageModelTools as readonly { name: string; when: string }[];
      const isMcp = settings().get('agentTools') === 'mcp';
      const switchedOn = declared.filter(({ when }) => {
        strictEqual(when, 'stateroom:enabled && config.stateroom.agentTools != mcp');
        return !isMcp;
      });
      deepStrictEqual(switchedOn.map(({ name }) => name).sort(), tools);
      strictEqual(api.servers().length, servers);
      const [server] = api.servers();
      if (server === undefined) return;
      deepStrictEqual(
        { label: server.label, command: server.command, env: server.env, cwd: server.cwd?.fsPath },
        { label: 'Stateroom', command: process.execPath, env: { ELECTRON_RUN_AS_NODE: '1' }, cwd: folder() },
      );
      strictEqual((await firstAnswerOf(server)).result?.serverInfo?.name, 'stateroom');
    });
  }
});

/** What a model reads of a call that no one is asked about. */
async function textOf(tool: string, input: object): Promise<string> {
  const [part] = (await vscode.lm.invokeTool(tool, { input, toolInvocationToken: undefined })).content;
  ok(part instanceof vscode.LanguageModelTextPart, tool);
  return part.value;
}

async function read(tool: string, input: object = {}): Promise<Row> {
  return JSON.parse(await textOf(tool, input)) as Row;
}

/** What the command line answers, also where its answer is no. */
async function anyway(...words: string[]): Promise<unknown> {
  const program = join(vscode.extensions.getExtension('stateroom.stateroom')?.extensionPath ?? '', 'dist', 'cli.mjs');
  const child = spawn(process.execPath, [program, ...words, '--json', '--actor', 'reader'], {
    cwd: folder(),
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  await once(child, 'close');
  return (JSON.parse(text) as { data: unknown }).data;
}

/** Where a reply says something else than an answer: what it leaves out or cuts is not a difference, a list is as long. */
function differences(reply: unknown, answer: unknown, path = ''): string[] {
  if (typeof reply !== 'object' || reply === null) return reply === answer ? [] : [`${path}: ${reply} for ${answer}`];
  if (typeof answer !== 'object' || answer === null) return [`${path}: more than ${answer}`];
  if (Array.isArray(reply) && reply.length !== (answer as unknown[]).length) return [`${path}: ${reply.length} rows`];
  const told = answer as Row;
  return Object.entries(reply).flatMap(([name, value]) => {
    const isCut = ['commit', 'submitted'].includes(name) && String(told[name]).slice(0, 10) === value;
    // A model is told one line in the place of two.
    const lines = told.lineStart === told.lineEnd ? `${told.lineStart}` : `${told.lineStart}-${told.lineEnd}`;
    const isLine = name === 'line' && String(value) === lines;
    return isCut || isLine ? [] : differences(value, told[name], path === '' ? name : `${path}.${name}`);
  });
}

/** Every row of every table, as text. */
async function allRows(): Promise<string> {
  const { DatabaseSync } = await import('node:sqlite');
  const file = join(tmpdir(), `stateroom-rows-${process.pid}-${Date.now()}.sqlite`);
  await cli('reader', 'store', 'export', file);
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const tables = database.prepare("select name from sqlite_master where type = 'table' order by name").all();
    return JSON.stringify(tables.map(({ name }) => [name, database.prepare(`select * from "${name}"`).all()]));
  } finally {
    database.close();
    await rm(file);
  }
}

interface Answer {
  readonly result?: { readonly serverInfo?: { readonly name: string } };
}

/** Starts a server as the editor does, and gives what it answers to the handshake. */
async function firstAnswerOf({ command, args, env, cwd }: vscode.McpStdioServerDefinition): Promise<Answer> {
  const added = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, String(value)]));
  const child = spawn(command, args, {
    cwd: cwd?.fsPath,
    env: { ...process.env, ...added },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  try {
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    return JSON.parse(line) as Answer;
  } finally {
    child.stdin.end();
    await ended;
  }
}
