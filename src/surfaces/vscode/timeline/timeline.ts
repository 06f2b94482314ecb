import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { oneLine } from '../../../domain/text/oneLine.js';
import { eventsTail } from '../../../operations/events/eventsTail.js';
import { timelineEnding, timelineLanguage } from '../../../present/timelineLanguage.js';
import { timelineWriter } from '../../../present/timelineText.js';
import { askFilter } from '../commands/askFilter.js';
import type { CommandEnvironment } from '../commands/commandEnvironment.js';
import type { Repository } from '../repository.js';
import { invokeOrThrow } from '../support/invokeOrThrow.js';
import { pageScheme } from '../support/pageUri.js';
import { asMessage } from '../support/plainText.js';
import { translate } from '../support/translate.js';
import { isFiltered } from '../views/rememberedFilter.js';
import { filterRows, filterWords, readTyped, type TimelineFilter } from './timelineFilter.js';

/** Events per page. The editor handles 5,000 folding regions and as many links without effort. */
const pageSize = 5000;

interface Shown {
  readonly filter: TimelineFilter;
  /** Start cursors of this page and the earlier ones; undefined for the first, which starts with the latest event. */
  readonly cursors: readonly (string | undefined)[];
  /** Start cursor of the next page; null on the last. */
  readonly next: string | null;
}

/** Read-only document, newest event first. A snapshot: nothing moves while somebody reads; *Refresh* reads again. */
export class Timeline implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #shown = new Map<string, Shown>();
  readonly #lenses: vscode.Disposable;

  constructor(private readonly environment: CommandEnvironment) {
    this.#lenses = vscode.languages.registerCodeLensProvider({ language: timelineLanguage, scheme: pageScheme }, this);
  }

  async open(): Promise<void> {
    const repository = this.environment.repositories.active;
    if (repository !== undefined) await this.#show(repository, {}, [undefined]);
  }

  async turn(to: 'later' | 'earlier'): Promise<void> {
    const [repository, shown] = this.#current();
    if (repository === undefined) return;
    const { filter, cursors, next } = shown;
    if (to === 'later' && cursors.length > 1) return this.#show(repository, filter, cursors.slice(0, -1));
    if (to === 'earlier' && next !== null) return this.#show(repository, filter, [...cursors, next]);
    const end = to === 'later' ? l10n.t('These are the latest events') : l10n.t('These are the first events');
    vscode.window.setStatusBarMessage(`$(info) ${end}`, 5000);
  }

  async refresh(): Promise<void> {
    const [repository, { filter, cursors }] = this.#current();
    if (repository !== undefined) await this.#show(repository, filter, cursors);
  }

  async filter(): Promise<void> {
    const [repository, { filter }] = this.#current();
    if (repository === undefined) return;
    const now = this.environment.clock.now();
    const example = l10n.t('W-12, 2026-11-01..2026-11-08 or deploy_started');
    const chosen = await askFilter<TimelineFilter>(filter, {
      title: l10n.t('Filter Timeline'),
      placeholder: isFiltered(filter)
        ? l10n.t('Current filter: {0}. Select more, or type {1}', asMessage(filterWords(filter).join(' · ')), example)
        : l10n.t('Select a filter, or type {0}', example),
      rows: repository.names().then(({ actors }) => filterRows(filter, actors, now)),
      found: text => readTyped(text, now).label,
    });
    if (chosen === undefined) return;
    const { text, ...others } = chosen;
    const narrowed = text === undefined ? others : { ...others, ...readTyped(text, now).trait };
    await this.#show(repository, narrowed, [undefined]);
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const shown = this.#shown.get(document.uri.query);
    if (shown === undefined) return [];
    const at = (line: number, title: string, name: string): vscode.CodeLens =>
      new vscode.CodeLens(new vscode.Range(line, 0, line, 0), { title, command: `stateroom.timeline.${name}` });
    const last = document.lineCount - 1;
    return [
      ...(shown.cursors.length > 1 ? [at(0, l10n.t('$(arrow-up) Later events'), 'later')] : []),
      at(0, l10n.t('$(filter) Filter…'), 'filter'),
      at(0, l10n.t('$(refresh) Refresh'), 'refresh'),
      ...(shown.next === null ? [] : [at(last, l10n.t('$(arrow-down) Earlier events'), 'earlier')]),
    ];
  }

  dispose(): void {
    this.#lenses.dispose();
  }

  /** The repository of the focused timeline, else the active one, and its page. */
  #current(): [Repository | undefined, Shown] {
    const { repositories } = this.environment;
    const uri = vscode.window.activeTextEditor?.document.uri;
    const own = uri?.scheme === pageScheme ? repositories.repositoryFor(uri) : undefined;
    const repository = own ?? repositories.active;
    return [repository, this.#shown.get(repository?.id ?? '') ?? { filter: {}, cursors: [undefined], next: null }];
  }

  async #show(repository: Repository, filter: TimelineFilter, cursors: Shown['cursors']): Promise<void> {
    const cursor = cursors.at(-1);
    const input = { ...filter, limit: pageSize, cursor };
    const { events, nextCursor } = await invokeOrThrow(repository, eventsTail, input);
    this.#shown.set(repository.id, { filter, cursors, next: nextCursor });
    const about = [
      oneLine(repository.name),
      l10n.t('newest first'),
      ...(cursors.length > 1 ? [l10n.t('page {0}', cursors.length)] : []),
      ...filterWords(filter),
    ];
    const lines = events.map(timelineWriter(translate)).join('');
    const none = isFiltered(filter) ? l10n.t('No matching events.') : l10n.t('No events yet.');
    const text = `${about.join(' · ')}\n\n${lines === '' ? `${none}\n` : lines}`;
    await this.environment.pages.showText(repository, `${repository.name}.${timelineEnding}`, text);
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined) return;
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    editor.revealRange(editor.selection);
  }
}
