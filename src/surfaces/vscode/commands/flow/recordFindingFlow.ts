import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { type FindingSeverity, factsOf, findingSeverities } from '../../../../domain/finding/findingSeverity.js';
import type { LineRange } from '../../../../domain/finding/lineRange.js';
import { refusalError } from '../../../../domain/refusal/refusal.js';
import { verbatim } from '../../../../messages/message.js';
import { blockingWords, severityLooks } from '../../../../present/severity.js';
import { LiveLines } from '../../problems/liveLines.js';
import { revisionOf } from '../../repository/revision.js';
import type { Choice } from '../../support/prompt.js';
import { translate } from '../../support/translate.js';
import { readLanes } from '../lanePicker.js';
import { homeInLane, placeInRevision, type RevisionPlace } from '../revisionPlace.js';
import { homeSteps } from './findingHome.js';
import type { Flow, OperationFlow } from './flow.js';
import { asking, choice, text } from './questions.js';

/** Record: what, how heavy, and where; the selected lines of the active editor are the place, without asking. */
export const recordFindingFlow: OperationFlow = async flow => {
  const needsText = !flow.has('text');
  if (!flow.has('path')) Object.assign(flow.input, await selectedPlace(flow));
  // Who gives the text gives the rest too, or means the task of the worktree.
  const home = needsText ? [homeSteps] : [];
  const where = text('path', { prompt: () => l10n.t('File path, relative to the worktree root') });
  return asking(text('text', { prompt: remarkPrompt }), severity, where, ...home)(flow);
};

/**
 * The file and lines that are selected, as they are saved or, in a lane's diff, at its commit; nothing when the active editor shows
 * no file of the repository. In a lane they belong to it.
 */
async function selectedPlace({ repository }: Flow): Promise<Partial<RevisionPlace>> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return {};
  const revision = revisionOf(editor.document.uri);
  if (revision !== undefined) return placeInRevision(repository, revision, editor.selection);
  const file = repository.fileOf(editor.document.uri);
  if (file === undefined) return {};
  const { start, end } = await savedLines(editor, file.path);
  const lane = (await repository.hasLanes())
    ? (await readLanes(repository, true)).find(({ worktreePath }) => worktreePath === file.top)
    : undefined;
  const home = lane === undefined ? {} : homeInLane(lane);
  return { path: file.path, line: start === end ? String(start) : `${start}-${end}`, ...home };
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
