import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Message } from '../../../domain/message/message.js';
import { unlessRefused } from '../../../domain/refusal/refusal.js';
import { oneLine } from '../../../domain/text/oneLine.js';
import type { WorkerReport } from '../../../domain/worker/workerReport.js';
import type { TalkAct } from '../../../manifest/laneActs.js';
import { loadLaneOperations } from '../../../operations/loadLaneCatalogue.js';
import { markdownPage, markdownPen } from '../../../present/markdownPage.js';
import type { Page } from '../../../present/page.js';
import { timeAgo } from '../../../present/relativeTime.js';
import { messageKindWords, reportOutcomeLooks } from '../../../present/status.js';
import { messagePage, reportPage } from '../../../present/talkPages.js';
import type { CommandEnvironment } from '../commands/commandEnvironment.js';
import { readLanes } from '../commands/lanePicker.js';
import { openQuestions, readMessages, readReports } from '../commands/readTalk.js';
import type { OpenRepository } from '../repository/openRepository.js';
import { inEditorsLanguage } from '../support/inEditorsLanguage.js';
import { localTime } from '../support/localTime.js';
import { asLabel, asMessage } from '../support/plainText.js';
import { type Answer, askChoice, back, type Choice, type ChoiceRow } from '../support/prompt.js';
import { sayDone } from '../support/sayDone.js';
import { translate } from '../support/translate.js';
import { RescueActs } from './laneRescues.js';
import { LostWorkActs } from './lostWork.js';

type Given = Readonly<Record<string, unknown>>;
type List = Awaited<ReturnType<typeof readMessages>>;

/** Lists messages and reports of lanes, agents and people, for a person to read, answer and acknowledge. */
export class LaneTalk {
  private readonly rescues: RescueActs;

  constructor(private readonly environment: CommandEnvironment) {
    this.rescues = new RescueActs(environment);
  }

  run(act: TalkAct, repository: OpenRepository, given: Given): Promise<unknown> {
    return this.acts[act](repository, given);
  }

  private readonly acts: Readonly<Record<TalkAct, (repository: OpenRepository, given: Given) => Promise<unknown>>> = {
    answer: (repository, given) => this.answer(repository, given),
    showMessages: (repository, given) => this.showMessages(repository, given),
    showReports: (repository, given) => this.showReports(repository, given),
    showRescues: (repository, given) =>
      this.rescues.show(repository, typeof given.lane === 'string' ? given.lane : undefined),
    findLost: repository => new LostWorkActs(this.environment).show(repository),
  };

  private async answer(repository: OpenRepository, { message, text }: Given): Promise<unknown> {
    const title = l10n.t('Answer Question');
    let replyTo = typeof message === 'string' ? message : undefined;
    if (replyTo === undefined) {
      const rows = openQuestions(repository).then(questions => questions.map(one => this.messageRow(one)));
      const empty = l10n.t('No open questions.');
      const chosen = await askChoice({ title, placeholder: l10n.t('Select a question to answer'), empty, rows });
      if (chosen === undefined || chosen === back) return undefined;
      replyTo = chosen.ref;
    }
    const input = { replyTo, ...(typeof text === 'string' ? { text } : {}) };
    return this.environment.run((await loadLaneOperations()).messageSend, input);
  }

  private async showMessages(repository: OpenRepository, given: Given): Promise<unknown> {
    const title = l10n.t('Messages');
    for (;;) {
      const reader = typeof given.lane === 'string' ? given.lane : await this.askReader(repository, title);
      if (reader === undefined) return undefined;
      const shown = await this.showMailbox(repository, reader, given.lane === undefined);
      if (shown !== back) return shown;
    }
  }

  private async askReader(repository: OpenRepository, title: string): Promise<string | undefined> {
    const person = await repository.personName();
    const rows = async (): Promise<ChoiceRow<string>[]> => {
      const lanes = await readLanes(repository, false);
      const unread = async (name: string): Promise<number> => (await readMessages(repository, name, 1)).unread;
      const row = async (label: string, value: string, detail: string): Promise<Choice<string>> => ({
        label,
        description: unreadText(await unread(value)),
        detail,
        value,
      });
      const ofLanes: Choice<string>[] = [];
      for (const { ref, lane, description } of lanes) {
        ofLanes.push(await row(`$(git-branch) ${asLabel(`${ref} ${lane}`)}`, lane, asLabel(description ?? '')));
      }
      const own = await row(`$(account) ${asLabel(person)}`, person, l10n.t('Your messages, and those for any person'));
      const separator = { label: l10n.t('Lanes'), kind: vscode.QuickPickItemKind.Separator } as const;
      return [own, ...(ofLanes.length === 0 ? [] : [separator, ...ofLanes])];
    };
    const chosen = await askChoice({ title, placeholder: l10n.t('Select whose messages to show'), rows: rows() });
    return chosen === back ? undefined : chosen;
  }

  private async showMailbox(repository: OpenRepository, reader: string, canGoBack: boolean): Promise<unknown> {
    for (;;) {
      const list = readMessages(repository, reader);
      const rows = list.then(({ messages }) => messages.map(one => this.messageRow(one)));
      const title = l10n.t('Messages for {0}', reader);
      const placeholder = l10n.t('Not acknowledged, oldest first');
      const empty = l10n.t('No new messages for {0}.', reader);
      const chosen = await askChoice({ title, placeholder, empty, rows, canGoBack });
      if (chosen === undefined || chosen === back) return chosen === back ? back : { unread: (await list).unread };
      const done = await this.actOnMessage(repository, await list, chosen);
      if (done === undefined) return undefined;
    }
  }

