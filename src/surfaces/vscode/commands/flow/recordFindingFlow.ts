import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import {
  defaultSeverity,
  type FindingSeverity,
  factsOf,
  findingSeverities,
} from '../../../../domain/finding/findingSeverity.js';
import type { LineRange } from '../../../../domain/finding/lineRange.js';
import { refusalError } from '../../../../domain/refusal/refusal.js';
import { verbatim } from '../../../../messages/message.js';
import { blockingWords, severityLooks } from '../../../../present/severity.js';
import { LiveLines } from '../../problems/liveLines.js';
import { diffInSight } from '../../repository/diffInSight.js';
import { revisionOf } from '../../repository/revision.js';
import { asLabel } from '../../support/plainText.js';
import type { Choice } from '../../support/prompt.js';
import { translate } from '../../support/translate.js';
import { readLanes } from '../lanePicker.js';
import { homeInLane, laneOf, placeInRevision, type RevisionPlace } from '../revisionPlace.js';
import { homeSteps } from './findingHome.js';
import type { Flow, OperationFlow } from './flow.js';
import { asking, choice, text } from './questions.js';

/** Record: asks for text, severity and place; the selected lines of the active editor are the place unasked. */
export const recordFindingFlow: OperationFlow = async flow => {
  const needsText = !flow.has('text');
  const seen = flow.has('path') ? undefined : await placeInSight(flow);
  Object.assign(flow.input, seen?.place);
  // A call with the text also has the rest, or means the worktree's task; so does a call from a lane's diff.
  const home = needsText && seen?.isInLane !== true ? [homeSteps] : [];
  const where = text('path', { prompt: () => pathPrompt(flow) });
  return asking(text('text', { prompt: findingPrompt }), severity, where, ...home)(flow);
};

interface SeenPlace {
  readonly place: Partial<RevisionPlace>;
  readonly isInLane: boolean;
}

/** Saved lines, or those of a lane's diff at its commit; the lane alone for a diff of all files without a cursor. */
async function placeInSight({ repository }: Flow): Promise<SeenPlace | undefined> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) {
    const uri = diffInSight();
    const revision = uri && revisionOf(uri);
    if (revision === undefined) return undefined;
    return { place: homeInLane(await laneOf(repository, revision)), isInLane: true };
  }
  const revision = revisionOf(editor.document.uri);
  if (revision !== undefined) {
    return { place: await placeInRevision(repository, revision, editor.selection), isInLane: true };
  }
  const file = repository.fileOf(editor.document.uri);
  if (file === undefined) return undefined;
  const { start, end } = await savedLines(editor, file.path);
  const lane = (await repository.hasLanes())
    ? (await readLanes(repository, true)).find(({ worktreePath }) => worktreePath === file.top)
    : undefined;
  const home = lane === undefined ? {} : homeInLane(lane);
  const line = start === end ? String(start) : `${start}-${end}`;
  return { place: { path: file.path, line, ...home }, isInLane: lane !== undefined };
}

/** Throws a refusal if the selected lines are not saved. */
async function savedLines({ document, selection }: vscode.TextEditor, path: string): Promise<LineRange> {
  const { start, end } = selection;
  // A selection of whole lines ends at the beginning of the next one.
  const last = end.character === 0 && end.line > start.line ? end.line : end.line + 1;
  const typed = { start: start.line + 1, end: last };
  if (!document.isDirty) return typed;
  const saved = new TextDecoder().decode(await vscode.workspace.fs.readFile(document.uri));
  const [lines] = new LiveLines(document.getText()).locate([typed], saved);
  if (lines !== undefined && lines !== 'outdated') return lines;
  throw refusalError('invalid_input', verbatim(l10n.t('The selected lines of {0} are not saved.', path)), {
    hint: verbatim(l10n.t('Save the file first. Findings refer to lines of the saved file.')),
  });
}

/** Returns the prompt; names the open file if findings cannot be recorded on it, as in a submodule. */
function pathPrompt({ repository }: Flow): string {
  const uri = vscode.window.activeTextEditor?.document.uri;
  const isOther = uri?.scheme === 'file' && repository.fileOf(uri) === undefined;
  const prompt = l10n.t('File path, relative to the worktree root');
  return isOther
    ? `${l10n.t('{0} is not a file of this repository.', asLabel(basename(uri.fsPath)))} ${prompt}`
    : prompt;
}

function findingPrompt({ input }: Flow): string {
  if (input.line !== undefined) return l10n.t('What is wrong in {0}:{1}?', String(input.path), String(input.line));
  return input.path === undefined ? l10n.t('What is wrong?') : l10n.t('What is wrong in {0}?', String(input.path));
}

const severity = choice('severity', {
  placeholder: () =>
    l10n.t(
      'Select a severity. Open {0} findings keep the branch from being ready for review.',
      blockingWords(l10n.t('and'), translate),
    ),
  rows: severityRows,
  active: defaultSeverity,
});

export function severityRows(): Choice<FindingSeverity>[] {
  return findingSeverities.map(value => ({
    label: `$(${severityLooks[value].icon}) ${severityLooks[value].word(translate)}`,
    detail: severityDetail(value),
    value,
  }));
}

/** Describes the gates that an open finding blocks; every one blocks the merge of its task. */
function severityDetail(severity: FindingSeverity): string {
  const { blocksReview, failsReview } = factsOf(severity);
  if (failsReview) return l10n.t('Fails the review; while open, keeps its task from review and completion');
  return blocksReview === 'always'
    ? l10n.t('While open, keeps its task from review and completion; a lane without a task warns before it merges')
    : l10n.t('Allows submission unless gate.blockLow is set; blocks the merge that finishes the task while open');
}
