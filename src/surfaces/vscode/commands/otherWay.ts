import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Lane } from '../../../domain/lane/lane.js';
import type { Refusal } from '../../../domain/refusal/refusal.js';
import { laneOperationName, loadLaneOperations } from '../../../operations/loadLaneCatalogue.js';
import type { AnyOperation } from '../../../operations/operation.js';
import { queueResolve } from '../../../operations/queue/queueResolve.js';
import { taskFinish } from '../../../operations/task/taskFinish.js';
import { taskStart } from '../../../operations/task/taskStart.js';
import type { Repository } from '../repository.js';
import { inEditorsLanguage } from '../support/inEditorsLanguage.js';
import { withLocalTimes } from '../support/localTime.js';
import { asMessage } from '../support/plainText.js';
import type { Input } from './flow/flow.js';
import { readLanes } from './lanePicker.js';

export interface OtherWay {
  readonly instead?: { readonly operation: AnyOperation; readonly input: Input };
  /** Input for calling the refused operation afterwards; undefined to not call it again. */
  readonly again?: Input;
}

interface Choice extends OtherWay {
  readonly button: string;
  /** Consequence, as a sentence. */
  readonly says: string;
}

interface Question {
  readonly choices: readonly Choice[];
  /** The button that changes nothing, if it is not the editor's Cancel. */
  readonly keep?: string;
}

const [spawn, merge] = [laneOperationName('workerSpawn'), laneOperationName('workerMerge')];

/** Asks for a way around a refused resolution or early start: empty if declined, undefined for other refusals. */
export async function askOtherWay(
  { name }: Pick<AnyOperation, 'name'>,
  repository: Repository,
  input: Input,
  refusal: Refusal,
): Promise<OtherWay | undefined> {
  const question =
    name === queueResolve.name
      ? await whileWorkIsOpen(repository, input, refusal)
      : await beforeItsTime(name, repository, input, refusal);
  if (question === undefined) return undefined;
  const { choices, keep } = question;
  const buttons: vscode.MessageItem[] = choices.map(({ button }) => ({ title: button }));
  if (keep !== undefined) buttons.push({ title: keep, isCloseAffordance: true });
  const detail = choices.map(({ button, says }) => l10n.t('{0}: {1}', button, says)).join('\n');
  const text = asMessage(withLocalTimes(inEditorsLanguage(refusal.message)));
  const chosen = await vscode.window.showWarningMessage(text, { modal: true, detail }, ...buttons);
  return choices.find(({ button }) => button === chosen?.title) ?? {};
}

/** Offers to merge or cancel the item's open lane, or to finish its open task. */
async function whileWorkIsOpen(
  repository: Repository,
  input: Input,
  { details }: Refusal,
): Promise<Question | undefined> {
  const [laneRef] = refsOf(details?.lanes);
  const [task] = refsOf(details?.tasks);
  const isDone = input.status === 'done';
  const keep = l10n.t('Keep');
  if (laneRef === undefined) {
    if (task === undefined || !isDone) return undefined;
    const finish = {
      button: l10n.t('Finish Task'),
      says: l10n.t('checks {0} and finishes it; the work item is done with it.', task),
      instead: { operation: taskFinish, input: { task } },
    };
    return { choices: [finish], keep };
  }
  const lane = (await readLanes(repository, false)).find(({ ref }) => ref === laneRef);
  if (lane === undefined) return undefined;
  const { workerCancel, workerMerge } = await loadLaneOperations();
  const mergeIt: Choice = {
    button: l10n.t('Merge'),
    says: l10n.t('merges {0}; the work item is done once nothing is left to do.', laneRef),
    instead: { operation: workerMerge, input: { lane: lane.lane } },
  };
  const cancelIt: Choice = {
    button: l10n.t('Cancel Lane'),
    says: lane.adopted
      ? l10n.t('closes {0} without a merge and resolves the work item.', laneRef)
      : l10n.t(
          'closes {0} without a merge, deletes its worktree (uncommitted files are backed up), and resolves the work item.',
          laneRef,
        ),
    // A single act, which Restore Lane undoes; notes belong to the item.
    ...(input.status === 'cancelled' && !hasNotes(input)
      ? { instead: { operation: workerCancel, input: { lane: lane.lane, outcome: 'cancel' } } }
      : { instead: { operation: workerCancel, input: { lane: lane.lane, outcome: 'queue' } }, again: input }),
  };
  return { choices: isDone && lane.state === 'APPROVED' ? [mergeIt, cancelIt] : [cancelIt], keep };
}

function hasNotes({ notes }: Input): boolean {
  return typeof notes === 'string' && notes !== '';
}

/** Offers to start a blocked or scheduled item early, or after the lanes that it waits for. */
async function beforeItsTime(
  operation: string,
  repository: Repository,
  input: Input,
  { details }: Refusal,
): Promise<Question | undefined> {
  const blockers = refsOf(details?.blockedBy);
  if (input.early !== undefined || input.after !== undefined) return undefined;
  if (operation === spawn && typeof details?.ownedBy === 'string') {
    const owner = (await readLanes(repository, false)).find(({ ref }) => ref === details.ownedBy);
    return owner && { choices: [openAfter(input, [owner])] };
  }
  if (blockers.length === 0 && typeof details?.notBefore !== 'string') return undefined;
  const again = { ...input, early: true };
  if (operation === merge) {
    return { choices: [{ button: l10n.t('Merge Early'), says: l10n.t('does not wait for the other items.'), again }] };
  }
  const start = { button: l10n.t('Start Early'), says: l10n.t('begins now; merging asks again.'), again };
  if (operation === taskStart.name) return { choices: [start] };
  if (operation !== spawn) return undefined;
  const lanes = await readLanes(repository, false);
  const after = blockers.map(blocker => lanes.find(({ workItem, kind }) => workItem === blocker && kind !== 'review'));
  const known = after.filter(lane => lane !== undefined);
  if (known.length === 0 || known.length < blockers.length) return { choices: [start] };
  return { choices: [start, openAfter(input, known)] };
}

function openAfter(input: Input, lanes: readonly Lane[]): Choice {
  const refs = lanes.map(({ ref }) => ref).join(', ');
  return {
    button: l10n.t('Open After {0}', refs),
    says: l10n.t('plans the lane; it opens after the merge of {0}.', refs),
    again: { ...input, after: lanes.map(({ lane }) => lane) },
  };
}

function refsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter(ref => typeof ref === 'string') : [];
}
