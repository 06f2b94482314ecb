import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { WorkItem } from '../../src/domain/workItem/workItem.js';
import { contextText } from '../../src/present/contextText.js';
import type { DashboardReport } from '../../src/reports/dashboardReport.js';
import { itemText } from '../../src/reports/itemText.js';
import { markdownMarkup } from '../../src/reports/markup.js';
import { english } from '../../src/reports/translate.js';
import type { StateroomApi } from '../../src/surfaces/vscode/stateroomApi.js';
import { hostile } from '../support/hostileStrings.js';
import { cli, folder, pageAsText, refused, run, stateroom, until } from './stateroom.js';

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

const maxTitleLength = 400;

/** What acts or hides in a rendered text, apart from what Stateroom itself puts there. */
function whatActs(html: string): string[] {
  const tags = [...html.matchAll(/<\/?([a-z][a-z0-9]*)\b([^>]*)>/gi)];
  return tags
    .filter(([tag, name = '', attributes = '']) => {
      if (!ownTags.has(name.toLowerCase()) || /\son\w+=|\bstyle=/i.test(attributes)) return true;
      return !tag.startsWith('</') && name.toLowerCase() === 'a' && !/\bhref="/.test(attributes);
    })
    .map(([tag]) => tag);
}

/** Where a rendered text leads by a click, but for an address that is there as what it is. */
function linksIn(html: string): string[] {
  const plain = (text: string): string => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"');
  return [...html.matchAll(/<a\b[^>]*\bhref="([^"]*)"[^>]*>(.*?)<\/a>/gs)]
    .map(([, href = '', text = '']) => ({ href: plain(href), text: plain(text) }))
    .filter(({ href, text }) => !(/^https?:/.test(href) && decodeURI(href) === text))
    .map(({ href }) => href);
}

/** A link of Stateroom's own, to a command that was given this record alone. */
/** Of the repository whose line it is on. */
const linkTo = (command: string, ref: string | undefined): string => {
  const here = folder();
  const input = [ref, { repository: join(here, '.git'), folder: here, top: here }];
  return `command:stateroom.${command}?${encodeURIComponent(JSON.stringify(input))}`;
};

