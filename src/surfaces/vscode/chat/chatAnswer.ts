import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { isRefusal, type Refusal } from '../../../domain/refusal/refusal.js';
import type { RitualName } from '../../../domain/ritual/ritualNames.js';
import { contextCommand } from '../../../manifest/chat.js';
import { queueShow } from '../../../operations/queue/queueShow.js';
import { repositoryDashboard } from '../../../operations/repository/repositoryDashboard.js';
import { systemClock } from '../../../platform/clock.js';
import type { Log } from '../../../platform/log.js';
import { contextText } from '../../../reports/contextText.js';
import type { DashboardReport } from '../../../reports/dashboardReport.js';
import { itemText } from '../../../reports/itemText.js';
import { markdownMarkup } from '../../../reports/markup.js';
import { isRitual, type RitualsPart } from '../rituals/ritualsPart.js';
import type { Room, Rooms } from '../room.js';
import { commandLink } from '../support/commandLink.js';

/** What followups are made of; it comes back from the chat view as plain data. */
export interface AnswerMetadata {
  readonly kind: 'context' | 'items' | 'ritual' | 'none';
  /** Work items worth asking about next, the most important first. */
  readonly mentions: readonly string[];
}

const openCommand = 'stateroom.queue.show';
const mention = /(?<![A-Z0-9-])W-[1-9]\d{0,14}(?![A-Z0-9-])/g;
const mostMentions = 5;
const markup = markdownMarkup(ref => commandLink(openCommand, ref));
const answered = (kind: AnswerMetadata['kind'], mentions: readonly string[] = []): vscode.ChatResult => ({
  metadata: { kind, mentions } satisfies AnswerMetadata,
});

/** One answer in the chat view, from the store alone. */
export class ChatAnswer {
  readonly #rooms: Rooms;
  readonly #rituals: Pick<RitualsPart, 'answer'>;
  readonly #log: Log;
  readonly #stream: vscode.ChatResponseStream;
  readonly #token: vscode.CancellationToken;

  constructor(
    rooms: Rooms,
    rituals: Pick<RitualsPart, 'answer'>,
    log: Log,
    stream: vscode.ChatResponseStream,
    token: vscode.CancellationToken,
  ) {
    this.#rooms = rooms;
    this.#rituals = rituals;
    this.#log = log;
    this.#stream = stream;
    this.#token = token;
  }

  /** Writes the answer into the stream; what went wrong is said there too. */
  async to(request: vscode.ChatRequest): Promise<vscode.ChatResult> {
    this.#stream.progress(l10n.t('Reading the queue…'));
    const room = this.#rooms.active;
    if (room === undefined) {
      this.#write(l10n.t('No folder of this window is in a git repository: there is no queue to read.'));
      this.#stream.button({ command: 'vscode.openFolder', title: l10n.t('Open Folder') });
      return answered('none');
    }
    if (isRitual(request.command)) return this.#ritual(request.command, room, request);
    const abort = new AbortController();
    const subscription = this.#token.onCancellationRequested(() => abort.abort());
    try {
      const refs = [...new Set(request.prompt.toUpperCase().match(mention) ?? [])];
      // A follow-up keeps the command of the answer it stands under: work items that are named count for more.
      if (refs.length > 0) {
        return await this.#items(room, refs.slice(0, mostMentions), abort.signal);
      }
      const report = await room.invoke(repositoryDashboard, {}, { signal: abort.signal });
      if (this.#token.isCancellationRequested) return answered('none');
      if (isRefusal(report)) return this.#refused(report);
      // Words of one's own get the same answer as the command, and are told so.
      if (request.command !== contextCommand && request.prompt.trim() !== '') {
        this.#write(l10n.t('I answer from the store, without a model. This is where the queue stands:'));
      }
      return this.#context(room, report);
    } catch (error) {
      if (this.#token.isCancellationRequested) return answered('none');
      this.#log.error('The chat could not be answered.', error);
      const cause = error instanceof Error ? error.message : String(error);
      return { ...answered('none'), errorDetails: { message: l10n.t('The queue could not be read: {0}', cause) } };
    } finally {
      subscription.dispose();
    }
  }

  async #ritual(ritual: RitualName, room: Room, request: vscode.ChatRequest): Promise<vscode.ChatResult> {
    try {
      const turn = { ritual, room, request, stream: this.#stream, token: this.#token };
      return { metadata: await this.#rituals.answer(turn) };
    } catch (error) {
      if (this.#token.isCancellationRequested) return answered('none');
      this.#log.error('The chat could not be answered.', error);
      const cause = error instanceof Error ? error.message : String(error);
      return { ...answered('none'), errorDetails: { message: l10n.t('Stateroom could not answer: {0}', cause) } };
    }
  }

  #context(room: Room, report: DashboardReport): vscode.ChatResult {
    const { needsYou, upNext, counts } = report;
    if (this.#rooms.all.length > 1) this.#write(l10n.t('Repository: {0}', markup.strong(markup.text(room.name))));
    this.#write(contextText(report, { markup, translate: (message, ...values) => l10n.t(message, ...values) }));
    const question = needsYou.rows[0];
    const next = upNext.rows[0];
    if (question !== undefined) {
      const title = l10n.t('Answer {0}', question.ref);
      this.#stream.button({ command: 'stateroom.queue.advance', arguments: [question.ref], title });
    }
    if (next !== undefined) this.#stream.button({ command: 'stateroom.queue.next', title: l10n.t('Claim Next') });
    if (Object.values(counts).every(count => count === 0)) {
      this.#stream.button({ command: 'stateroom.queue.add', title: l10n.t('Add Work Item') });
    }
    this.#stream.button({ command: 'stateroom.dashboard.open', title: l10n.t('Open Dashboard') });
    return answered(
      'context',
      [question, next].flatMap(row => (row === undefined ? [] : [row.ref])),
    );
  }

  async #items(room: Room, refs: readonly string[], signal: AbortSignal): Promise<vscode.ChatResult> {
    const found: string[] = [];
    const waiting = new Set<string>();
    for (const ref of refs) {
      const shown = await room.invoke(queueShow, { id: ref }, { signal });
      if (this.#token.isCancellationRequested) return answered('none');
      if (isRefusal(shown)) {
        this.#refused(shown);
        continue;
      }
      found.push(ref);
      const translate = (message: string, ...values: (string | number)[]): string => l10n.t(message, ...values);
      this.#write(itemText(shown.item, { now: systemClock.now(), markup, translate }));
      for (const blocker of shown.item.blockedBy) waiting.add(blocker.ref);
    }
    const [only] = found;
    if (only !== undefined && found.length === 1) {
      this.#stream.button({ command: openCommand, arguments: [only], title: l10n.t('Open {0}', only) });
    }
    return answered(
      'items',
      [...waiting].filter(ref => !found.includes(ref)),
    );
  }

  #refused(refusal: Refusal): vscode.ChatResult {
    const sentences = refusal.hint === undefined ? [refusal.message] : [refusal.message, refusal.hint];
    this.#write(sentences.map(text => markup.text(text)).join(' '));
    return answered('none');
  }

  #write(text: string): void {
    const markdown = new vscode.MarkdownString(`${text}\n\n`);
    // Only what the links above need: a title that reads like a command link stays a text.
    markdown.isTrusted = { enabledCommands: [openCommand] };
    this.#stream.markdown(markdown);
  }
}
