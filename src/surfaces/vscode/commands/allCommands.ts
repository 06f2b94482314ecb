import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { listedFacts, listedNames } from '../../../domain/records.js';
import { type Category, categories, categoryOf } from '../../../manifest/commandCategory.js';
import { coreCatalogue } from '../../../operations/coreCatalogue.js';
import { loadLaneCatalogue } from '../../../operations/loadLaneCatalogue.js';
import { loadRunOperations } from '../../../operations/loadRunOperations.js';
import { inLanguage } from '../../../present/inLanguage.js';
import { contextValue } from '../support/contextKey.js';
import { askChoice, type ChoiceRow } from '../support/prompt.js';
import { translate } from '../support/translate.js';
import { holds } from '../support/whenClause.js';
import { commandSummaries } from './commandSummaries.js';
import {
  type ContributedCommand,
  contributedCommands,
  offeredConditions,
  workflowSummaries,
} from './contributedCommands.js';

const ownName = 'stateroom.allCommands';

/** *All Commands*: lists every command that applies now and runs the chosen one. */
export async function runFromAllCommands(context: vscode.ExtensionContext): Promise<void> {
  const chosen = await askChoice<string>({
    title: l10n.t('All Commands'),
    placeholder: l10n.t('Search for a command by its name or what it does'),
    rows: commandRows(context),
  });
  if (typeof chosen === 'string') await vscode.commands.executeCommand(chosen);
}

async function commandRows(context: vscode.ExtensionContext): Promise<ChoiceRow<string>[]> {
  const offered = await offeredConditions(context);
  const applicable = contributedCommands(context).filter(({ command, enablement }) => {
    const condition = command === ownName ? undefined : offered.get(command);
    return condition !== undefined && [condition, enablement].every(one => holds(one, { get: contextValue }));
  });
  const summaries = await readSummaries(context);
  return (Object.keys(categories) as Category[]).flatMap(category => {
    const ofCategory = applicable
      .filter(({ command }) => categoryOf(nameOf(command)) === category)
      .sort((one, other) => one.title.localeCompare(other.title));
    const [first] = ofCategory;
    if (first === undefined) return [];
    return [
      { label: first.category, kind: vscode.QuickPickItemKind.Separator },
      ...ofCategory.map(command => commandRow(command, summaries)),
    ];
  });
}

function commandRow({ command, title }: ContributedCommand, summaries: ReadonlyMap<string, string>) {
  const name = nameOf(command);
  const detail = summaries.get(name);
  return {
    label: title,
    description: subjectOf(name),
    ...(detail === undefined ? {} : { detail }),
    value: command,
  };
}

function subjectOf(name: string): string {
  const [word = ''] = name.split('.');
  const record = listedNames.find(listed => listedFacts(listed).word === word);
  return record === undefined ? (subjects[word]?.() ?? '') : inLanguage(translate, listedFacts(record).names.one);
}

/** Returns summaries by command name. Those of operations exist only in English; other languages have all the rest. */
async function readSummaries(context: vscode.ExtensionContext): Promise<ReadonlyMap<string, string>> {
  const operations = vscode.env.language.startsWith('en')
    ? [...coreCatalogue, ...Object.values(await loadRunOperations()), ...(await loadLaneCatalogue())]
    : [];
  return new Map([
    ...Object.entries(commandSummaries).map(([name, summary]) => [name, summary()] as const),
    ...operations.map(({ name, summary }) => [name, summary] as const),
    ...[...workflowSummaries(context)].map(([name, summary]) => [`ritual.${name}`, summary] as const),
  ]);
}

/** Subject of a command by the first word of its name, where no record has it. */
const subjects: Readonly<Record<string, () => string>> = {
  compaction: () => l10n.t('Compaction'),
  control: () => l10n.t('Control'),
  decision: () => l10n.t('Decision'),
  events: () => l10n.t('Timeline'),
  evidence: () => l10n.t('Evidence'),
  finding: () => l10n.t('Finding'),
  gate: () => l10n.t('Gate'),
  hooks: () => l10n.t('Git hooks'),
  import: () => l10n.t('Work item'),
  lane: () => l10n.t('Lane'),
  message: () => l10n.t('Message'),
  now: () => l10n.t('Task'),
  plan: () => l10n.t('Plan'),
  queue: () => l10n.t('Work item'),
  report: () => l10n.t('Report'),
  repository: () => l10n.t('Store'),
  retro: () => l10n.t('Report'),
  review: () => l10n.t('Review'),
  ritual: () => l10n.t('Workflow'),
  run: () => l10n.t('Investigation'),
  runs: () => l10n.t('Investigation'),
  slice: () => l10n.t('Slice'),
  store: () => l10n.t('Store'),
  task: () => l10n.t('Task'),
  timeline: () => l10n.t('Timeline'),
  touched: () => l10n.t('Touched files'),
  trust: () => l10n.t('Repository commands'),
  worker: () => l10n.t('Lane'),
};

function nameOf(command: string): string {
  return command.replace(/^stateroom\./, '');
}
