import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { l10n } from 'vscode';
import type { z } from 'zod';
import type { Finding } from '../../../domain/finding/finding.js';
import type { Lane } from '../../../domain/lane/lane.js';
import type { Message } from '../../../domain/message/message.js';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { oneLine } from '../../../domain/text/oneLine.js';
import { visibleText } from '../../../domain/text/visibleText.js';
import { findingLocate } from '../../../operations/finding/findingLocate.js';
import type { laneCommits } from '../../../operations/lane/laneCommits.js';
import { loadLaneOperations } from '../../../operations/loadLaneCatalogue.js';
import { textOfRegularFile } from '../../../platform/regularFile.js';
import { findingRow } from '../../../present/findingRow.js';
import { pendingText } from '../../../present/laneViewRow.js';
import { spansOf } from '../../../present/spanPen.js';
import { messageKindWords } from '../../../present/status.js';
import { besideRef } from '../../../present/viewRow.js';
import type { RecordRow, RecordSection } from '../../../protocol/recordState.js';
import { openFindingsOf } from '../problems/laneFindings.js';
import type { Repository } from '../repository.js';
import { causeOf, inEditorsLanguage } from '../support/inEditorsLanguage.js';
import { invokeOrThrow } from '../support/invokeOrThrow.js';
import { exactLocalTime } from '../support/localTime.js';
import type { RecordCommands } from '../support/recordCommands.js';
import { translate as t } from '../support/translate.js';
import { type ChangedFiles, laneFileRows } from '../views/lanes/laneFileRows.js';
import { recordPen as pen } from './presentRecord.js';
import { rowOfView } from './recordRows.js';
import { labelOf, maxRows, replyRows, type TitleOf } from './threadSections.js';

/** Max messages of a lane shown, and max pages read to find the latest. */
const shownMessages = 20;
const messagePages = 5;
/** Max characters of a message; the list of messages shows all of it. */
const maxMessageLength = 4000;
/** Max lines of code shown with a finding. */
const maxCodeLines = 8;
const maxCodeLength = 200;
const maxCodeBytes = 1024 * 1024;

/** Viewed files are tracked by the view only, whose rows have checkboxes for it. */
const nothingViewed: ReadonlySet<string> = new Set();

export type LaneCommit = z.output<(typeof laneCommits)['output']>['commits'][number];

/** Facts of a lane that git reads. */
export interface LaneWork {
  readonly changes: ChangedFiles;
  /** Newest first; empty if they could not be read. */
  readonly commits: readonly LaneCommit[];
  /** The lines that open findings are about, by reference: `F-2`. */
  readonly code: ReadonlyMap<string, string>;
}

/** The latest messages of a lane, oldest first. */
export async function messagesOf(repository: Repository, lane: string): Promise<readonly Message[]> {
  const { messageList } = await loadLaneOperations();
  let last: readonly Message[] = [];
  let cursor: string | null | undefined;
  for (let page = 0; page < messagePages && cursor !== null; page += 1) {
    const read = await invokeOrThrow(repository, messageList, { lane, limit: 200, ...(cursor ? { cursor } : {}) });
    last = [...last, ...read.messages].slice(-shownMessages);
    cursor = read.nextCursor;
  }
  return last;
}

export function messagesSection(messages: readonly Message[]): RecordSection[] {
  if (messages.length === 0) return [];
  const rows = messages.map(({ ref, kind, from, to, subject, text, at, status }): RecordRow => {
    const state = kind === 'question' ? `, ${status === 'closed' ? t('answered') : t('open')}` : '';
    const head = t('{0} from {1} to {2}, {3}', messageKindWords[kind](t), pen.text(from), pen.text(to), pen.time(at));
    return {
      icon: { name: kind === 'question' ? 'question' : kind === 'answer' ? 'reply' : 'comment', tone: 'none' },
      line: [{ text: `${ref} ` }, ...spansOf(`${head}${state}`)],
      detail: visibleText((text ?? subject).slice(0, maxMessageLength)),
      act: null,
      inner: false,
    };
  });
  return [{ id: 'messages', title: l10n.t('Messages'), blocks: [{ kind: 'rows', heading: null, rows, none: null }] }];
}

/** The person's own unfinished review of a lane, with the button that submits it. */
export function reviewSection(
  { lane }: Lane,
  pending: number,
  commands: RecordCommands,
  titleOf: (command: string) => string,
): RecordSection[] {
  if (pending === 0) return [];
  const command = 'stateroom.review.finish';
  const row: RecordRow = {
    icon: { name: 'comment-unresolved', tone: 'info' },
    line: [{ text: pendingText(pending, t) }],
    detail: null,
    act: commands.add(command, titleOf(command), { command, arguments: [{ lane }] }),
    inner: false,
  };
  return [
    { id: 'review', title: l10n.t('Your review'), blocks: [{ kind: 'rows', heading: null, rows: [row], none: null }] },
  ];
}

/** The open findings of a lane with their code and replies, including those that are no longer in its diff. */
export function findingsSection(own: readonly Finding[], work: LaneWork | undefined): RecordSection[] {
  if (own.length === 0) return [];
  const rows = own.slice(0, maxRows).flatMap(finding => {
    const row = findingRow(finding, {}, t);
    const shown = { ...row, id: finding.id, label: `${finding.ref} ${row.label}` };
    const code = work?.code.get(finding.ref);
    return [
      {
        ...rowOfView({ ...shown, description: besideRef(finding.ref, row) }, null, { refs: [finding.ref] }),
        ...(code === undefined ? {} : { code }),
      },
      ...replyRows(finding).map(reply => ({ ...reply, inner: true })),
    ];
  });
  const title = l10n.t('Open findings ({0})', own.length);
  return [{ id: 'findings', title, blocks: [{ kind: 'rows', heading: null, rows, none: null }] }];
}

