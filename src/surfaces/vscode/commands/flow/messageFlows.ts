import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { laneLabel, laneTitle } from '../../../../domain/lane/laneTitle.js';
import { anyPerson, everybody } from '../../../../domain/message/messageRow.js';
import { shortened } from '../../../../domain/text/shortened.js';
import { timeAgo } from '../../../../present/relativeTime.js';
import { reportOutcomeLooks } from '../../../../present/status.js';
import { asLabel } from '../../support/plainText.js';
import {
  type Answer,
  askChoice,
  askInSteps,
  askText,
  back,
  type ChoiceRow,
  problemOf,
  stepIf,
} from '../../support/prompt.js';
import { translate } from '../../support/translate.js';
import { readLanes } from '../lanePicker.js';
import { openQuestions, readReports } from '../readTalk.js';
import type { Flow, OperationFlow } from './flow.js';
import { ask, asking, choice, text } from './questions.js';
import { splitWords } from './splitLabels.js';

type Place = Parameters<typeof askText>[0];
type At = Omit<Place, 'title'>;

/** Send: asks for recipient, kind and text; for a reply to a known question, only for the answer. */
export const sendFlow: OperationFlow = async flow => {
  if (flow.has('replyTo')) return (await askAnswer(flow)) ? flow.result() : undefined;
  const { input } = flow;
  let actions = '';
  let artifacts = '';
  const isBrief = (): boolean => input.kind === 'brief';
  const title = (): string => titleOf(flow);
  const typed = (name: string, at: At, question: { prompt: string; placeholder?: string }): Promise<Answer<string>> =>
    askText({
      ...at,
      ...question,
      title: title(),
      value: String(input[name] ?? ''),
      problem: words => problemOf(flow.field(name), words),
    });
  const done = await askInSteps([
    ...flow.fieldSteps('to', at => askRecipient(flow, at)),
    ...kind(flow),
    ...(flow.has('text') || flow.has('reason')
      ? []
      : [
          async (at: At) => {
            const name = isBrief() ? 'reason' : 'text';
            const prompt = isBrief() ? l10n.t('Why should this be done?') : l10n.t('Message');
            const answer = await typed(name, at, { prompt });
            if (typeof answer === 'string') {
              delete input[isBrief() ? 'text' : 'reason'];
              input[name] = answer;
            }
            return answer;
          },
          stepIf(isBrief, async at => {
            const prompt = l10n.t('What should be done? Separate several actions with semicolons.');
            const answer = await askList(flow, 'actions', { ...at, title: title(), prompt, value: actions }, ';');
            if (typeof answer === 'string') actions = answer;
            return answer;
          }),
          stepIf(isBrief, async at => {
            const prompt = l10n.t('What to look at, such as paths, commits or F-3 (optional, separated by commas)');
            const answer = await askList(flow, 'artifacts', { ...at, title: title(), prompt, value: artifacts }, ',');
            if (typeof answer === 'string') artifacts = answer;
            return answer;
          }),
        ]),
  ]);
  return done ? flow.result() : undefined;
};

export const acknowledgeReportFlow = asking(
  choice('report', {
    placeholder: () => l10n.t('Select a report to acknowledge'),
    empty: () => l10n.t('All reports are acknowledged.'),
    rows: async ({ repository, clock }) =>
      (await readReports(repository, undefined)).map(({ ref, lane, outcome, summary, by, at }) => ({
        label: `$(note) ${asLabel(`${ref} ${lane}`)}: ${reportOutcomeLooks[outcome].word(translate)}`,
        description: asLabel([l10n.t('by {0}', by), timeAgo(Date.parse(at), clock.now(), translate).text].join(' · ')),
        detail: asLabel(shortened(summary, 300)),
        value: ref,
      })),
  }),
);

async function askAnswer(flow: Flow): Promise<boolean> {
  if (flow.has('text') || flow.has('body')) return true;
  const { replyTo } = flow.input;
  const question = (await openQuestions(flow.repository)).find(({ ref, id }) => [ref, id].includes(String(replyTo)));
  const questionText = question === undefined ? l10n.t('Your answer') : (question.text ?? question.subject);
  return ask(
    flow,
    text('text', {
      title: () => (question === undefined ? String(replyTo) : l10n.t('{0} from {1}', question.ref, question.from)),
      prompt: () => shortened(questionText, 400),
      placeholder: () => l10n.t('Your answer'),
    }),
  );
}

async function askRecipient(flow: Flow, at: At): Promise<Answer<string>> {
  const other = Symbol('other');
  for (;;) {
    const rows = readLanes(flow.repository, false).then((lanes): ChoiceRow<string | typeof other>[] => [
      ...lanes.map(lane => ({
        label: `$(git-branch) ${asLabel(laneLabel(lane))}`,
        description: laneTitle(lane) === lane.lane ? '' : asLabel(lane.lane),
        value: lane.lane,
      })),
      { label: '', kind: vscode.QuickPickItemKind.Separator },
      {
        label: l10n.t('$(megaphone) Everyone'),
        description: l10n.t('all lanes, agents and people'),
        value: everybody,
      },
      { label: l10n.t('$(account) Any person'), description: l10n.t('the first to see it'), value: anyPerson },
      { label: l10n.t('$(edit) Someone else…'), description: l10n.t('an agent or person by name'), value: other },
    ]);
    const chosen = await askChoice({ ...at, title: flow.title, placeholder: l10n.t('Select a recipient'), rows });
    if (typeof chosen === 'string' || chosen === undefined || chosen === back) return chosen;
    const name = await askText({
      ...at,
      canGoBack: true,
      title: flow.title,
      prompt: l10n.t('Name of the agent or person'),
      placeholder: 'codex-1',
      problem: text => problemOf(flow.field('to'), text),
    });
    if (name !== back) return name?.trim();
  }
}

const kind = choice('kind', {
  title: titleOf,
  placeholder: () => l10n.t('Select a kind of message'),
  rows: () => [
    { value: 'note', label: l10n.t('$(comment) Note'), detail: l10n.t('To be read and acknowledged; needs no answer') },
    { value: 'question', label: l10n.t('$(question) Question'), detail: l10n.t('Stays open until answered') },
    { value: 'brief', label: l10n.t('$(checklist) Brief'), detail: l10n.t('A reason, what to do and what to look at') },
  ],
  memory: 'message.kind',
});

function titleOf({ title, input }: Flow): string {
  return input.to === undefined ? title : l10n.t('{0}: {1}', title, called(input.to));
}

/** Asks for a list in one line of text; returns that line. */
async function askList(flow: Flow, name: string, question: Place, separator: string): Promise<Answer<string>> {
  const entriesOf = (text: string): string[] =>
    separator === ','
      ? splitWords(text)
      : text
          .split(separator)
          .map(entry => entry.trim())
          .filter(entry => entry !== '');
  const answer = await askText({ ...question, problem: text => problemOf(flow.field(name), entriesOf(text)) });
  if (typeof answer !== 'string') return answer;
  const entries = entriesOf(answer);
  if (entries.length === 0) delete flow.input[name];
  else flow.input[name] = entries;
  return answer;
}

function called(to: unknown): string {
  return to === everybody ? l10n.t('everyone') : to === anyPerson ? l10n.t('any person') : String(to);
}
