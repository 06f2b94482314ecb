import { deepStrictEqual, match, ok, rejects, strictEqual } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { Finding } from '../../src/domain/finding/finding.js';
import type { WorkItem } from '../../src/domain/workItem/workItem.js';
import { add, cli, eventsOf, folder, run, stateroom } from './stateroom.js';

type Row = Readonly<Record<string, unknown>>;

describe('The tools of language models', () => {
  it('are offered once the repository has a store, each with a schema', async () => {
    await stateroom();
    await add('So that there is a store');
    const offered = vscode.lm.tools.filter(({ name }) => name.startsWith('stateroom_'));
    deepStrictEqual(offered.map(({ name }) => name).sort(), [
      'stateroom_add',
      'stateroom_claim',
      'stateroom_context',
      'stateroom_findings',
      'stateroom_fix',
      'stateroom_gate',
      'stateroom_item',
      'stateroom_lanes',
      'stateroom_queue',
      'stateroom_record',
      'stateroom_release',
      'stateroom_resolve',
    ]);
    for (const { name, inputSchema, tags } of offered) {
      deepStrictEqual([...tags], ['stateroom'], name);
      strictEqual((inputSchema as { type?: unknown } | undefined)?.type, 'object', name);
    }
  });

  it('have the rituals beside them as skills and prompts, which the editor takes up', async () => {
    const files =
      await vscode.commands.executeCommand<{ uri: { path: string }; type: string; extensionId: string }[]>(
        '_listExtensionPromptFiles',
      );
    const own = files.filter(({ extensionId }) => extensionId === 'stateroom.stateroom');
    const paths = own.map(({ uri, type }) => `${type} ${uri.path.slice(uri.path.search(/\/(media|skills)\//))}`);
    ok(paths.includes('skill /skills/stateroom-branch-review/SKILL.md'), paths.join('\n'));
    ok(paths.includes('prompt /media/prompts/stateroom.branch-review.prompt.md'), paths.join('\n'));
    const { contributes } = vscode.extensions.getExtension('stateroom.stateroom')?.packageJSON ?? {};
    strictEqual(own.length, contributes.chatSkills.length + contributes.chatPromptFiles.length);
  });

  it('write what the question says, in the name of an agent', async () => {
    const added = await confirmed('stateroom_add', {
      title: 'Noted by a model',
      id: 'noted',
      priority: 3,
      labels: ['a'],
    });
    strictEqual(added.question.title, 'Add work item?');
    deepStrictEqual(linesOf(added.question.message), [
      'Adds “Noted by a model” to the queue of project.',
      '- id: `noted`',
      '- priority: `3`',
      '- labels: `["a"]`',
    ]);
    const { item } = await cli<{ item: WorkItem }>('reader', 'queue', 'show', 'noted');
    deepStrictEqual(
      { title: item.title, priority: item.priority, labels: item.labels, status: item.status },
      { title: 'Noted by a model', priority: 3, labels: ['a'], status: 'pending' },
    );

    const long = await (await stateroom()).question('stateroom_add', {
      title: 'Long',
      notes: `${'a '.repeat(3000)}end`,
    });
    match(long?.message ?? '', /^- notes: `(?:a ){3000}end`$/m);
    const claimed = await confirmed('stateroom_claim', { id: item.ref });
    strictEqual(claimed.question.title, `Claim ${item.ref}?`);
    match(claimed.question.message, new RegExp(`^Claims ${item.ref} “Noted by a model” for (vscode-\\w+)\\.$`));
    const owner = (claimed.reply.item as Row).owner;
    match(claimed.question.message, new RegExp(`for ${owner}\\.$`));

    const held = (await cli<{ item: WorkItem }>('reader', 'queue', 'show', 'noted')).item;
    deepStrictEqual([held.status, held.owner, held.ownerRole], ['in_flight', owner, 'agent']);

    const asked = await confirmed('stateroom_release', { id: item.ref, question: 'May I?' });
    deepStrictEqual(linesOf(asked.question.message), [
      `Moves ${item.ref} “Noted by a model” to Needs you with a question.`,
      '- question: `May I?`',
    ]);
    const put = (await cli<{ item: WorkItem }>('reader', 'queue', 'show', 'noted')).item;
    deepStrictEqual([put.status, put.section, put.question], ['waiting_human', 'needs_you', 'May I?']);
    await run('queue.advance', { id: item.ref, answer: 'Yes', to: 'in_flight' });

    const released = await confirmed('stateroom_release', { id: item.ref, notes: 'half done' });
    strictEqual(released.question.title, `Release ${item.ref}?`);
    deepStrictEqual(linesOf(released.question.message), [
      `Releases ${item.ref} “Noted by a model” so that anyone can claim it.`,
      '- notes: `half done`',
    ]);
    const given = (await cli<{ item: WorkItem }>('reader', 'queue', 'show', 'noted')).item;
    deepStrictEqual([given.status, given.section, given.owner, given.notes], ['pending', 'ready', null, 'half done']);

    const next = await confirmed('stateroom_claim', { label: 'a' });
    deepStrictEqual(linesOf(next.question.message), [
      `Claims ${item.ref} “Noted by a model” for ${owner}, or the next one if someone else claims it first.`,
      '- label: `a`',
    ]);

    const resolved = await confirmed('stateroom_resolve', { id: item.ref, status: 'done', notes: 'whole' });
    deepStrictEqual(linesOf(resolved.question.message), [
      `Marks ${item.ref} “Noted by a model” as done.`,
      '- notes: `whole`',
    ]);
    const done = (await cli<{ item: WorkItem }>('reader', 'queue', 'show', 'noted')).item;
    deepStrictEqual([done.status, done.section, done.notes], ['done', 'done', 'half done\nwhole']);
    const events = await eventsOf(item.ref);
    deepStrictEqual(
      events.map(({ type, role, actor }) => [type, role, actor]),
      [
        ['work_item_created', 'agent', owner],
        ['work_item_claimed', 'agent', owner],
        ['work_item_asked', 'agent', owner],
        ['work_item_advanced', 'human', 'Robin'],
        ['work_item_released', 'agent', owner],
        ['work_item_claimed', 'agent', owner],
        ['work_item_resolved', 'agent', owner],
      ],
    );
  });

  it('record a finding and mark it fixed', async () => {
    const input = { severity: 'low', path: 'README.md', line: '1', text: 'It says little', repository: true };
    const recorded = await confirmed('stateroom_record', input);
    deepStrictEqual(linesOf(recorded.question.message), [
      'Records a low-severity finding on README.md:1.',
      '- text: `It says little`',
      '- repository: `true`',
    ]);
    const { ref } = recorded.reply.finding as { ref: string };
    const fixed = await confirmed('stateroom_fix', { ids: [ref], note: 'said more' });
    deepStrictEqual(linesOf(fixed.question.message), [`Marks ${ref} as fixed by commit HEAD.`, '- note: `said more`']);
    const { finding } = await cli<{ finding: Finding }>('reader', 'finding', 'show', ref);
    const head = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: folder(), encoding: 'utf8' }).trim();
    deepStrictEqual(
      [finding.status, finding.severity, finding.path, finding.lineStart, finding.fixedCommit, finding.note],
      ['fixed', 'low', 'README.md', 1, head, 'said more'],
    );
  });

  it('refuse what another agent holds, and say whose it is', async () => {
    const ref = await add('Of another agent');
    await cli('codex-1', 'queue', 'claim', ref);
    const { reply } = await confirmed('stateroom_claim', { id: ref });
    strictEqual(reply.code, 'conflict');
    match(String(reply.message), /codex-1/);
    await run('queue.resolve', { id: ref, status: 'cancelled' });
  });

  it('leave nothing half done when the call is withdrawn', async () => {
    const before = await last();
    const withdrawn = new vscode.CancellationTokenSource();
    withdrawn.cancel();
    await rejects(async () => await invoke('stateroom_queue', {}, withdrawn.token));
    strictEqual(await last(), before);
    const late = new vscode.CancellationTokenSource();
    const running = invoke('stateroom_add', { title: 'Withdrawn', id: 'withdrawn' }, late.token);
    setImmediate(() => late.cancel());
    const [outcome] = await Promise.allSettled([running]);
    const { items } = await cli<{ items: WorkItem[] }>('reader', 'queue', 'list', '--text', 'Withdrawn');
    // The editor gives up on the answer whenever it hears of it: what was begun by then is whole.
    ok(
      items.length === 1 || (items.length === 0 && outcome.status === 'rejected'),
      `${items.length}, ${outcome.status}`,
    );
    for (const { ref } of items)
      deepStrictEqual(
        (await eventsOf(ref)).map(({ type }) => type),
        ['work_item_created'],
      );
  });

  it('keep to 8 kB however long the queue is', async () => {
    const lines = Array.from({ length: 120 }, (_, index) =>
      JSON.stringify({ title: `Long ${index} ${'and longer '.repeat(20)}`, id: `long-${index}`, kind: 'long' }),
    );
    await run('queue.import', { jsonl: lines.join('\n') });
    const text = await textOf('stateroom_queue', { kind: 'long' });
    ok(Buffer.byteLength(text) <= 8000, `${Buffer.byteLength(text)} bytes`);
    const page = JSON.parse(text) as { items: Row[]; nextCursor: string; note: string };
    match(page.note, /repeat with cursor=nextCursor/);
    const rest = await read('stateroom_queue', { kind: 'long', cursor: page.nextCursor });
    ok(!(rest.items as Row[]).some(item => page.items.some(({ ref }) => ref === item.ref)));
  });
});