/** The commits of a lane that its base does not have, newest first. */
export function commitsSection(commits: readonly LaneCommit[]): RecordSection[] {
  if (commits.length === 0) return [];
  const rows = commits.slice(0, maxRows).map(
    ({ commit, subject, author, committedAt, slice }): RecordRow => ({
      icon: { name: 'git-commit', tone: 'none' },
      line: spansOf(`${pen.code(commit.slice(0, 8))} ${pen.text(subject)}`),
      detail: [slice, oneLine(author), exactLocalTime(committedAt)].filter(part => part !== null).join(' · '),
      ...{ act: null, inner: false },
    }),
  );
  const title = l10n.t('Commits ({0})', commits.length);
  return [{ id: 'commits', title, blocks: [{ kind: 'rows', heading: null, rows, none: null }] }];
}

/** The address of a lane's app, at the lane's port. */
export function appSection({ lane, port }: Lane, commands: RecordCommands, titleOf: TitleOf): RecordSection[] {
  if (port === null) return [];
  const command = { command: 'stateroom.lane.openApp', arguments: [{ lane }] };
  const act = commands.add('app', labelOf(command, titleOf), command);
  const row: RecordRow = { icon: null, line: [{ text: `http://localhost:${port}` }], detail: null, act, inner: false };
  return [{ id: 'app', title: l10n.t('App'), blocks: [{ kind: 'rows', heading: null, rows: [row], none: null }] }];
}

/** The changed files of a lane; each row opens its diff. */
export function changesSection(
  lane: Lane,
  changes: ChangedFiles | undefined,
  commands: RecordCommands,
  titleOf: TitleOf,
): RecordSection {
  const files = laneFileRows(lane, changes, nothingViewed)
    .flatMap(row => row.children ?? [row])
    .flatMap(row => row.children ?? [row]);
  const rows = files.map(part => {
    const { command } = part;
    const act = command === undefined ? null : commands.add(part.id, labelOf(command, titleOf), command);
    return rowOfView(part, act);
  });
  const total = changes?.state === 'read' ? changes.files.length : 0;
  const shown = rows.slice(0, maxRows);
  const rest = rows.length - shown.length;
  const title = total === 0 ? t('Changed files') : `${t('Changed files')} (${total})`;
  const more: RecordRow[] =
    rest <= 0
      ? []
      : [{ icon: null, line: [{ text: t('… and {0} more', rest) }], detail: null, act: null, inner: false }];
  const none = changes === undefined ? l10n.t('Loading…') : null;
  return { id: 'changes', title, blocks: [{ kind: 'rows', heading: null, rows: [...shown, ...more], none }] };
}

/** Reads the changed files and commits of a lane, and the code of its open findings; never rejects. */
export async function readLaneWork(repository: Repository, lane: Lane, signal: AbortSignal): Promise<LaneWork> {
  const [changes, commits, code] = await Promise.all([
    readChanges(repository, lane.lane, signal).catch(failed),
    readCommits(repository, lane.lane, signal).catch(() => []),
    readCode(repository, lane, signal).catch(() => new Map<string, string>()),
  ]);
  return { changes, commits, code };
}

function failed(error: unknown): ChangedFiles {
  return { state: 'failed', reason: causeOf(error) };
}

async function readChanges(repository: Repository, lane: string, signal: AbortSignal): Promise<ChangedFiles> {
  const { laneChanges } = await loadLaneOperations();
  const answer = await repository.invoke(laneChanges, { lane }, { signal });
  if (isRefusal(answer)) return { state: 'failed', reason: inEditorsLanguage(answer.message) };
  return { state: 'read', from: answer.from, files: answer.files };
}

async function readCommits(repository: Repository, lane: string, signal: AbortSignal): Promise<readonly LaneCommit[]> {
  const { laneCommits: list } = await loadLaneOperations();
  const answer = await repository.invoke(list, { lane }, { signal });
  return isRefusal(answer) ? [] : answer.commits;
}

/** The lines in the lane's worktree that its open findings are about, by reference. */
async function readCode(repository: Repository, lane: Lane, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const folder = lane.worktreePath;
  const code = new Map<string, string>();
  const ids = (await openFindingsOf(repository, lane)).slice(0, maxRows).map(({ ref }) => ref);
  if (ids.length === 0 || !existsSync(folder)) return code;
  const located = await repository.invoke(findingLocate, { ids }, { signal, folder });
  if (isRefusal(located)) return code;
  const files = new Map<string, readonly string[]>();
  for (const { finding, path, lineStart, lineEnd, outdated } of located.places) {
    // A line of the base, or one that is gone, is not in this file.
    if (lineStart === null || outdated || finding.side !== null) continue;
    const lines = files.get(path) ?? (await linesOf(folder, path));
    files.set(path, lines);
    const end = Math.min(lineEnd ?? lineStart, lineStart + maxCodeLines - 1);
    const shown = lines.slice(lineStart - 1, end).map(line => visibleText(line.slice(0, maxCodeLength)));
    if (shown.length > 0) code.set(finding.ref, shown.join('\n'));
  }
  return code;
}

async function linesOf(folder: string, path: string): Promise<readonly string[]> {
  const text = await textOfRegularFile(join(folder, path), { within: folder, maxBytes: maxCodeBytes });
  return text === undefined ? [] : text.split(/\r?\n/);
}
