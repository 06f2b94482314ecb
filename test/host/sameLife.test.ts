import { deepStrictEqual, match } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { WorkItem } from '../../src/domain/workItem/workItem.js';
import { cli, folder, rowsOf, run, stateroom } from './stateroom.js';

/** Runs one operation on some surface; gives the `W-12` it was about. */
type Surface = (verb: 'add' | 'claim' | 'release' | 'resolve', input: Record<string, unknown>) => Promise<string>;

const commands: Surface = async (verb, input) => (await run(`queue.${verb}`, input)).item.ref;

const commandLine: Surface = async (verb, { title, id, priority, labels, payload, status, notes }) => {
  const words: Record<typeof verb, unknown[]> = {
    add: [title, '--id', id, '--priority', priority, '--label', labels, '--payload', JSON.stringify(payload)],
    claim: [id],
    release: [id, '--notes', notes],
    resolve: [id, '--status', status, '--notes', notes],
  };
  return (await cli<{ item: WorkItem }>('agent-c', 'queue', verb, ...words[verb].map(String))).item.ref;
};

/** The tools of language models: the editor takes every question for answered with yes in tests. */
const modelTools: Surface = async (verb, input) => {
  return (await callTool<{ item: WorkItem }>(`stateroom_${verb}`, input)).item.ref;
};

async function callTool<T>(name: string, input: object): Promise<T> {
  const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
  return JSON.parse((content[0] as vscode.LanguageModelTextPart).value) as T;
}

async function withServer(use: (surface: Surface, client: Client) => Promise<void>): Promise<void> {
  const extension = vscode.extensions.getExtension('stateroom.stateroom');
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(extension?.extensionPath ?? '', 'dist', 'mcp.mjs')],
    cwd: folder(),
    env: { ...getDefaultEnvironment(), ELECTRON_RUN_AS_NODE: '1', STATEROOM_ACTOR: 'agent-m' },
    stderr: 'ignore',
  });
  const client = new Client({ name: 'same-life', version: '1.0.0' });
  await client.connect(transport);
  try {
    await use(async (verb, input) => {
      const result = await client.callTool({ name: 'work_items', arguments: { action: verb, ...input } });
      return (result.structuredContent as { item: WorkItem }).item.ref;
    }, client);
  } finally {
    await client.close();
  }
}

/** What the store holds of an item, as SQL sees it: everything but times, ids and the lease's end. */
async function rowOf(key: string): Promise<unknown> {
  const { rows } = await cli<{ rows: unknown[][] }>(
    'reader',
    'store',
    'query',
    `select title, kind, status, priority, rank, labels, payload, owner, owner_role, token, open_dependencies, question,
      answer, notes, queued_by, resolved_at is not null as resolved, revision from work_items where key = '${key}'`,
  );
  return rows;
}

async function eventsOf(key: string): Promise<unknown> {
  const { rows } = await cli<{ rows: unknown[][] }>(
    'reader',
    'store',
    'query',
    `select e.type, e.actor, e.role from events e join work_items w on w.id = e.work_item_id where w.key = '${key}' order by e.id`,
  );
  return rows;
}

/** A model gives no payload: it says all in words. */
async function live(surface: Surface, key: string, payload?: object): Promise<void> {
  const more = payload === undefined ? {} : { payload };
  await surface('add', { title: 'Fix the login', id: key, priority: 1, labels: ['web'], ...more });
  await surface('claim', { id: key });
  await surface('release', { id: key, notes: 'half done' });
  await surface('claim', { id: key });
  await surface('resolve', { id: key, status: 'done', notes: 'one line changed' });
}

function expectedRow(actor: string, role: string, payload = '{"file":"a.ts","lines":[3,7]}'): unknown {
  return [
    [
      'Fix the login',
      'general',
      'done',
      1,
      0,
      '["web"]',
      payload,
      actor,
      role,
      2,
      0,
      null,
      null,
      'half done\none line changed',
      actor,
      1,
      5,
    ],
  ];
}

function expectedEvents(actor: string, role: string): unknown {
  return [
    ['work_item_created', actor, role],
    ['work_item_claimed', actor, role],
    ['work_item_released', actor, role],
    ['work_item_claimed', actor, role],
    ['work_item_resolved', actor, role],
  ];
}

