import { l10n } from 'vscode';
import { oneLine } from '../../../../domain/text/oneLine.js';
import { type GateReason, gateReasons, type Remedy } from '../../../../gates/gate.js';
import { blockerResolve } from '../../../../operations/blocker/blockerResolve.js';
import { findingShow } from '../../../../operations/finding/findingShow.js';
import type { GateAnswer } from '../../../../operations/gate/gateCheck.js';
import { hooksInstall } from '../../../../operations/hooks/hooksInstall.js';
import { planRegister } from '../../../../operations/plan/planRegister.js';
import { planSync } from '../../../../operations/plan/planSync.js';
import { reviewList } from '../../../../operations/review/reviewList.js';
import { reviewStart } from '../../../../operations/review/reviewStart.js';
import { sliceClose } from '../../../../operations/slice/sliceClose.js';
import { taskStart } from '../../../../operations/task/taskStart.js';
import { taskUpdate } from '../../../../operations/task/taskUpdate.js';
import { openFindingCommand } from '../../../../present/findingRow.js';
import type { NowRow } from '../../../../present/nowRow.js';
import { chooseTaskCommand } from '../../../../present/taskRows.js';
import { labelled, type RowCommand } from '../../../../present/viewRow.js';
import { openPlanCommand, revealRowCommand } from '../../../../present/workRows.js';
import { inEditorsLanguage } from '../../support/inEditorsLanguage.js';

/** Runs a command as evidence; takes `about`: an `E-4` to run again, or a command. */
export const proveCommand = 'stateroom.now.prove';

/** What is known of the gates. */
export type GateState =
  | { readonly state: 'judging' }
  | { readonly state: 'judged'; readonly gates: readonly GateAnswer[] }
  /** They cannot be asked here, and why. */
  | { readonly state: 'unknown'; readonly reason: string };

/** The names under which people meet the gates. */
export const shownGates = ['review-ready', 'close-check'] as const;

/** A row for each gate, with a row for each reason below; a click opens what fixes it. */
export function gateRows(gates: GateState): NowRow[] {
  if (gates.state === 'judged') return gates.gates.map(gateRow);
  const isJudging = gates.state === 'judging';
  const description = isJudging ? l10n.t('checking…') : l10n.t('not checked');
  return shownGates.map(name => ({
    // The editor remembers of an id whether it is unfolded: one without rows below it is another.
    id: `gate.${name}.unknown`,
    label: name,
    description,
    icon: isJudging ? 'loading~spin' : 'question',
    contextValue: 'now gate unknown',
    spoken: l10n.t('{0}, {1}', name, description),
    tooltip: isJudging ? undefined : oneLine(gates.reason),
  }));
}

function gateRow({ gate, ready, reasons, warnings, base }: GateAnswer): NowRow {
  const count = reasons.length;
  const state = ready
    ? l10n.t('ready')
    : count === 1
      ? l10n.t('not ready: 1 issue')
      : l10n.t('not ready: {0} issues', count);
  const minded = warnings.length === 0 ? undefined : l10n.t('warnings: {0}', warnings.length);
  return {
    id: reasons.length + warnings.length === 0 ? `gate.${gate}.ready` : `gate.${gate}`,
    ...labelled(gate, [state, minded]),
    icon: ready ? 'pass-filled' : 'error',
    color: ready ? 'charts.green' : 'list.errorForeground',
    contextValue: `now gate ${ready ? 'ready' : 'notReady'}`,
    tooltip: base === null ? question(gate) : l10n.t('{0} Checked against {1}.', question(gate), oneLine(base)),
    input: { gate },
    children: [
      ...reasons.map(reason => reasonRow(gate, reason, true)),
      ...warnings.map(reason => reasonRow(gate, reason, false)),
    ],
    open: !ready,
  };
}

function question(gate: string): string {
  return gate === 'review-ready' ? l10n.t('Is the branch ready for review?') : l10n.t('Is the task ready to close?');
}

function reasonRow(gate: string, reason: GateReason, blocks: boolean): NowRow {
  const label = oneLine(inEditorsLanguage(reason.text));
  const description = oneLine(inEditorsLanguage(reason.fix));
  return {
    id: `reason.${gate}.${reason.code}.${reason.about[0] ?? ''}`,
    label,
    description,
    icon: blocks ? 'circle-filled' : 'info',
    color: blocks ? 'list.errorForeground' : undefined,
    contextValue: `now reason ${blocks ? 'blocks' : 'warns'} code:${reason.code}`,
    spoken: [label, blocks ? l10n.t('blocks') : l10n.t('does not block'), description].join(', '),
    tooltip: `${label}\n${description}`,
    command: remedy(reason),
    children: findingChildren(gate, reason),
    open: false,
  };
}

/** Several findings can each be opened. */
function findingChildren(gate: string, { code, about }: GateReason): NowRow[] {
  if (gateReasons[code].remedy !== 'openFindings' || about.length < 2) return [];
  return about.map(ref => ({
    id: `reason.${gate}.${code}.of.${ref}`,
    label: ref,
    description: l10n.t('open in editor'),
    icon: 'go-to-file',
    contextValue: 'now reasonFinding',
    spoken: l10n.t('{0}, open in editor', ref),
    command: { command: openFindingCommand, arguments: [ref] },
  }));
}

const command = (id: string, ...input: unknown[]): RowCommand => ({ command: `stateroom.${id}`, arguments: input });

/** The command of each remedy, for what the reason is about. */
const remedyCommands: Readonly<Record<Remedy, (about: readonly string[]) => RowCommand>> = {
  startTask: () => command(taskStart.name),
  chooseTask: () => ({ command: chooseTaskCommand, arguments: [] }),
  updateTask: () => command(taskUpdate.name),
  installHooks: () => command(hooksInstall.name),
  sourceControl: () => ({ command: 'workbench.view.scm', arguments: [] }),
  openFindings: ([first, ...others]) =>
    first !== undefined && others.length === 0
      ? { command: openFindingCommand, arguments: [first] }
      : command('findings.focus'),
  showFinding: ([first]) => command(findingShow.name, { id: first }),
  prove: ([first]) => ({ command: proveCommand, arguments: first === undefined ? [] : [{ about: first }] }),
  listReviews: () => command(reviewList.name),
  startReview: () => command(reviewStart.name),
  closeSlice: ([first]) => command(sliceClose.name, { slice: first }),
  resolveBlocker: ([first]) => command(blockerResolve.name, { blocker: first }),
  nextActions: () => ({ command: revealRowCommand, arguments: ['section.actions'] }),
  tickPlan: () => command(planSync.name, { apply: true }),
  openPlan: ([first]) => ({ command: openPlanCommand, arguments: [{ plan: first }] }),
  registerPlan: () => command(planRegister.name),
  reviewPlan: ([first]) => command(reviewStart.name, { subject: first }),
};

/** What a click on a reason opens: the place where it is fixed. */
export function remedy({ code, about }: GateReason): RowCommand {
  return remedyCommands[gateReasons[code].remedy](about);
}