const unseen = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** What can be seen of a text, without white space. */
const seen = (text: string): string => text.replace(/[\s\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '');

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
    strictEqual(label(refs[0]), '<script>alert(1)</script>');
    strictEqual(label(refs[43]), '[31mred [0m');
    strictEqual(label(refs[46]), 'right to left again');
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
      const html = await render(own[0]?.value ?? '');
      deepStrictEqual(whatActs(html), [], `${ref}: ${hostile[line]}`);
      const links = [linkTo('finding.show', ref), linkTo('finding.askAgent', ref)];
      deepStrictEqual(linksIn(html), links, `${ref}: ${hostile[line]}`);
    }
  });

  it('are text on their page', async () => {
    await run('finding.show', { id: refs[0] });
    const first = await pageAsText(refs[0] ?? '');
    for (const [index, ref] of refs.entries()) {
      const page = await vscode.workspace.openTextDocument(first.uri.with({ path: `/${ref}.md` }));
      ok(page.getText().startsWith(`# ${ref} `), page.getText());
      const html = await render(page.getText());
      deepStrictEqual(whatActs(html), [], `${ref}: ${hostile[index]}`);
      deepStrictEqual(linksIn(html), [], `${ref}: ${hostile[index]}`);
      strictEqual(partsOf(html), 1, `${ref}: ${hostile[index]}\n${html}`);
    }
  });

  it('of work items are text in the hover of a reference, on their page and in the chat', async () => {
    const items: WorkItem[] = [];
    for (let index = 0; index < hostile.length; index += 3) {
      const [text = '', question, notes] = hostile.slice(index, index + 3);
      items.push((await run('queue.add', { title: text.slice(0, maxTitleLength), question, notes })).item);
    }
    const content = items.map(({ ref }) => `See ${ref}\n`).join('');
    const document = await vscode.workspace.openTextDocument({ language: 'markdown', content });
    const markup = markdownMarkup(ref => `command:stateroom.queue.show?${ref}`);
    await run('queue.show', { id: items[0]?.ref });
    const first = await pageAsText(items[0]?.ref ?? '');
    for (const [line, item] of items.entries()) {
      const place = new vscode.Position(line, 5);
      const { uri } = document;
      const hovers = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', uri, place);
      const told = hovers.flatMap(({ contents }) => contents as vscode.MarkdownString[]);
      ok(told.length > 0 && told.every(({ supportHtml }) => supportHtml !== true), `the hover of ${item.ref}`);
      const page = await vscode.workspace.openTextDocument(first.uri.with({ path: `/${item.ref}.md` }));
      const chat = itemText(item, { now: Date.now(), markup });
      const all = [...told.map(({ value }) => value), page.getText(), chat].join('\n\n');
      const html = await render(all);
      deepStrictEqual(whatActs(html), [], `${item.ref} ${item.title}\n${all}`);
      const own = [linkTo('queue.show', item.ref), `command:stateroom.queue.show?${item.ref}`];
      deepStrictEqual(
        linksIn(html).filter(link => !own.includes(link)),
        [],
        `${item.ref} ${item.title}\n${all}`,
      );
    }
    const report = await cli<DashboardReport>('codex', 'dashboard');
    strictEqual(report.needsYou.rows.length, 20);
    deepStrictEqual(whatActs(await render(contextText(report, { markup, translate: english, tell: String }))), []);
    for (const { ref } of items) await run('queue.resolve', { id: ref, status: 'cancelled' });
  });

  it('as titles of work items are one line each in the view, with all that can be seen of them', async () => {
    const lines = hostile.map((text, index) =>
      JSON.stringify({ title: `${index} ${text.slice(0, maxTitleLength)}`, kind: 'hostile', priority: 0 }),
    );
    await run('queue.import', { jsonl: lines.join('\n') });
    const { items } = await cli<{ items: WorkItem[] }>(
      'reader',
      'queue',
      'list',
      '--kind',
      'hostile',
      '--limit',
      '100',
    );
    strictEqual(items.length, hostile.length);
    const rows = (await api.queue()).sections.flatMap(section => section.rows);
    const shown = items.flatMap(({ ref, title }) => {
      const row = rows.find(each => each.ref === ref);
      return row === undefined ? [] : [{ ...row, title }];
    });
    ok(shown.length >= 40, `${shown.length} rows`);
    for (const { label, description, title } of shown) {
      strictEqual(seen(label), seen(title));
      ok(!unseen.test(label) && !unseen.test(description), label);
    }
    for (const { ref } of items) await run('queue.resolve', { id: ref, status: 'cancelled' });
  });

  it('as names of files are text in the view and on the page, or refused', async () => {
    const recorded: string[] = [];
    // For each the files are looked for that were perhaps renamed, so that these are a third of them.
    for (const text of hostile.filter((_, index) => index % 3 === 0)) {
      const input = { severity: 'low', text: 'In an odd file', path: text.slice(0, 200), repository: true };
      const answer = await run<{ finding?: { ref: string }; code?: string }>('finding.record', input);
      if (answer.finding === undefined) strictEqual(answer.code, 'invalid_input', text);
      else recorded.push(answer.finding.ref);
    }
    ok(recorded.length >= 12, `${recorded.length} of ${hostile.length}`);
    const rows = (await api.findings()).groups.flatMap(group => group.rows);
    for (const ref of recorded) {
      const row = rows.find(each => each.ref === ref);
      strictEqual(row?.label, 'In an odd file');
      ok(!unseen.test(row.description), row.description);
    }
    await run('finding.show', { id: recorded[0] });
    const first = await pageAsText(recorded[0] ?? '');
    for (const ref of recorded) {
      const page = await vscode.workspace.openTextDocument(first.uri.with({ path: `/${ref}.md` }));
      const html = await render(page.getText());
      deepStrictEqual([whatActs(html), linksIn(html)], [[], []], page.getText());
    }
    await run('finding.defer', { ids: recorded, note: 'odd' });
  });

  it('as names of agents are text in the view and on the page of what they hold', async () => {
    const held = await Promise.all(
      [0, 2, 15, 18, 41, 53].map(async index => {
        const title = `Held by ${index}`;
        const { item } = await run('queue.add', { title, priority: 0 });
        const name = hostile[index] ?? '';
        // Each is a program of its own.
        await cli(name, 'queue', 'claim', item.ref);
        return { ref: item.ref, title, name };
      }),
    );
    const rows = (await api.queue()).sections.flatMap(section => section.rows);
    for (const { ref, title, name } of held) {
      const row = rows.find(candidate => candidate.ref === ref);
      strictEqual(row?.label, title);
      ok(seen(row.description).includes(seen(name)) && !unseen.test(row.description), row.description);
      await run('queue.show', { id: ref });
      const page = await pageAsText(ref);
      const html = await render(page.getText());
      deepStrictEqual([whatActs(html), linksIn(html)], [[], []], page.getText());
      await run('queue.resolve', { id: ref, status: 'cancelled' });
    }
  });

  it('as names of lanes are refused, as what lanes are for and what is asked there are text', async () => {
    for (const text of hostile) {
      strictEqual((await refused('worker.spawn', { lane: text, noFetch: true })).code, 'invalid_input', text);
    }
    const { ref } = await run<{ ref: string }>('worker.spawn', { lane: 'harm', noFetch: true });
    try {
      await vscode.commands.executeCommand('stateroom.lane.showPage', { lane: 'harm' });
      const page = await pageAsText(ref);
      const asked: string[] = [];
      for (const index of [0, 2, 15, 18, 41, 53]) {
        const text = hostile[index] ?? '';
        const before = page.getText();
        await run('lane.update', { lane: 'harm', description: text });
        await cli(text, 'message', 'send', text, '--kind', 'question', '--lane', 'harm');
        await until('the words on the page', () => (page.getText() === before ? undefined : true));
        const html = await render(page.getText());
        deepStrictEqual([whatActs(html), linksIn(html)], [[], []], page.getText());
        asked.push(text);
      }
      const rows = await until('what is asked', async () => {
        const { rows: needs } = await api.needsYou();
        const questions = needs.filter(({ context }) => context === 'need kind:question ofLane');
        return questions.length === asked.length ? questions : undefined;
      });
      for (const { label, description } of rows) {
        ok(!unseen.test(label) && !unseen.test(description), label);
        ok(
          asked.some(text => seen(text).startsWith(seen(label))),
          label,
        );
      }
    } finally {
      await run('worker.cancel', { lane: 'harm', outcome: 'queue' });
    }
  });

  it('of a megabyte are refused and change nothing', async () => {
    const text = '<b>'.repeat(350_000);
    const { code } = await refused('finding.record', { path, line: '1', severity: 'low', repository: true, text });
    strictEqual(code, 'invalid_input');
    strictEqual((await refused('queue.add', { title: text })).code, 'invalid_input');
    strictEqual((await refused('queue.add', { title: 'x', notes: text })).code, 'invalid_input');
    strictEqual((await refused('finding.record', { path: text, severity: 'low', text: 'x' })).code, 'invalid_input');
    strictEqual((await refused('lane.update', { lane: 'none', owner: text })).code, 'invalid_input');
    const rows = (await api.findings()).groups.flatMap(group => group.rows);
    strictEqual(
      rows.filter(({ ref, description }) => description.startsWith(`${ref} · ${path}`)).length,
      hostile.length,
    );
  });
});