function invoke(
  tool: string,
  input: object,
  token?: vscode.CancellationToken,
): Thenable<vscode.LanguageModelToolResult> {
  return vscode.lm.invokeTool(tool, { input, toolInvocationToken: undefined }, token);
}

/** What a model reads of a call that no one is asked about. */
async function textOf(tool: string, input: object): Promise<string> {
  return textIn(await invoke(tool, input));
}

async function read(tool: string, input: object = {}): Promise<Row> {
  return JSON.parse(await textOf(tool, input)) as Row;
}

/** Asks for the question of a call, and makes the call: the editor takes every question for answered with yes in tests. */
async function confirmed(tool: string, input: object) {
  const question = await (await stateroom()).question(tool, input);
  ok(question, `${tool} asks nobody`);
  return { question, reply: await read(tool, input) };
}

function textIn(result: vscode.LanguageModelToolResult): string {
  const [part] = result.content;
  ok(part instanceof vscode.LanguageModelTextPart, JSON.stringify(result.content));
  return part.value;
}

function linesOf(message: string): string[] {
  return message
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '');
}

/** Id of the latest event of the store: it grows with each write. */
async function last(): Promise<number> {
  const { events } = await cli<{ events: { id: number }[] }>('reader', 'events', 'tail', '--limit', '1');
  return events[0]?.id ?? 0;
}
