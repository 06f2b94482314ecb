import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { WorkItem } from '../../src/domain/workItem/workItem.js';
import { contextText } from '../../src/reports/contextText.js';
import type { DashboardReport } from '../../src/reports/dashboardReport.js';
import { itemText } from '../../src/reports/itemText.js';
import { markdownMarkup } from '../../src/reports/markup.js';
import { english } from '../../src/reports/translate.js';
import type { StateroomApi } from '../../src/surfaces/vscode/stateroomApi.js';
import { hostile } from '../support/hostileStrings.js';
import { cli, folder, refused, run, stateroom, until } from './stateroom.js';

/** What the editor's own reader of Markdown makes of a text. */
const render = (markdown: string): Promise<string> =>
  Promise.resolve(vscode.commands.executeCommand<string>('markdown.api.render', markdown));

/** A part of a page is text alone: no list, no heading of its own. */
const partsOf = (html: string): number => (html.match(/<(h1|ol|hr|blockquote|input|table)\b/g) ?? []).length;

/** Tags that the pages and hovers are made of themselves. */
const ownTags = new Set([
  'h1',
  'h2',
  'h3',
  'p',
  'ul',
  'ol',
  'li',
  'strong',
  'code',
  'pre',
  'a',
  'span',
  'div',
  'blockquote',
]);

const longestTitle = 400;

/** What acts or hides in a rendered text, apart from what Stateroom itself puts there. */
function whatActs(html: string): string[] {
  const tags = [...html.matchAll(/<\/?([a-z][a-z0-9]*)\b([^>]*)>/gi)];
  return tags
    .filter(([tag, name = '', attributes = '']) => {
      if (!ownTags.has(name.toLowerCase()) || /\son\w+=|\bstyle=/i.test(attributes)) return true;
      const [, href] = /\bhref="([^"]*)"/.exec(attributes) ?? [];
      if (tag.startsWith('</') || href === undefined) return false;
      return !/^(command:stateroom\.(finding\.(show|askAgent)|queue\.show)\?|https?:)/.test(href);
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

  it('of work items are text in the hover of a reference, on their page and in the chat', async () => {
    const items: WorkItem[] = [];
    for (let index = 0; index < hostile.length; index += 3) {
      const [text = '', question, notes] = hostile.slice(index, index + 3);
      items.push((await run('queue.add', { title: text.slice(0, longestTitle), question, notes })).item);
    }
    const content = items.map(({ ref }) => `See ${ref}\n`).join('');
    const document = await vscode.workspace.openTextDocument({ language: 'markdown', content });
    const markup = markdownMarkup(ref => `command:stateroom.queue.show?${ref}`);
    await run('queue.show', { id: items[0]?.ref });
    const first = await until('the page', () => {
      const shown = vscode.window.activeTextEditor?.document;
      return shown?.uri.path === `/${items[0]?.ref}.md` ? shown : undefined;
    });
    for (const [line, item] of items.entries()) {
      const place = new vscode.Position(line, 5);
      const { uri } = document;
      const hovers = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', uri, place);
      const told = hovers.flatMap(({ contents }) => contents as vscode.MarkdownString[]);
      ok(told.length > 0 && told.every(({ supportHtml }) => supportHtml !== true), `the hover of ${item.ref}`);
      const page = await vscode.workspace.openTextDocument(first.uri.with({ path: `/${item.ref}.md` }));
      const chat = itemText(item, { now: Date.now(), markup });
      const all = [...told.map(({ value }) => value), page.getText(), chat].join('\n\n');
      deepStrictEqual(whatActs(await render(all)), [], `${item.ref} ${item.title}\n${all}`);
    }
    const report = await cli<DashboardReport>('codex', 'dashboard');
    strictEqual(report.needsYou.rows.length, 20);
    deepStrictEqual(whatActs(await render(contextText(report, { markup, translate: english }))), []);
    for (const { ref } of items) await run('queue.resolve', { id: ref, status: 'cancelled' });
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
