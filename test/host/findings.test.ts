import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { StateroomApi } from '../../src/surfaces/vscode/stateroomApi.js';
import { cli, folder, pageAsText, run, stateroom, until } from './stateroom.js';

interface Finding {
  readonly ref: string;
  readonly status: string;
  readonly note: string | null;
  readonly workItem: string | null;
}

const code = ['export function retry(work: () => void): void {', '  for (;;) work();', '}', ''].join('\n');

describe('Findings', () => {
  let api: StateroomApi;
  let files = 0;

  before(async () => {
    api = await stateroom();
    await vscode.commands.executeCommand('stateroom.findings.focus');
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  /** A file of its own for each test, on disk. */
  async function writeCode(): Promise<{ name: string; uri: vscode.Uri }> {
    files += 1;
    const name = `retry${files}.ts`;
    const path = join(folder(), name);
    await writeFile(path, code);
    return { name, uri: vscode.Uri.file(path) };
  }

  const git = (...words: string[]): Promise<unknown> => promisify(execFile)('git', words, { cwd: folder() });

  const record = async (name: string, line: string, severity = 'high'): Promise<Finding> => {
    const text = `The loop of ${name} never ends (${severity})`;
    const words = ['finding', 'record', '--severity', severity, '--path', name, '--line', line, '--text', text];
    return (await cli<{ finding: Finding }>('codex', ...words, '--fix', 'Count the tries', '--repository')).finding;
  };
  const show = async (ref: string): Promise<Finding> =>
    (await cli<{ finding: Finding }>('reader', 'finding', 'show', ref)).finding;

  const ours = (uri: vscode.Uri): vscode.Diagnostic[] =>
    vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'stateroom');
  const lines = (uri: vscode.Uri): string =>
    ours(uri)
      .map(({ range }) => range.start.line + 1)
      .join(',');
  /** What Stateroom says of a line, from 0, that is pointed at. */
  const hoversAt = async (uri: vscode.Uri, line: number): Promise<vscode.MarkdownString[]> => {
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      uri,
      new vscode.Position(line, 4),
    );
    return hovers
      .flatMap(({ contents }) => contents as vscode.MarkdownString[])
      .filter(({ value }) => value.includes('stateroom.finding.show'));
  };
  const refOf = ({ code: given }: vscode.Diagnostic): string =>
    typeof given === 'object' ? String(given.value) : String(given);

  it('stand on their lines as soon as another process records them', async () => {
    const { name, uri } = await writeCode();
    await vscode.window.showTextDocument(uri);
    const { ref } = await record(name, '2');
    const [problem] = await until('the problem', () => (ours(uri).length === 1 ? ours(uri) : undefined));
    ok(problem);
    strictEqual(refOf(problem), ref);
    strictEqual(problem.message, `The loop of ${name} never ends (high)\nCount the tries`);
    strictEqual(problem.severity, vscode.DiagnosticSeverity.Error);
    deepStrictEqual(
      [problem.range.start.line, problem.range.start.character, problem.range.end.line, problem.range.end.character],
      [1, 2, 1, 18],
    );
    await cli('codex', 'finding', 'wontfix', ref, '--note', 'meant so');
    await until('no problem', () => ours(uri).length === 0 || undefined);
  });

  it('move while lines are typed above them, vanish with their text and come back', async () => {
    const { name, uri } = await writeCode();
    await record(name, '2', 'medium');
    const editor = await vscode.window.showTextDocument(uri);
    await until('the problem', () => lines(uri) === '2' || undefined);
    await editor.edit(edit => edit.insert(new vscode.Position(0, 0), '// one\n// two\n'));
    await until('the problem two lines below', () => lines(uri) === '4' || undefined);
    ok(editor.document.isDirty);
    await editor.edit(edit => edit.delete(new vscode.Range(3, 0, 4, 0)));
    await until('no problem', () => lines(uri) === '' || undefined);
    await vscode.commands.executeCommand('undo');
    await until('the problem back', () => lines(uri) === '4' || undefined);
    await editor.document.save();
    await until('the problem where it was saved', () => lines(uri) === '4' || undefined);
  });

  it('can be marked as fixed, deferred and queued from the line', async () => {
    const { name, uri } = await writeCode();
    await git('add', name);
    await git('commit', '--quiet', '--message=Retry');
    const { ref } = await record(name, '2', 'low');
    await vscode.window.showTextDocument(uri);
    await until('the problem', () => lines(uri) === '2' || undefined);
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      uri,
      new vscode.Range(1, 4, 1, 4),
    );
    const own = actions.filter(({ title }) => title.includes(ref));
    deepStrictEqual(
      own.map(({ title }) => title),
      [
        `Ask an agent to fix ${ref}…`,
        `Mark ${ref} as fixed…`,
        `Defer ${ref}…`,
        `Mark ${ref} as won’t fix…`,
        `Create work item from ${ref}`,
        `Open ${ref}`,
      ],
    );
    const queue = own[4]?.command;
    ok(queue);
    await vscode.commands.executeCommand(queue.command, ...(queue.arguments ?? []));
    ok((await show(ref)).workItem?.startsWith('W-'));
    await git('commit', '--quiet', '--allow-empty', '--message=Count the tries');
    const fix = own[1]?.command;
    ok(fix);
    const given = { ...(fix.arguments?.[0] ?? {}), note: 'counted' };
    const answer = await vscode.commands.executeCommand<{ refused?: true }>(fix.command, given);
    strictEqual(answer.refused, undefined, JSON.stringify(answer));
    strictEqual((await show(ref)).status, 'fixed');
    await until('no problem', () => ours(uri).length === 0 || undefined);
  });

  it('are deferred together', async () => {
    const { name } = await writeCode();
    const refs = [(await record(name, '1')).ref, (await record(name, '2', 'low')).ref];
    await run('finding.defer', { ids: refs, note: 'after the release' });
    deepStrictEqual(
      (await Promise.all(refs.map(show))).map(({ status, note }) => [status, note]),
      [
        ['deferred', 'after the release'],
        ['deferred', 'after the release'],
      ],
    );
    const ended = (await api.findings()).groups.find(({ id }) => id === 'ended');
    deepStrictEqual(
      refs.filter(ref => ended?.rows.some(row => row.ref === ref)),
      refs,
    );
  });

  it('are recorded at the lines that are selected', async () => {
    const { name, uri } = await writeCode();
    const editor = await vscode.window.showTextDocument(uri);
    await editor.edit(edit => edit.insert(new vscode.Position(0, 0), '// not saved\n'));
    editor.selection = new vscode.Selection(2, 0, 3, 0);
    const { finding } = await run<{ finding: { ref: string; path: string; lineStart: number; lineEnd: number } }>(
      'finding.record',
      { severity: 'medium', text: 'Say when it ends', repository: true },
    );
    deepStrictEqual([finding.path, finding.lineStart, finding.lineEnd], [name, 2, 2]);
    await until('the problem', () => lines(uri) === '3' || undefined);
  });

  it('have a page that follows what happens to them', async () => {
    const { name, uri } = await writeCode();
    const { ref } = await record(name, '2');
    await writeFile(uri.fsPath, `// one\n${code}`);
    await run('finding.show', { id: ref });
    const page = await pageAsText(ref);
    ok(page.getText().startsWith(`# ${ref} The loop of ${name} never ends (high)\n`), page.getText());
    ok(page.getText().includes(`- Location: \`${name}:3\`, recorded at \`${name}:2\`\n`), page.getText());
    await cli('codex', 'finding', 'defer', ref, '--note', 'after the release');
    await until('the note', () => page.getText().includes(`codex deferred ${ref}: “after the release”`) || undefined);
  });

  it('link the places in the code that they name, and follow them', async () => {
    const { name, uri } = await writeCode();
    await git('add', name);
    await git('commit', '--quiet', '--message=Retry');
    const text = `See ${name}:1, gone.ts:4 and https://example.com/${name}:3`;
    const words = ['--severity', 'low', '--path', name, '--line', '2', '--text', text, '--repository'];
    const { ref } = (await cli<{ finding: Finding }>('codex', 'finding', 'record', ...words)).finding;
    await writeFile(uri.fsPath, `// one\n${code}`);
    const linksOf = async (page: vscode.TextDocument): Promise<Map<string, vscode.Uri | undefined>> => {
      const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>('vscode.executeLinkProvider', page.uri);
      return new Map(links.map(({ range, target }) => [page.getText(range), target]));
    };
    const follow = async (target: vscode.Uri | undefined): Promise<number | undefined> => {
      ok(target, 'there is no such link');
      await vscode.commands.executeCommand(target.path, ...JSON.parse(decodeURIComponent(target.query)));
      return until('the file', () => {
        const editor = vscode.window.activeTextEditor;
        return editor?.document.uri.fsPath === uri.fsPath ? editor.selection.active.line + 1 : undefined;
      });
    };
    await run('finding.show', { id: ref });
    const page = await pageAsText(ref);
    const links = await linksOf(page);
    deepStrictEqual(
      [...links.keys()].filter(label => label.startsWith(name)),
      [`${name}:1`, `${name}:3`, `${name}:2`],
    );
    // One line was put above since the finding was recorded.
    strictEqual(await follow(links.get(`${name}:1`)), 2);
    strictEqual(await follow(links.get(`${name}:2`)), 3);
    strictEqual(await follow(links.get(`${name}:3`)), 3);
    const plan = vscode.Uri.file(join(folder(), '.stateroom', 'plans', `${name}.md`));
    await vscode.workspace.fs.writeFile(plan, new TextEncoder().encode(`- [ ] Count in \`${name}:4\`\n`));
    const { document } = await vscode.window.showTextDocument(plan);
    // When a plan was written no one knows: its lines are those of today.
    strictEqual(await follow((await linksOf(document)).get(`${name}:4`)), 4);
  });

  it('are linked where Markdown names them', async () => {
    const { name } = await writeCode();
    const { ref } = await record(name, '1');
    const notes = vscode.Uri.file(join(folder(), 'notes.md'));
    await writeFile(notes.fsPath, `See ${ref} and F-9999.\n`);
    await vscode.window.showTextDocument(notes);
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>('vscode.executeLinkProvider', notes);
    deepStrictEqual(
      links
        .filter(({ target }) => target?.scheme === 'command')
        .map(({ range }) => [range.start.character, range.end.character]),
      [[4, 4 + ref.length]],
    );
  });

  it('tell their whole history where their line is pointed at', async () => {
    const { name, uri } = await writeCode();
    await git('add', name);
    await git('commit', '--quiet', '--message=Retry');
    const { ref } = await record(name, '2');
    await cli('claude', 'finding', 'defer', ref, '--note', 'see [this](command:workbench.action.quit) <b>first</b>');
    await cli('claude', 'finding', 'reopen', ref, '--reason', 'it is time');
    await vscode.window.showTextDocument(uri);
    await until('the problem', () => lines(uri) === '2' || undefined);
    const [hover, ...others] = await hoversAt(uri, 1);
    ok(hover);
    strictEqual(others.length, 0);
    const told = hover.value.split('\n').filter(line => line.startsWith('- '));
    deepStrictEqual(
      told.map(line => line.replace(/^- .*? · /, '')),
      [
        `claude reopened ${ref}: “it is time”`,
        `claude deferred ${ref}: “see \\[this\\](command:workbench.action.quit) \\<b\\>first\\</b\\>”`,
        `codex recorded ${ref}`,
      ],
    );
    const head = (await promisify(execFile)('git', ['rev-parse', 'HEAD'], { cwd: folder() })).stdout.trim();
    ok(hover.value.includes(`\`${head.slice(0, 10)}\``), hover.value);
    deepStrictEqual(hover.isTrusted, { enabledCommands: ['stateroom.finding.show', 'stateroom.finding.askAgent'] });
    deepStrictEqual(await hoversAt(uri, 0), []);
  });

  it('leave the code unmarked when that is set', async () => {
    const { name, uri } = await writeCode();
    await record(name, '2');
    await vscode.window.showTextDocument(uri);
    await until('the problem', () => lines(uri) === '2' || undefined);
    const settings = vscode.workspace.getConfiguration('stateroom');
    for (const without of ['none', 'comments', 'off']) {
      await settings.update('findings.show', without, vscode.ConfigurationTarget.Workspace);
      await until('no problem', () => lines(uri) === '' || undefined);
      strictEqual((await hoversAt(uri, 1)).length, without === 'comments' ? 1 : 0, without);
      await settings.update('findings.show', 'both', vscode.ConfigurationTarget.Workspace);
      await until('the problem with both', () => lines(uri) === '2' || undefined);
    }
    await settings.update('findings.show', undefined, vscode.ConfigurationTarget.Workspace);
    await until('the problem again', () => lines(uri) === '2' || undefined);
  });

  it('show in the view as outdated when their text is gone, at their file when it was renamed', async () => {
    const gone = await writeCode();
    const outdated = (await record(gone.name, '2')).ref;
    await vscode.window.showTextDocument(gone.uri);
    await until('the problem', () => lines(gone.uri) === '2' || undefined);
    await writeFile(gone.uri.fsPath, 'export const nothing = 1;\n');
    const row = async (ref: string) =>
      (await api.findings()).groups.flatMap(({ rows }) => rows).find(each => each.ref === ref)?.description;
    await until(
      'the outdated row',
      async () => (await row(outdated))?.startsWith(`${outdated} · ${gone.name}:2 · outdated`) === true || undefined,
    );
    // The view reads the file; the editor notices for itself that the document is another one now.
    await until('no problem', () => lines(gone.uri) === '' || undefined);
    const moved = await writeCode();
    await git('add', moved.name);
    await git('commit', '--quiet', '--message=Move');
    const { ref } = await record(moved.name, '2');
    await git('mv', moved.name, 'moved.ts');
    await git('commit', '--quiet', '--message=Moved');
    const target = vscode.Uri.file(join(folder(), 'moved.ts'));
    await vscode.window.showTextDocument(target);
    await record('README.md', '1', 'low');
    await until('the problem in the renamed file', () => lines(target) === '2' || undefined);
    strictEqual((await row(ref))?.startsWith(`${ref} · moved.ts:2`), true);
  });

  it('open at their lines', async () => {
    const { name, uri } = await writeCode();
    const { ref } = await record(name, '2');
    await writeFile(uri.fsPath, `// one\n${code}`);
    await vscode.commands.executeCommand('stateroom.finding.openAtLine', ref);
    const editor = vscode.window.activeTextEditor;
    strictEqual(editor?.document.uri.fsPath, uri.fsPath);
    strictEqual(editor?.selection.active.line, 2);
  });
});
