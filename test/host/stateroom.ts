import { ok } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { TimelineEvent } from '../../src/domain/event/event.js';
import type { WorkItem } from '../../src/domain/workItem/workItem.js';
import { openAsText, type RecordState } from '../../src/protocol/recordState.js';
import type { OpenRecord } from '../../src/surfaces/vscode/records/recordPages.js';
import type { StateroomApi } from '../../src/surfaces/vscode/stateroomApi.js';
import type { SpokenRefusal } from '../support/spokenRefusal.js';

/** The extension under test, active. */
export async function stateroom(): Promise<StateroomApi> {
  const extension = vscode.extensions.getExtension<StateroomApi>('stateroom.stateroom');
  ok(extension, 'stateroom.stateroom is not installed');
  return extension.activate();
}

/** Runs `stateroom.<operation>` as a key or a menu does, with everything it needs given. */
export async function run<T = { item: WorkItem }>(operation: string, input: object = {}): Promise<T> {
  return (await vscode.commands.executeCommand(`stateroom.${operation}`, input)) as T;
}

/** The same for a call that must be refused. */
export async function refused(operation: string, input: object = {}): Promise<SpokenRefusal> {
  const result = await run<Partial<SpokenRefusal>>(operation, input);
  ok(result?.refused === true, `${operation} was not refused: ${JSON.stringify(result)}`);
  return result as SpokenRefusal;
}

/** Adds a work item; gives its `W-12`. */
export async function add(title: string, more: object = {}): Promise<string> {
  return (await run('queue.add', { title, ...more })).item.ref;
}

/** The page of a record, `W-12`, that a command has opened, once its script has asked for what it shows. */
export async function shownPage(ref: string): Promise<OpenRecord & { readonly state: RecordState }> {
  const { record } = await stateroom();
  const page = await until(`the page of ${ref}`, () => (record(ref)?.state === undefined ? undefined : record(ref)));
  return page as OpenRecord & { readonly state: RecordState };
}

/** The same record as text, by the page's button for that. */
export async function pageAsText(ref: string): Promise<vscode.TextDocument> {
  await (await shownPage(ref)).act(openAsText);
  return until(`the text of ${ref}`, () => {
    const document = vscode.window.activeTextEditor?.document;
    return document?.uri.scheme === 'stateroom' && document.uri.path === `/${ref}.md` ? document : undefined;
  });
}

/** The folder that the editor has open. */
export function folder(): string {
  const path = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  ok(path, 'no folder is open');
  return path;
}

/** Runs the command line program beside the editor, as an agent of this name; gives what it prints as data. */
export async function cli<T>(actor: string, ...words: string[]): Promise<T> {
  return cliIn(folder(), actor, ...words);
}

/** The same in another folder. */
export async function cliIn<T>(cwd: string, actor: string, ...words: string[]): Promise<T> {
  const extension = vscode.extensions.getExtension('stateroom.stateroom');
  const program = join(extension?.extensionPath ?? '', 'dist', 'cli.mjs');
  const output = await new Promise<string>((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...words, '--json', '--actor', actor], {
      cwd,
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    let told = '';
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      told += part;
    });
    child.once('error', reject);
    child.once('close', () => resolve(text || told));
  });
  const answer = JSON.parse(output) as { ok: boolean; data: T; message?: string };
  ok(answer.ok, `stateroom ${words.join(' ')}: ${answer.message}`);
  return answer.data;
}

/** The events of a work item, oldest first, as another process reads them. */
export async function eventsOf(ref: string): Promise<TimelineEvent[]> {
  const { events } = await cli<{ events: TimelineEvent[] }>(
    'reader',
    'events',
    'tail',
    '--work-item',
    ref,
    '--limit',
    '100',
  );
  return events.reverse();
}

/** What the store holds, as another process reads it with SQL. */
export async function rowsOf(sql: string): Promise<unknown[][]> {
  return (await cli<{ rows: unknown[][] }>('reader', 'store', 'query', sql)).rows;
}

/** Ends what waits for a person, with the editor's own command for what they press, and gives the outcome. */
export async function pressing<T>(command: string, waiting: Thenable<T>): Promise<T> {
  let isOver = false;
  const ended = Promise.resolve(waiting).finally(() => {
    isOver = true;
  });
  await until(`an end by ${command}`, async () => {
    await vscode.commands.executeCommand(command);
    return isOver || undefined;
  });
  return ended;
}

/** Takes the row of a list that has the keyboard, the first one; as Enter does. */
export const takesFirst = 'workbench.action.acceptSelectedQuickOpenItem';
/** Closes a list without an answer; as Escape does. */
export const closesList = 'workbench.action.closeQuickOpen';

/** Looks again until `look` gives something, and gives that. */
export async function until<T>(what: string, look: () => Promise<T | undefined> | T | undefined): Promise<T> {
  const end = Date.now() + 60_000;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`60 s passed without ${what}.`);
    await new Promise(resolve => setTimeout(resolve, 20));
  }
}
