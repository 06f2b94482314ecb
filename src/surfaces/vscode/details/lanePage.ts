import { l10n } from 'vscode';
import type { TimelineEvent } from '../../../domain/event/event.js';
import type { Lane, Worker } from '../../../domain/lane/lane.js';
import { exactLocalTime } from '../support/localTime.js';
import { laneWord, stateWord } from '../views/lanes/laneViewRow.js';
import { codeSpan } from './codeSpan.js';
import { inlineMarkdown } from './inlineMarkdown.js';
import { block } from './markdownBlock.js';
import { factList, titledList } from './pageParts.js';
import { timelinePart } from './timelinePart.js';

/** The page of a lane, as Markdown that reads well unrendered; `events` are those about it, newest first. */
export function lanePage(lane: Lane, events: readonly TimelineEvent[], more: boolean): string {
  const parts = [
    `# ${lane.ref} ${inlineMarkdown(lane.lane)}`,
    factList([
      [l10n.t('Status'), laneWord(lane)],
      [l10n.t('Branch'), inlineMarkdown(lane.branch)],
      [l10n.t('Goes into'), inlineMarkdown(lane.base)],
      [l10n.t('Work tree'), codeSpan(lane.worktreePath)],
      [l10n.t('Task'), lane.task],
      [l10n.t('Work item'), lane.workItem],
      [l10n.t('Owner'), lane.owner === null ? null : inlineMarkdown(lane.owner)],
      [l10n.t('Port'), lane.port === null ? null : String(lane.port)],
      [l10n.t('Merged at'), lane.merged === null ? null : codeSpan(lane.merged.slice(0, 10))],
      [l10n.t('Opened'), exactLocalTime(lane.createdAt)],
    ]),
    lane.description === null ? '' : `## ${l10n.t('Description')}\n\n${block(lane.description)}`,
    titledList(l10n.t('Owned paths'), lane.ownedPaths.map(codeSpan)),
    titledList(
      l10n.t('Waits for'),
      lane.waitsFor.map(({ text }) => inlineMarkdown(text)),
    ),
    lane.worker === null ? '' : workerPart(lane.worker),
    timelinePart(events, more),
  ];
  return `${parts.filter(part => part !== '').join('\n\n')}\n`;
}

function workerPart(worker: Worker): string {
  const { agent, harness, reason, approvedBy, submitted, program } = worker;
  const facts = factList([
    [l10n.t('State'), stateWord(worker.state)],
    [l10n.t('Agent'), agent === null ? null : inlineMarkdown(agent)],
    [l10n.t('Harness'), harness === null || harness === agent ? null : inlineMarkdown(harness)],
    [l10n.t('Attempt'), worker.attempt === 1 ? null : String(worker.attempt)],
    [l10n.t('Reason'), reason === null ? null : inlineMarkdown(reason)],
    [l10n.t('Handed in'), submitted === null ? null : codeSpan(submitted.slice(0, 10))],
    [l10n.t('Approved by'), approvedBy === null ? null : inlineMarkdown(approvedBy)],
    [l10n.t('Program'), program === null ? null : codeSpan(program.command)],
    [l10n.t('Last sign of life'), worker.lastBeatAt === null ? null : exactLocalTime(worker.lastBeatAt)],
  ]);
  return `## ${l10n.t('Worker')}\n\n${facts}`;
}