  private async actOnMessage(repository: OpenRepository, list: List, message: Message): Promise<Answer<true>> {
    type Act = 'answer' | 'show' | 'acknowledge';
    const upTo = list.messages.findIndex(({ ref }) => ref === message.ref) + 1;
    const question = message.kind === 'question' && message.status !== 'closed';
    const rows: Choice<Act>[] = [
      ...(question ? [{ value: 'answer' as const, label: l10n.t('$(reply) Answer…') }] : []),
      { value: 'show', label: l10n.t('$(go-to-file) Show full text') },
      {
        value: 'acknowledge',
        label:
          upTo === 1 ? l10n.t('$(check) Acknowledge') : l10n.t('$(check) Acknowledge this and all earlier messages'),
        description: question ? l10n.t('the question stays open') : '',
      },
    ];
    const placeholder = asMessage(`${message.from}: ${message.subject}`);
    const act = await askChoice({ title: message.ref, placeholder, rows, canGoBack: true });
    if (act === undefined || act === back) return act;
    if (act === 'show') {
      await this.showPage(repository, messagePage(message, pen));
      return undefined;
    }
    if (act === 'answer') {
      const sent = await this.answer(repository, { message: message.ref });
      return sent === undefined ? back : true;
    }
    const input = { message: message.ref, as: list.reader };
    const answer = unlessRefused(await repository.invoke((await loadLaneOperations()).messageAcknowledge, input));
    sayDone(l10n.t('{0}: {1} unread', answer.reader, answer.unread));
    return true;
  }

  /** Shows unacknowledged reports of one lane or all; opens a given report at once. */
  private async showReports(repository: OpenRepository, given: Given): Promise<unknown> {
    const title = l10n.t('Reports');
    let first = typeof given.report === 'string' ? given.report : undefined;
    for (;;) {
      const list = readReports(repository, typeof given.lane === 'string' ? given.lane : undefined);
      let chosen: Answer<WorkerReport> = (await list).find(({ ref }) => ref === first);
      if (chosen === undefined) {
        const rows = list.then(reports => reports.map(one => this.reportRow(one)));
        const placeholder = l10n.t('Not acknowledged, oldest first');
        chosen = await askChoice({ title, placeholder, empty: l10n.t('All reports are acknowledged.'), rows });
      }
      first = undefined;
      if (chosen === undefined || chosen === back) return { open: (await list).length };
      if ((await this.actOnReport(repository, chosen)) === undefined) return undefined;
    }
  }

  private async actOnReport(repository: OpenRepository, report: WorkerReport): Promise<Answer<true>> {
    const rows: Choice<'show' | 'acknowledge' | 'reveal' | 'send'>[] = [
      { value: 'acknowledge', label: l10n.t('$(check) Acknowledge') },
      { value: 'send', label: l10n.t('$(comment) Send message to lane…') },
      { value: 'show', label: l10n.t('$(go-to-file) Show full text') },
      { value: 'reveal', label: l10n.t('$(git-branch) Show lane') },
    ];
    const placeholder = asMessage(`${report.by}: ${report.summary}`);
    const act = await askChoice({ title: report.ref, placeholder, rows, canGoBack: true });
    if (act === undefined || act === back) return act;
    const { run, actOnLane } = this.environment;
    const { messageSend, reportAcknowledge } = await loadLaneOperations();
    if (act === 'show') await this.showPage(repository, reportPage(report, pen));
    if (act === 'reveal') await actOnLane('reveal', { lane: report.lane });
    if (act === 'acknowledge') await run(reportAcknowledge, { report: report.ref });
    if (act === 'send' && (await run(messageSend, { to: report.lane })) === undefined) return back;
    return act === 'acknowledge' || act === 'send' ? true : undefined;
  }

  private async showPage(repository: OpenRepository, page: Page): Promise<void> {
    await this.environment.pages.showText(repository, `${page.ref}.md`, markdownPage(page, pen));
  }

  private messageRow(message: Message): Choice<Message> {
    const { ref, subject, from, to, kind, at } = message;
    const ago = timeAgo(Date.parse(at), this.environment.clock.now(), translate).text;
    const about = to === 'all' ? l10n.t('to everyone') : to === 'person' ? l10n.t('to any person') : undefined;
    return {
      label: `$(${messageIcons[kind]}) ${asLabel(`${ref} ${subject}`)}`,
      description: asLabel(
        [messageKindWords[kind](translate), l10n.t('from {0}', from), about, ago]
          .filter(fact => fact !== undefined)
          .join(' · '),
      ),
      detail: asLabel(message.text === subject ? '' : (message.text ?? message.problem ?? '')).slice(0, 300),
      value: message,
    };
  }

  private reportRow(report: WorkerReport): Choice<WorkerReport> {
    const { ref, lane, outcome, summary, by, at } = report;
    const ago = timeAgo(Date.parse(at), this.environment.clock.now(), translate).text;
    return {
      label: `$(note) ${asLabel(`${ref} ${lane}`)}: ${reportOutcomeLooks[outcome].word(translate)}`,
      description: asLabel([l10n.t('by {0}', by), ago].join(' · ')),
      detail: asLabel(oneLine(summary)).slice(0, 300),
      value: report,
    };
  }
}

const pen = markdownPen(translate, localTime, inEditorsLanguage);

const messageIcons: Readonly<Record<Message['kind'], string>> = {
  note: 'comment',
  brief: 'checklist',
  question: 'question',
  answer: 'reply',
  report: 'note',
  handoff: 'arrow-swap',
};

function unreadText(count: number): string {
  return count === 0 ? l10n.t('nothing new') : l10n.t('{0} new', count);
}
