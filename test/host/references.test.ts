import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { add, cli, folder, pageAsText, run, stateroom } from './stateroom.js';

describe('References to records', () => {
  let files = 0;
  /** `W-12`, `F-3` and `T-1` of this test. */
  let item = '';
  let finding = '';
  let task = '';

  before(async () => {
    await stateroom();
    item = await add('Wire the login');
    const remark = [
      'finding',
      'record',
      '--severity',
      'low',
      '--path',
      'README.md',
      '--text',
      'Says nothing about logins',
    ];
    finding = (await cli<{ finding: { ref: string } }>('codex', ...remark, '--repository')).finding.ref;
    const words = { objective: 'Limit the [rate](x) of logins', light: true };
    task = (await run<{ task: { ref: string } }>('task.start', words)).task.ref;
  });

  // The other suites have no task of their own.
  after(async () => {
    await run('task.archive', { task });
    execFileSync('git', ['switch', '--quiet', 'main'], { cwd: folder() });
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  async function open(ending: string, text: string): Promise<vscode.TextEditor> {
    files += 1;
    const path = join(folder(), `named${files}${ending}`);
    await writeFile(path, text);
    return vscode.window.showTextDocument(vscode.Uri.file(path));
  }

  /** What is linked to a record, in the order of the lines. */
  async function linked({ document }: vscode.TextEditor): Promise<string[]> {
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
      'vscode.executeLinkProvider',
      document.uri,
    );
    return links
      .filter(({ target }) => target?.path === 'stateroom.openPage')
      .sort((one, other) => one.range.start.compareTo(other.range.start))
      .map(({ range }) => document.getText(range));
  }

  it('are links in comments of code, in Markdown and in messages of commits', async () => {
    const code = await open('.ts', `const a = '${item}'; // ${item} and W-99999\n/*\n * ${finding}\n */\n`);
    deepStrictEqual(await linked(code), [item, finding]);
    const notes = await open('.md', `See ${task}, \`${item}\` and ${finding}.\n`);
    deepStrictEqual(await linked(notes), [task, finding]);
    const path = join(folder(), '.git', 'COMMIT_EDITMSG');
    await writeFile(path, `Fix ${finding}\n\nPart of ${task}\n# On branch ${item}\n`);
    const message = await vscode.window.showTextDocument(vscode.Uri.file(path));
    strictEqual(message.document.languageId, 'git-commit');
    deepStrictEqual(await linked(message), [finding, task]);
  });

  it('open their pages', async () => {
    const { document } = await open('.md', `See ${task}.\n`);
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
      'vscode.executeLinkProvider',
      document.uri,
    );
    const target = links.find(link => document.getText(link.range) === task)?.target;
    ok(target);
    await vscode.commands.executeCommand(target.path, ...JSON.parse(decodeURIComponent(target.query)));
    const page = await pageAsText(task);
    ok(page.getText().startsWith(`# ${task} Limit the \\[rate\\](x) of logins\n`), page.getText());
    const definitions = await vscode.commands.executeCommand<vscode.LocationLink[]>(
      'vscode.executeDefinitionProvider',
      document.uri,
      new vscode.Position(0, 5),
    );
    deepStrictEqual(
      definitions.map(({ targetUri }) => [targetUri.scheme, targetUri.path]),
      [['stateroom', `/${task}.md`]],
    );
  });

  it('tell where their records stand when they are pointed at', async () => {
    const { document } = await open('.ts', `// ${task}\n`);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      new vscode.Position(0, 4),
    );
    const texts = hovers.flatMap(({ contents }) => contents as vscode.MarkdownString[]).map(({ value }) => value);
    ok(
      texts.some(text => text.startsWith(`**${task}**\u2002Limit the \\[rate\\](x) of logins\n\nin progress`)),
      texts.join('\n---\n'),
    );
  });

  /** Without what keeps it from being read as Markdown, and without the command that a bold title opens. */
  const plain = (text: string): string =>
    text
      .replaceAll('&nbsp;', ' ')
      .replaceAll(/\\(?=\W)/g, '')
      .replace(/^\[(\*\*.*?\*\*)\]\(command:[^)]*\)/, '$1');

  it('of each kind say what they stand for, and lead to its page', async () => {
    await run('worker.spawn', { lane: 'logins', noFetch: true, owns: ['src/logins/**'] });
    const { ref: lane } = await cli<{ ref: string }>('reader', 'lane', 'show', 'logins');
    const { branch } = (await cli<{ task: { branch: string } }>('reader', 'task', 'show', task)).task;
    try {
      for (const [ref, words] of [
        [finding, `**${finding}**\u2002Says nothing about logins\n\n$(info) **Severity:** low · open`],
        [task, `**${task}**\u2002Limit the [rate](x) of logins\n\nin progress · ${branch}`],
        [lane, `**${lane}**\u2002logins\n\nassigned · feature/logins`],
      ] as const) {
        const { document } = await open('.md', `See ${ref}.\n`);
        const place = [document.uri, new vscode.Position(0, 5)] as const;
        const hovers = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', ...place);
        const told = hovers.flatMap(({ contents }) => contents as vscode.MarkdownString[]).map(({ value }) => value);
        deepStrictEqual(
          told.map(text => plain(text).slice(0, words.length)),
          [words],
        );
        const definitions = await vscode.commands.executeCommand<vscode.LocationLink[]>(
          'vscode.executeDefinitionProvider',
          ...place,
        );
        deepStrictEqual(
          definitions.map(({ targetUri }) => [targetUri.scheme, targetUri.path]),
          [['stateroom', `/${ref}.md`]],
        );
      }
    } finally {
      await run('worker.cancel', { lane: 'logins', outcome: 'queue' });
    }
  });

  it('are completed by their number, where text stands', async () => {
    const offered = async (ending: string, text: string): Promise<string[]> => {
      const editor = await open(ending, text);
      const line = editor.document.lineCount - 1;
      const end = editor.document.lineAt(line).range.end;
      const list = await vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        editor.document.uri,
        end,
        '-',
      );
      return list.items
        .filter(({ filterText }) => filterText !== undefined && /^[WFTL]-\d+ [WFTL]-/.test(filterText))
        .map(({ filterText }) => filterText ?? '');
    };
    ok((await offered('.md', 'See W-')).includes(`${item} W-Wire the login`));
    ok((await offered('.ts', 'const a = 1; // F-')).includes(`${finding} F-Says nothing about logins`));
    deepStrictEqual(await offered('.ts', 'const a = F-'), []);
    deepStrictEqual(await offered('.md', '```\nW-'), []);
  });

  it('become links as soon as their records are there', async () => {
    const last = await add('Count the logins');
    const next = `W-${Number(last.slice(2)) + 1}`;
    const editor = await open('.md', `See ${next}.\n`);
    deepStrictEqual(await linked(editor), []);
    strictEqual(await add('Log the login'), next);
    deepStrictEqual(await linked(editor), [next]);
  });
});
