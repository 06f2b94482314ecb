import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { oneLine } from '../../../domain/text/oneLine.js';
import { shortened } from '../../../domain/text/shortened.js';
import { findingFix } from '../../../operations/finding/findingFix.js';
import { findingRecord } from '../../../operations/finding/findingRecord.js';
import { findingShow } from '../../../operations/finding/findingShow.js';
import { queueAdd } from '../../../operations/queue/queueAdd.js';
import { queueAsk } from '../../../operations/queue/queueAsk.js';
import { queueClaim } from '../../../operations/queue/queueClaim.js';
import { queueList } from '../../../operations/queue/queueList.js';
import { queueNext } from '../../../operations/queue/queueNext.js';
import { queueRelease } from '../../../operations/queue/queueRelease.js';
import { queueResolve } from '../../../operations/queue/queueResolve.js';
import { queueShow } from '../../../operations/queue/queueShow.js';
import { codeSpan } from '../../../present/codeSpan.js';
import { inlineMarkdown } from '../../../present/inlineMarkdown.js';
import type { AgentPlan } from '../../agentTools.js';

export interface Surroundings {
  readonly repository: string;
  /** The name under which the call is recorded. */
  readonly agent: string;
  read(
    operation: string,
    input: Readonly<Record<string, unknown>>,
  ): Promise<Readonly<Record<string, unknown>> | undefined>;
}

interface Named {
  readonly ref: string;
  readonly title?: string;
  readonly text?: string;
}

/** Confirmation of a model's write: change and inputs. General if unreadable, undefined if the target is missing. */
export async function confirmationOf(
  { operation, input }: AgentPlan,
  surroundings: Surroundings,
): Promise<vscode.LanguageModelToolConfirmationMessages | undefined> {
  const question = await questionOf(operation, input, surroundings).catch(() => inGeneral(operation));
  if (question === undefined) return undefined;
  const { title, sentence, details } = question;
  const message = new vscode.MarkdownString();
  message.appendMarkdown(inlineMarkdown(sentence));
  const rest = Object.entries(input).filter(([field, value]) => value !== undefined && !details.includes(field));
  // Never cut: the next agent reads the notes in full, approved by the person who saw this.
  for (const [field, value] of rest) message.appendMarkdown(`\n- ${field}: ${codeSpan(plain(value))}`);
  return { title, message };
}

interface Question {
  readonly title: string;
  readonly sentence: string;
  /** Inputs that the sentence already contains. */
  readonly details: readonly string[];
}

async function questionOf(
  operation: string,
  input: Readonly<Record<string, unknown>>,
  { repository, agent, read }: Surroundings,
): Promise<Question | undefined> {
  const item = async (): Promise<Named | undefined> => {
    const shown = await read(queueShow.name, { id: input.id });
    return shown?.item as Named | undefined;
  };
  switch (operation) {
    case queueAdd.name: {
      const title = String(input.title);
      return {
        title: l10n.t('Add work item?'),
        sentence: l10n.t('Adds “{0}” to the queue of {1}.', oneLine(title), repository),
        details: ['title'],
      };
    }
    case queueNext.name: {
      const { kind, label } = input;
      const filter = { ...(kind === undefined ? {} : { kind }), ...(label === undefined ? {} : { label }) };
      const ready = await read(queueList.name, { section: 'ready', order: 'queue', limit: 1, ...filter });
      const [first] = (ready?.items ?? []) as readonly Named[];
      if (first === undefined) return undefined;
      return {
        title: l10n.t('Claim the next work item?'),
        sentence: l10n.t('Claims {0} for {1}, or the next one if someone else claims it first.', nameOf(first), agent),
        details: [],
      };
    }
    case queueClaim.name:
      return about(await item(), ['id'], found => ({
        title: l10n.t('Claim {0}?', found.ref),
        sentence: l10n.t('Claims {0} for {1}.', nameOf(found), agent),
      }));
    case queueRelease.name:
      return about(await item(), ['id'], found => ({
        title: l10n.t('Release {0}?', found.ref),
        sentence: l10n.t('Releases {0} so that anyone can claim it.', nameOf(found)),
      }));
    case queueAsk.name:
      return about(await item(), ['id'], found => ({
        title: l10n.t('Ask a person about {0}?', found.ref),
        sentence: l10n.t('Moves {0} to Needs you with a question.', nameOf(found)),
      }));
    case queueResolve.name:
      return about(await item(), ['id', 'status'], found => ({
        title: l10n.t('Resolve {0}?', found.ref),
        sentence: l10n.t('Marks {0} as {1}.', nameOf(found), String(input.status)),
      }));
    case findingRecord.name: {
      const line = input.line === undefined ? '' : `:${input.line}`;
      return {
        title: l10n.t('Record finding?'),
        sentence: l10n.t(
          'Records a {0}-severity finding on {1}.',
          String(input.severity),
          oneLine(`${input.path}${line}`),
        ),
        details: ['severity', 'path', 'line'],
      };
    }
    case findingFix.name: {
      const ids = input.ids as readonly string[];
      const shown = await Promise.all(ids.map(id => read(findingShow.name, { id })));
      const findings = shown.map(each => each?.finding as Named | undefined).filter(each => each !== undefined);
      if (findings.length < ids.length) return undefined;
      const refs = findings.map(({ ref }) => ref).join(', ');
      return {
        title: l10n.t('Mark {0} as fixed?', refs),
        sentence: l10n.t('Marks {0} as fixed by commit {1}.', refs, String(input.commit ?? 'HEAD')),
        details: ['ids', 'commit'],
      };
    }
    default:
      return inGeneral(operation);
  }
}

function inGeneral(operation: string): Question {
  return { title: l10n.t('Change the store?'), sentence: l10n.t('Runs {0}.', operation), details: [] };
}

function about(
  found: Named | undefined,
  details: readonly string[],
  say: (found: Named) => Omit<Question, 'details'>,
): Question | undefined {
  return found && { ...say(found), details: details };
}

function nameOf({ ref, title = '' }: Named): string {
  return l10n.t('{0} “{1}”', ref, shortened(title, 120));
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
