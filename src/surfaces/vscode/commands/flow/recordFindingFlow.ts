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

/** Record: what, how heavy, and where; the selected lines of the active editor are the place, without asking. */
export const recordFindingFlow: OperationFlow = async flow => {
  const needsText = !flow.has('text');
  const seen = flow.has('path') ? undefined : await placeInSight(flow);
  Object.assign(flow.input, seen?.place);
  // Who gives the text gives the rest too, or means the task of the worktree; so does who sees a lane.
  const home = needsText && seen?.isInLane !== true ? [homeSteps] : [];
  const where = text('path', { prompt: () => pathPrompt(flow) });
  return asking(text('text', { prompt: remarkPrompt }), severity, where, ...home)(flow);
};

/** Where a finding is to be recorded, as far as the editor shows it. */
interface SeenPlace {
  readonly place: Partial<RevisionPlace>;
  readonly isInLane: boolean;
}

/**
 * The file and lines that are selected, as they are saved or, in a lane's diff, at its commit; of a diff of all files of a lane,
 * without the cursor in one of them, the lane. Undefined where no file of the repository is shown.
 */
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

/** Throws a refusal when the selected lines are not in the file yet. */
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

/** Says which file of the editor it is that cannot be recorded on, as one of a submodule. */
function pathPrompt({ repository }: Flow): string {
  const uri = vscode.window.activeTextEditor?.document.uri;
  const isOther = uri?.scheme === 'file' && repository.fileOf(uri) === undefined;
  const prompt = l10n.t('File path, relative to the worktree root');
  return isOther
    ? `${l10n.t('{0} is not a file of this repository.', asLabel(basename(uri.fsPath)))} ${prompt}`
    : prompt;
}

function remarkPrompt({ input }: Flow): string {
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

/** The severities to choose from, the highest first. */
export function severityRows(): Choice<FindingSeverity>[] {
  return findingSeverities.map(value => ({
    label: `$(${severityLooks[value].icon}) ${severityLooks[value].word(translate)}`,
    detail: severityDetail(value),
    value,
  }));
}

/** What an open finding keeps from being done; every one keeps the merge that ends its task from being made. */
function severityDetail(severity: FindingSeverity): string {
  const { blocksReview, failsReview } = factsOf(severity);
  if (failsReview) return l10n.t('Fails the review; while open, keeps its task from review and completion');
  return blocksReview === 'always'
    ? l10n.t('While open, keeps its task from review and completion; a lane without a task warns before it merges')
    : l10n.t('Allows submission unless gate.blockLow is set; blocks the merge that finishes the task while open');
}
