import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { StateroomApi } from '../../src/surfaces/vscode/stateroomApi.js';
import { folder, refused, run, stateroom, until } from './stateroom.js';

const esc = '\u001b';

/** What somebody may write who means harm, or just pastes. */
const hostile: readonly string[] = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<a href="command:workbench.action.quit">quit</a>',
  '<iframe src="https://example.com"></iframe>',
  '<b>bold</b> and <i>italic</i>',
  '<svg onload=alert(1)>',
  '</div></body></html>',
  '<!-- hidden -->',
  '<details open ontoggle=alert(1)>',
  '<style>*{display:none}</style>',
  '<span style="color:#f00">red</span>',
  '&lt;b&gt; &amp; &#x3c;i&#x3e;',
  '<h1>head</h1>',
  '<input type=checkbox checked>',
  '<base href="https://example.com">',
  '[quit](command:workbench.action.quit)',
  '[quit](command:workbench.action.quit "title")',
  '[fix](command:stateroom.finding.wontfix?%5B%22F-1%22%5D)',
  '![picture](https://example.com/x.png)',
  '![picture](command:workbench.action.quit)',
  '[a][b] and [b]: command:workbench.action.quit',
  '<command:workbench.action.quit>',
  '<javascript:alert(1)>',
  '[js](javascript:alert(1))',
  '[data](data:text/html;base64,PHNjcmlwdD4=)',
  '[file](file:///etc/passwd)',
  '[vs](vscode://stateroom.stateroom/do)',
  '[![x](y)](command:z)',
  '[nested [brackets]](command:z)',
  '\\[escaped\\](command:z)',
  '\\\\[twice\\\\](command:z)',
  '**strong** __strong__ *em* _em_ ~~gone~~',
  '# head',
  '- [ ] a box',
  '1. first',
  '> quote',
  '| a | b |',
  '`code` ``co`de``',
  '```js',
  '~~~',
  '---',
  '$(trash) $(sync~spin) icon',
  '$1 and $2 {0} {1} %s',
  `${esc}[31mred${esc}[0m`,
  `${esc}]8;;https://example.com${esc}\\link${esc}]8;;${esc}\\`,
  'bell\u0007 and back\u0008space',
  'right \u202eto left\u202c again',
  'isolated \u2067text\u2069 here',
  '\u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627',
  'zero\u200bwidth\u200djoiner',
  'one\u2028two\u2029three',
  'a\u0300\u0301\u0302\u0303\u0304',
  '\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67 family',
  '"quoted" \'single\' \u201ccurly\u201d',
  "'; drop table findings; --",
  '../../etc/passwd',
  `${'<b>'.repeat(500)}deep`,
  `${'['.repeat(500)}deep`,
  `${'`'.repeat(501)} ticks`,
];

/** What the editor's own reader of Markdown makes of a text. */
const render = (markdown: string): Promise<string> =>
  Promise.resolve(vscode.commands.executeCommand<string>('markdown.api.render', markdown));

/** A part of a page is text alone: no list, no heading of its own. */
const partsOf = (html: string): number => (html.match(/<(h1|ol|hr|blockquote|input|table)\b/g) ?? []).length;

/** Tags that the pages and hovers are made of themselves. */
const ownTags = new Set(['h1', 'h2', 'p', 'ul', 'li', 'strong', 'code', 'pre', 'a', 'span', 'div']);

/** What acts or hides in a rendered text, apart from what Stateroom itself puts there. */
function whatActs(html: string): string[] {
  const tags = [...html.matchAll(/<\/?([a-z][a-z0-9]*)\b([^>]*)>/gi)];
  return tags
    .filter(([tag, name = '', attributes = '']) => {
      if (!ownTags.has(name.toLowerCase()) || /\son\w+=|\bstyle=/i.test(attributes)) return true;
      const [, href] = /\bhref="([^"]*)"/.exec(attributes) ?? [];
      if (tag.startsWith('</') || href === undefined) return false;
      return !/^(command:stateroom\.finding\.(show|askAgent)\?|https?:)/.test(href);
    })
    .map(([tag]) => tag);
}

