import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { isRefusal, RefusalError } from '../../../../domain/refusal/refusal.js';
import type { Run } from '../../../../domain/run/run.js';
import { commandStatuses, hypothesisOutcomes, learningKinds, repoActions } from '../../../../domain/run/runRow.js';
import { capitalised } from '../../../../domain/text/capitalised.js';
import type { RunOperations } from '../../../../operations/loadRunOperations.js';
import type { Look } from '../../../../present/look.js';
import {
  commandStatusLooks,
  hypothesisLooks,
  learningKindWords,
  repoActionWords,
} from '../../../../present/runLooks.js';
import { runStatusLooks } from '../../../../present/status.js';
import { invokeOrThrow } from '../../support/invokeOrThrow.js';
import { asLabel } from '../../support/plainText.js';
import { type Answer, askChoice, type Choice, type StepPlace, stepIf } from '../../support/prompt.js';
import { translate } from '../../support/translate.js';
import type { Flow, OperationFlow } from './flow.js';
import { asking, choice, field, picked, type Question, text } from './questions.js';

const maxRuns = 500;

export function runFlows(operations: RunOperations): Readonly<Record<string, OperationFlow>> {
  const { runList, runShow, runStatus } = operations;

  const askRun = async (flow: Flow, at: StepPlace, status?: Run['status']): Promise<Answer<Run>> => {
    const filter = { limit: maxRuns, ...(status === undefined ? {} : { status }) };
    const rows = invokeOrThrow(flow.repository, runList, filter).then(({ runs }) => runs.map(runChoice));
    const texts = { placeholder: l10n.t('Select an investigation'), empty: l10n.t('No matching investigations.') };
    return askChoice({ ...at, ...texts, rows });
  };
  const someRun = (status?: Run['status']): Question => picked('run', (flow, at) => askRun(flow, at, status), refOf);

  /** Skipped if one is active in this worktree; if none is active anywhere, throws the store's refusal. */
  const activeRun: Question = async flow => {
    if (flow.has('run')) return [];
    const here = await flow.repository.invoke(runStatus, {});
    if (!isRefusal(here)) return [];
    const { runs } = await invokeOrThrow(flow.repository, runList, { status: 'active', limit: 1 });
    if (runs.length === 0) throw new RefusalError(here);
    return someRun('active')(flow);
  };

  const named = ({ input }: Flow) => (typeof input.run === 'string' ? { run: input.run } : {});
  const hypothesisRows = async (flow: Flow): Promise<Choice<string>[]> => {
    const { content } = await invokeOrThrow(flow.repository, runShow, named(flow));
    const states = Object.keys(hypothesisLooks);
    return content.hypotheses
      .toSorted((one, other) => states.indexOf(one.status) - states.indexOf(other.status))
      .map(({ id, text: words, status }) => ({
        label: `$(${hypothesisLooks[status].icon}) ${asLabel(`${id} ${words}`)}`,
        description: hypothesisLooks[status].word(translate),
        value: id,
      }));
  };
  const hypothesis = choice('hypothesis', {
    placeholder: () => l10n.t('Select a hypothesis'),
    empty: () => l10n.t('The investigation has no hypotheses.'),
    rows: hypothesisRows,
  });
  const aboutHypothesis: Question = flow => {
    if (flow.has('hypothesis')) return [];
    let rows: Choice<string>[] = [];
    const hasOne = async (): Promise<boolean> => {
      rows = await hypothesisRows(flow);
      return rows.length > 0;
    };
    const asks = field('hypothesis', (_, at) =>
      askChoice({
        ...{ ...at, placeholder: l10n.t('Select the hypothesis that it is about') },
        rows: [...rows, { label: l10n.t('$(circle-slash) No hypothesis'), value: '' }],
      }),
    );
    return asks(flow).map(step => stepIf(hasOne, step));
  };
  /** Asks for the reason to close despite open hypotheses or learnings, if there are any. */
  const allowOpen: Question = flow => {
    let open = '';
    const isOpen = async (): Promise<boolean> => {
      const { openHypotheses, unresolvedLearnings } = await invokeOrThrow(flow.repository, runStatus, named(flow));
      open = [...openHypotheses, ...unresolvedLearnings].join(', ');
      return open !== '';
    };
    const asks = text('allowOpen', { prompt: () => l10n.t('Still open: {0}. Why is it closed anyway?', open) });
    return asks(flow).map(step => stepIf(isOpen, step));
  };
  const changesNothing = ({ input }: Flow): boolean => input.repoAction === 'none';

  return {
    [operations.runStart.name]: asking(
      text('request', {
        prompt: () => l10n.t('What is to be found out?'),
        placeholder: () => l10n.t('Why is the checkout slow on Mondays?'),
      }),
    ),
    [runShow.name]: asking(someRun()),
    [operations.runHypothesize.name]: asking(
      activeRun,
      text('text', {
        prompt: () => l10n.t('What may be the case? Word it so that it can be tested.'),
        placeholder: () => l10n.t('The nightly import still runs on Monday morning'),
      }),
    ),
    [operations.runResolve.name]: asking(
      activeRun,
      hypothesis,
      choice('status', {
        placeholder: () => l10n.t('Select an outcome'),
        rows: () =>
          hypothesisOutcomes.map(status => ({
            ...lookRow(status, hypothesisLooks[status]),
            detail: hypothesisLooks[status].detail(translate),
          })),
      }),
      text('note', { prompt: () => l10n.t('Reason (optional)'), isOptional: true }),
    ),
    [operations.runEvidence.name]: withoutEmpty(
      asking(activeRun, text('text', { prompt: () => l10n.t('What was observed, and where?') }), aboutHypothesis),
    ),
    [operations.runCommand.name]: asking(
      activeRun,
      text('command', { prompt: () => l10n.t('Command line'), placeholder: () => 'npm test' }),
      choice('status', {
        placeholder: () => l10n.t('Select an outcome'),
        rows: () => commandStatuses.map(status => lookRow(status, commandStatusLooks[status])),
      }),
    ),
    [operations.runLearn.name]: asking(
      activeRun,
      text('summary', { prompt: () => l10n.t('What was learned?') }),
      choice('kind', {
        placeholder: () => l10n.t('Select what was missing'),
        rows: () =>
          learningKinds.map(kind => ({ label: capitalised(learningKindWords[kind](translate)), value: kind })),
      }),
      choice('repoAction', {
        placeholder: () => l10n.t('Select where the repository keeps it'),
        rows: () => repoActions.map(act => ({ label: capitalised(repoActionWords[act](translate)), value: act })),
      }),
      text('path', {
        skips: changesNothing,
        prompt: () => l10n.t('File path, relative to the worktree root'),
        value: activeFile,
      }),
      text('reason', { skips: flow => !changesNothing(flow), prompt: () => l10n.t('Reason') }),
    ),
    [operations.runClose.name]: asking(
      activeRun,
      allowOpen,
      text('summary', { prompt: () => l10n.t('What was found? (optional)'), isOptional: true }),
      text('verification', {
        ...{ prompt: () => l10n.t('What was run or read to be sure? (optional)'), isOptional: true },
        read: typed => [typed],
      }),
      text('risk', {
        ...{ prompt: () => l10n.t('What may still go wrong? (optional)'), isOptional: true },
        read: typed => [typed],
      }),
    ),
    [operations.runReopen.name]: asking(someRun('closed')),
    [operations.runExport.name]: asking(someRun()),
  };
}

function refOf({ ref }: Run): string {
  return ref;
}

function runChoice(run: Run): Choice<Run> {
  const { icon, word } = runStatusLooks[run.status];
  return { label: `$(${icon}) ${asLabel(`${run.ref} ${run.request}`)}`, description: word(translate), value: run };
}

function lookRow<T extends string>(value: T, { icon, word }: Look): Choice<T> {
  return { label: `$(${icon}) ${capitalised(word(translate))}`, value };
}

function withoutEmpty(flow: OperationFlow): OperationFlow {
  return async asked => {
    const result = await flow(asked);
    if (result === undefined) return undefined;
    return { ...result, input: Object.fromEntries(Object.entries(result.input).filter(([, value]) => value !== '')) };
  };
}

function activeFile({ repository }: Flow): string {
  const uri = vscode.window.activeTextEditor?.document.uri;
  const file = uri && repository.fileOf(uri);
  return file?.top === repository.top ? (file?.path ?? '') : '';
}
