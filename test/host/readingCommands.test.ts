import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { Finding } from '../../src/domain/finding/finding.js';
import type { Task } from '../../src/domain/task/task.js';
import type { WorkItem } from '../../src/domain/workItem/workItem.js';
import { add, cli, folder, run, stateroom } from './stateroom.js';

/** Commands that read, with the words of the command line for the same. */
const reading: readonly (readonly [operation: string, words: readonly string[], input?: object])[] = [
  ['task.list', ['task', 'list']],
  ['decision.list', ['decision', 'list']],
  ['blocker.list', ['blocker', 'list']],
  ['action.list', ['action', 'list']],
  ['touched.list', ['touched', 'list']],
  ['slice.list', ['slice', 'list']],
  ['evidence.list', ['evidence', 'list']],
  ['finding.list', ['finding', 'list']],
  ['plan.list', ['plan', 'list']],
  ['plan.cursors', ['plan', 'cursors']],
  ['review.list', ['review', 'list']],
  ['gate.list', ['gates']],
  ['events.tail', ['events', 'tail']],
  ['hooks.status', ['hooks', 'status']],
];

/** A remedy of a gate as the command line prints it, without the commands at its end, which the editor runs on a click. */
const withoutCommands = (name: string, value: unknown): unknown =>
  (name === 'fix' || name === 'do') && typeof value === 'string' ? value.replace(/ Run `stateroom .*`\.$/, '') : value;

/** An answer of the editor without the remedy of a gate, by which it chooses what a click does; the command line prints its steps. */
const withoutRemedy = (name: string, value: unknown): unknown => (name === 'remedy' ? undefined : value);

/** The pages that show a person JSON: there is none. */
function shownJson(): string[] {
  const pages = vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === 'stateroom');
  return pages.filter(({ uri, languageId }) => languageId === 'json' || uri.path.endsWith('.json')).map(String);
}

describe('Commands that read', () => {
  let task: Task;
  let finding: Finding;

  before(async () => {
    await stateroom();
    ({ task } = await run<{ task: Task }>('task.start', { objective: 'Read me', here: true, light: true }));
    await run('blocker.add', { description: 'The key is missing' });
    await run('action.add', { text: 'Ask for the key' });
    const remark = { severity: 'medium', path: 'README.md', text: 'To be read' };
    ({ finding } = await run<{ finding: Finding }>('finding.record', remark));
  });

  after(async () => {
    await run('task.archive', { task: task.ref });
    execFileSync('git', ['switch', '--quiet', 'main'], { cwd: folder() });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  for (const [operation, words, input = {}] of reading) {
    it(`${operation} gives what the command line gives`, async () => {
      const given = await run<object>(operation, input);
      const told = await cli<object>('reader', ...words);
      deepStrictEqual(
        JSON.parse(JSON.stringify(given), withoutRemedy),
        JSON.parse(JSON.stringify(told), withoutCommands),
      );
      deepStrictEqual(shownJson(), []);
    });
  }

  it('show the gate of the task at hand, and the context of it', async () => {
    const gate = await run<{ ready: boolean; task: string }>('gate.check', { gate: 'review-ready' });
    deepStrictEqual([gate.ready, gate.task], [false, task.ref]);
    const context = await run<{ task: { ref: string } }>('task.context', {});
    strictEqual(context.task.ref, task.ref);
    deepStrictEqual(shownJson(), []);
  });

  it('change findings, questions and steps as they say', async () => {
    const ids = [finding.ref];
    await run('finding.defer', { ids, note: 'later' });
    const opened = await run<{ findings: Finding[] }>('finding.reopen', { ids, reason: 'now after all' });
    deepStrictEqual([opened.findings[0]?.status, opened.findings[0]?.reopenCount], ['open', 1]);
    const made = await run<{ item: WorkItem }>('finding.workItem', { id: finding.ref });
    strictEqual((await cli<{ item: WorkItem }>('reader', 'queue', 'show', made.item.ref)).item.status, 'pending');
    await run('finding.wontfix', { ids, note: 'over' });
    const ref = await add('With a question');
    await run('queue.claim', { id: ref });
    strictEqual((await run('queue.ask', { id: ref, question: 'Which?' })).item.status, 'waiting_human');
    await run('queue.resolve', { id: ref, status: 'cancelled' });
  });
});