const unseen = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

describe('Hostile strings', () => {
  let api: StateroomApi;
  const path = 'hostile.txt';
  /** `F-12` for each of them, on the line of its index. */
  const refs: string[] = [];
  let uri: vscode.Uri;

  before(async () => {
    api = await stateroom();
    ok(hostile.length >= 50, `${hostile.length} strings`);
    uri = vscode.Uri.file(join(folder(), path));
    await writeFile(uri.fsPath, hostile.map((_, line) => `line ${line + 1}\n`).join(''));
    await vscode.commands.executeCommand('stateroom.findings.focus');
    for (const [index, text] of hostile.entries()) {
      const place = { path, line: String(index + 1), repository: true };
      const more = { severity: 'low', fix: text, rule: text.slice(0, 100) };
      refs.push((await run<{ finding: { ref: string } }>('finding.record', { ...place, ...more, text })).finding.ref);
    }
  });

  after(async () => {
    await run('finding.defer', { ids: refs, note: '[later](command:workbench.action.quit) <b>' });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('are one line of plain text in the view', async () => {
    const rows = await until('all rows', async () => {
      const shown = (await api.findings()).groups.flatMap(group => group.rows).filter(({ ref }) => refs.includes(ref));
      return shown.length === hostile.length ? shown : undefined;
    });
    deepStrictEqual(
      rows.filter(({ label, description }) => unseen.test(label) || unseen.test(description)),
      [],
    );
    const label = (ref: string | undefined) => rows.find(row => row.ref === ref)?.label;
    strictEqual(label(refs[0]), `${refs[0]} <script>alert(1)</script>`);
    strictEqual(label(refs[43]), `${refs[43]} [31mred [0m`);
    strictEqual(label(refs[46]), `${refs[46]} right to left again`);
  });

  it('are text in the hover of their line', async () => {
    await vscode.window.showTextDocument(uri);
    const problems = () => vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'stateroom');
    await until('the problems', () => problems().length === hostile.length || undefined);
    for (const [line, ref] of refs.entries()) {
      const position = new vscode.Position(line, 1);
      const hovers = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', uri, position);
      const own = hovers
        .flatMap(({ contents }) => contents as vscode.MarkdownString[])
        .filter(({ value }) => value.includes('stateroom.finding.show'));
      strictEqual(own.length, 1, `${ref}: ${hostile[line]}`);
      ok(own[0]?.supportHtml !== true && own[0]?.supportThemeIcons !== true);
      deepStrictEqual(whatActs(await render(own[0]?.value ?? '')), [], `${ref}: ${hostile[line]}`);
    }
  });

  it('are text on their page', async () => {
    await run('finding.show', { id: refs[0] });
    const first = await until('the page', () => {
      const document = vscode.window.activeTextEditor?.document;
      return document?.uri.path === `/${refs[0]}.md` ? document : undefined;
    });
    for (const [index, ref] of refs.entries()) {
      const page = await vscode.workspace.openTextDocument(first.uri.with({ path: `/${ref}.md` }));
      ok(page.getText().startsWith(`# ${ref} `), page.getText());
      const html = await render(page.getText());
      deepStrictEqual(whatActs(html), [], `${ref}: ${hostile[index]}`);
      strictEqual(partsOf(html), 1, `${ref}: ${hostile[index]}\n${html}`);
    }
  });

  it('of a megabyte are refused and change nothing', async () => {
    const text = '<b>'.repeat(350_000);
    const { code } = await refused('finding.record', { path, line: '1', severity: 'low', repository: true, text });
    strictEqual(code, 'invalid_input');
    strictEqual((await refused('queue.add', { title: text })).code, 'invalid_input');
    const rows = (await api.findings()).groups.flatMap(group => group.rows);
    strictEqual(rows.filter(({ description }) => description.startsWith(path)).length, hostile.length);
  });
});
