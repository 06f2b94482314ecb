import { l10n } from 'vscode';
import type { Lane } from '../../../domain/lane/lane.js';
import { laneLabel } from '../../../domain/lane/laneTitle.js';
import { commitAskedAbout } from '../../../domain/message/mergeQuestion.js';
import type { Message } from '../../../domain/message/message.js';
import { laneViewRow } from '../../../present/laneViewRow.js';
import { besideRef, type RowCommand } from '../../../present/viewRow.js';
import type { RecordSection } from '../../../protocol/recordState.js';
import { readLanes } from '../commands/lanePicker.js';
import { openQuestions } from '../commands/readTalk.js';
import { openFindingsOf } from '../problems/laneFindings.js';
import type { Repository } from '../repository.js';
import { inEditorsLanguage } from '../support/inEditorsLanguage.js';
import type { RecordCommands } from '../support/recordCommands.js';
import { translate as t } from '../support/translate.js';
import { leavesTree } from '../views/lanes/leavesTree.js';
import { type AgentParts, readAgentParts } from './agentParts.js';
import {
  appSection,
  changesSection,
  commitsSection,
  findingsSection,
  type LaneWork,
  messagesOf,
  messagesSection,
  reviewSection,
} from './laneSections.js';
import { rowOfView } from './recordRows.js';
import { actsOfRow, type RowContributions } from './rowActs.js';
import { gatesSection, type JudgedTask, type Judgement, notJudged } from './threadSections.js';

export interface LaneReading {
  /** ms UTC. */
  readonly now: number;
  readonly contributes: RowContributions;
  readonly isTrusted: boolean;
  /** Earlier results from git for a task or a lane, if any. */
  readonly judgement: Judgement | undefined;
  readonly work: LaneWork | undefined;
  /** Counts of the person's own unsent review comments, by lane name. */
  readonly pending: ReadonlyMap<string, number>;
  titleOf(command: string): string;
}

/** The parts of a lane on a page: its own, and that of its work item. */
interface LaneParts {
  readonly row: ReturnType<typeof laneViewRow>;
  /** Its oldest open question to a person. */
  readonly question: Message | undefined;
  readonly agent: AgentParts | undefined;
  /** Its state with its buttons, for the page of its work item. */
  readonly own: RecordSection;
  /** The first of these buttons. */
  readonly lead: (RowCommand & { readonly label: string }) | undefined;
  readonly sections: readonly RecordSection[];
  /** Undefined for a lane that has ended, and in Restricted Mode. */
  readonly judged: JudgedTask | undefined;
  readonly changing: Lane | undefined;
}

export async function readLaneParts(
  repository: Repository,
  lane: Lane,
  { now, contributes, isTrusted, judgement, work, pending, titleOf }: LaneReading,
  commands: RecordCommands,
): Promise<LaneParts> {
  const messages = await messagesOf(repository, lane.lane);
  const questions = (await openQuestions(repository)).filter(({ from }) => from === lane.lane);
  const asked = questions.map(({ dispatchId }) => commitAskedAbout({ dispatch_id: dispatchId, lane_id: lane.id }));
  const mergedAs = asked.find(commit => commit !== undefined);
  const treeLeft = leavesTree(lane, []) && leavesTree(lane, await readLanes(repository, false));
  const row = laneViewRow(lane, { mergedAs, treeLeft }, t);
  const isOpen = lane.status !== 'merged' && lane.status !== 'closed';
  const judged = isOpen ? { task: lane.task ?? undefined, folder: lane.worktreePath, branch: lane.branch } : undefined;
  const findings = isOpen ? await openFindingsOf(repository, lane) : [];
  const acts = buttonsOf(lane, row, contributes, isTrusted);
  const agent = await readAgentParts(repository, lane.ref, now, commands);
  return {
    row,
    lead: acts[0],
    question: questions[0],
    agent,
    own: {
      id: 'lane',
      title: l10n.t('Lane {0}', lane.ref),
      acts: acts.map(({ label, ...act }) => commands.add(`lane.${act.command}`, label, act)),
      blocks: [
        {
          kind: 'rows',
          heading: null,
          rows: [
            rowOfView({ ...row, id: lane.id, label: laneLabel(lane), description: besideRef(lane.ref, row) }, null, {
              refs: [lane.ref],
            }),
          ],
          none: null,
        },
      ],
    },
    sections: [
      ...reviewSection(lane, pending.get(lane.lane) ?? 0, commands, titleOf),
      ...troubleSection(lane),
      ...(agent === undefined ? [] : [agent.section]),
      ...(judged === undefined
        ? []
        : gatesSection(repository, judged, isTrusted ? judgement : notJudged(), commands, titleOf)),
      ...(isOpen ? appSection(lane, commands, titleOf) : []),
      ...findingsSection(findings, work),
      ...(isOpen && isTrusted
        ? [changesSection(lane, work?.changes, commands, titleOf), ...commitsSection(work?.commits ?? [])]
        : []),
      ...messagesSection(messages),
    ],
    judged: isTrusted ? judged : undefined,
    changing: isOpen && isTrusted ? lane : undefined,
  };
}

/** The buttons of the lane's row; its own page has the others. */
function buttonsOf(
  lane: Lane,
  row: LaneParts['row'],
  contributes: RowContributions,
  isTrusted: boolean,
): (RowCommand & { readonly label: string })[] {
  const node = { id: lane.id, row: { type: 'lane', lane, ...row } };
  return actsOfRow(contributes, { view: 'stateroom.lanes', traits: row.contextValue }, isTrusted)
    .filter(({ rank }) => rank !== 'more')
    .map(({ command, label }) => ({ command, arguments: [node], label }));
}

function troubleSection({ worker }: Lane): RecordSection[] {
  const trouble = worker?.trouble;
  if (trouble == null) return [];
  const blocks = [trouble.reason, trouble.next].map(sentence => ({
    ...{ kind: 'prose' as const, heading: null },
    text: inEditorsLanguage(sentence),
  }));
  return [{ id: 'trouble', title: l10n.t('Problem'), blocks }];
}