/** What is kept of a finding, but for times and ids. */
async function findingOf(text: string): Promise<unknown> {
  const { rows } = await cli<{ rows: unknown[][] }>(
    'reader',
    'store',
    'query',
    `select severity, status, path, line_start, line_end, fix, note, fixed_sha, actor, role, revision from findings
      where text = '${text}'`,
  );
  return rows;
}

async function findingEventsOf(text: string): Promise<unknown> {
  const { rows } = await cli<{ rows: unknown[][] }>(
    'reader',
    'store',
    'query',
    `select e.type, e.actor, e.role from events e join findings f on e.type like 'finding%'
      and json_extract(e.payload, '$.finding') in (f.id, 'F-' || f.number) where f.text = '${text}' order by e.id`,
  );
  return rows;
}

describe('The same life on four surfaces', () => {
  it('leaves the same row and the same events', async () => {
    await stateroom();
    const payload = { file: 'a.ts', lines: [3, 7] };
    await live(commands, 'by-command', payload);
    await live(commandLine, 'by-cli', payload);
    await withServer(surface => live(surface, 'by-mcp', payload));
    await live(modelTools, 'by-tool');
    const { item } = await cli<{ item: WorkItem }>('reader', 'queue', 'show', 'by-tool');
    const model = item.owner ?? '';
    match(model, /^vscode-\w+$/);
    deepStrictEqual(await rowOf('by-tool'), expectedRow(model, 'agent', 'null'));
    deepStrictEqual(await eventsOf('by-tool'), expectedEvents(model, 'agent'));
    deepStrictEqual(await rowOf('by-command'), expectedRow('Robin', 'human'));
    deepStrictEqual(await rowOf('by-cli'), expectedRow('agent-c', 'agent'));
    deepStrictEqual(await rowOf('by-mcp'), expectedRow('agent-m', 'agent'));
    deepStrictEqual(await eventsOf('by-command'), expectedEvents('Robin', 'human'));
    deepStrictEqual(await eventsOf('by-cli'), expectedEvents('agent-c', 'agent'));
    deepStrictEqual(await eventsOf('by-mcp'), expectedEvents('agent-m', 'agent'));
  });

  it('leaves the same finding, fixed by the same commit', async () => {
    const git = (...words: string[]): string => execFileSync('git', words, { cwd: folder(), encoding: 'utf8' }).trim();
    // What other tests left lying about is not a fix.
    git('add', '--all');
    git('commit', '--quiet', '--allow-empty', '--message=Say more');
    const head = git('rev-parse', 'HEAD');
    const recorded = (text: string) => ({ severity: 'low', path: 'README.md', line: '1', fix: 'Say more', text });
    type Found = { readonly finding: { readonly ref: string; readonly actor: string } };
    const byCommand = await run<Found>('finding.record', { ...recorded('Found by command'), repository: true });
    await run('finding.fix', { ids: [byCommand.finding.ref], note: 'said more' });
    const flags = ['--severity', 'low', '--path', 'README.md', '--line', '1', '--fix', 'Say more', '--repository'];
    const byCli = await cli<Found>('agent-c', 'finding', 'record', ...flags, '--text', 'Found by cli');
    await cli('agent-c', 'finding', 'fix', byCli.finding.ref, '--note', 'said more');
    await withServer(async (_surface, client) => {
      const call = async (action: string, input: object) =>
        (await client.callTool({ name: 'review_findings', arguments: { action, ...input } }))
          .structuredContent as Found;
      const { finding } = await call('record', { ...recorded('Found by mcp'), repository: true });
      await call('fix', { ids: [finding.ref], note: 'said more' });
    });
    const { finding } = await callTool<Found>('stateroom_record', { ...recorded('Found by tool'), repository: true });
    await callTool('stateroom_fix', { ids: [finding.ref], note: 'said more' });
    const [[model]] = (await rowsOf("select actor from findings where text = 'Found by tool'")) as [[string]];
    match(model, /^vscode-\w+$/);
    for (const [text, actor, role] of [
      ['Found by command', 'Robin', 'human'],
      ['Found by cli', 'agent-c', 'agent'],
      ['Found by mcp', 'agent-m', 'agent'],
      ['Found by tool', model, 'agent'],
    ] as const) {
      const row = ['low', 'fixed', 'README.md', 1, 1, 'Say more', 'said more', head, actor, role, 2];
      deepStrictEqual(await findingOf(text), [row], text);
      const events = [
        ['finding_recorded', actor, role],
        ['finding_fixed', actor, role],
      ];
      deepStrictEqual(await findingEventsOf(text), events, text);
    }
  });
});
