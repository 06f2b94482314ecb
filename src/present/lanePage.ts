import type { TimelineEvent } from '../domain/event/event.js';
import type { Lane, Worker } from '../domain/lane/lane.js';
import type { Sentence } from '../messages/sentence.js';
import type { Translate } from '../reports/translate.js';
import { codeSpan } from './codeSpan.js';
import { inlineMarkdown } from './inlineMarkdown.js';
import { laneWord, stateWord } from './laneViewRow.js';
import { block } from './markdownBlock.js';
import { factList, titledList } from './pageParts.js';
import { timelinePart } from './timelinePart.js';
import type { WriteTime } from './writeTime.js';

/** The page of a lane, as Markdown that reads well unrendered; `events` are those about it, newest first. */
export function lanePage(
  lane: Lane,
  events: readonly TimelineEvent[],
  more: boolean,
  t: Translate,
  time: WriteTime,
  tell: (sentence: Sentence) => string,
): string {
  const parts = [
    `# ${lane.ref} ${inlineMarkdown(lane.lane)}`,
    factList([
      [t('Status'), laneWord(lane, t)],
      [t('Branch'), inlineMarkdown(lane.branch)],
      [t('Target branch'), inlineMarkdown(lane.base)],
      [t('Worktree'), codeSpan(lane.worktreePath)],
      [t('Task'), lane.task],
      [t('Work item'), lane.workItem],
      [t('Owner'), lane.owner === null ? null : inlineMarkdown(lane.owner)],
      [t('Port'), lane.port === null ? null : String(lane.port)],
      [t('Merge commit'), lane.merged === null ? null : codeSpan(lane.merged.slice(0, 10))],
      [t('Opened'), time(lane.createdAt)],
    ]),
    lane.description === null ? '' : `## ${t('Description')}\n\n${block(lane.description)}`,
    titledList(t('Owned paths'), lane.ownedPaths.map(codeSpan)),
    titledList(
      t('Depends on'),
      lane.waitsFor.map(({ text }) => inlineMarkdown(tell(text))),
    ),
    lane.worker === null ? '' : workerPart(lane.worker, t, time),
    timelinePart(events, more, t, time),
  ];
  return `${parts.filter(part => part !== '').join('\n\n')}\n`;
}

function workerPart(worker: Worker, t: Translate, time: WriteTime): string {
  const { agent, harness, reason, approvedBy, submitted, program } = worker;
  const facts = factList([
    [t('State'), stateWord(worker.state, t)],
    [t('Agent'), agent === null ? null : inlineMarkdown(agent)],
    [t('Harness'), harness === null || harness === agent ? null : inlineMarkdown(harness)],
    [t('Attempt'), worker.attempt === 1 ? null : String(worker.attempt)],
    [t('Reason'), reason === null ? null : inlineMarkdown(reason)],
    [t('Submitted'), submitted === null ? null : codeSpan(submitted.slice(0, 10))],
    [t('Approved by'), approvedBy === null ? null : inlineMarkdown(approvedBy)],
    [t('Program'), program === null ? null : codeSpan(program.command)],
    [t('Last heartbeat'), worker.lastBeatAt === null ? null : time(worker.lastBeatAt)],
  ]);
  return `## ${t('Worker')}\n\n${facts}`;
}
