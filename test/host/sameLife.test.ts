import { deepStrictEqual } from 'node:assert/strict';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { WorkItem } from '../../src/domain/workItem/workItem.js';
import { cli, folder, run, stateroom } from './stateroom.js';

/** Runs one operation on some surface; gives the `W-12` it was about. */
type Surface = (verb: 'add' | 'claim' | 'resolve', input: Record<string, unknown>) => Promise<string>;

const commands: Surface = async (verb, input) => (await run(`queue.${verb}`, input)).item.ref;

const commandLine: Surface = async (verb, { title, id, priority, labels, payload, status, notes }) => {
  const words: Record<typeof verb, unknown[]> = {
    add: [title, '--id', id, '--priority', priority, '--label', labels, '--payload', JSON.stringify(payload)],
    claim: [id],
    resolve: [id, '--status', status, '--notes', notes],
  };
  return (await cli<{ item: WorkItem }>('agent-c', 'queue', verb, ...words[verb].map(String))).item.ref;
};

async function withServer(use: (surface: Surface) => Promise<void>): Promise<void> {
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
    });
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

async function live(surface: Surface, key: string): Promise<void> {
  const payload = { file: 'a.ts', lines: [3, 7] };
  await surface('add', { title: 'Fix the login', id: key, priority: 1, labels: ['web'], payload });
  await surface('claim', { id: key });
  await surface('resolve', { id: key, status: 'done', notes: 'one line changed' });
}

function expectedRow(actor: string, role: string): unknown {
  return [
    [
      'Fix the login',
      'general',
      'done',
      1,
      0,
      '["web"]',
      '{"file":"a.ts","lines":[3,7]}',
      actor,
      role,
      1,
      0,
      null,
      null,
      'one line changed',
      actor,
      1,
      3,
    ],
  ];
}

function expectedEvents(actor: string, role: string): unknown {
  return [
    ['work_item_created', actor, role],
    ['work_item_claimed', actor, role],
    ['work_item_resolved', actor, role],
  ];
}

describe('The same life on three surfaces', () => {
  it('leaves the same row and the same three events', async () => {
    await stateroom();
    await live(commands, 'by-command');
    await live(commandLine, 'by-cli');
    await withServer(surface => live(surface, 'by-mcp'));
    deepStrictEqual(await rowOf('by-command'), expectedRow('Robin', 'human'));
    deepStrictEqual(await rowOf('by-cli'), expectedRow('agent-c', 'agent'));
    deepStrictEqual(await rowOf('by-mcp'), expectedRow('agent-m', 'agent'));
    deepStrictEqual(await eventsOf('by-command'), expectedEvents('Robin', 'human'));
    deepStrictEqual(await eventsOf('by-cli'), expectedEvents('agent-c', 'agent'));
    deepStrictEqual(await eventsOf('by-mcp'), expectedEvents('agent-m', 'agent'));
  });
});
