import { l10n } from 'vscode';
import { oneLine } from '../../../../domain/text/oneLine.js';
import { type GateReason, type Remedy, remedyOf } from '../../../../gates/gate.js';
import { commandOf } from '../../../../operations/commandOf.js';
import type { GateAnswer } from '../../../../operations/gate/gateCheck.js';
import { gateSteps } from '../../../../operations/gateSteps.js';
import { openFindingCommand } from '../../../../present/findingRow.js';
import type { NowRow } from '../../../../present/nowRow.js';
import { chooseTaskCommand } from '../../../../present/taskRows.js';
import { labelled, type RowCommand } from '../../../../present/viewRow.js';
import { openPlanCommand, revealRowCommand } from '../../../../present/workRows.js';
import { inEditorsLanguage } from '../../support/inEditorsLanguage.js';

/** Runs a command as evidence; takes `about`: an `E-4` to run again, or a command. */
export const proveCommand = 'stateroom.now.prove';

export type GateState =
  | { readonly state: 'judging' }
  | { readonly state: 'judged'; readonly gates: readonly GateAnswer[] }
  | { readonly state: 'unknown'; readonly reason: string };

export const shownGates = ['review-ready', 'close-check'] as const;

/** Returns a row per gate with its reasons below; a click on a reason opens its remedy. */
export function gateRows(gates: GateState): NowRow[] {
  if (gates.state === 'judged') return gates.gates.map(gateRow);
  const isJudging = gates.state === 'judging';
  const description = isJudging ? l10n.t('checking…') : l10n.t('not checked');
  return shownGates.map(name => ({
    // The editor stores the folded state by id, so a row without children needs another id.
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

function findingChildren(gate: string, reason: GateReason): NowRow[] {
  const { code, about } = reason;
  if (remedyOf(reason) !== 'openFindings' || about.length < 2) return [];
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

const sourceControl = (): RowCommand => ({ command: 'workbench.view.scm', arguments: [] });
const prove = (about?: string): RowCommand => ({
  command: proveCommand,
  arguments: about === undefined ? [] : [{ about }],
});

/** Remedies for which the editor has a better place than the operation of their first step. */
const places: Partial<Readonly<Record<Remedy, (about: readonly string[]) => RowCommand>>> = {
  chooseTask: () => ({ command: chooseTaskCommand, arguments: [] }),
  commit: sourceControl,
  sourceControl,
  openFindings: ([first, ...others]) =>
    first !== undefined && others.length === 0
      ? { command: openFindingCommand, arguments: [first] }
      : { command: 'stateroom.findings.focus', arguments: [] },
  prove: ([first]) => prove(first),
  nameProof: () => ({ command: 'stateroom.requireCommand', arguments: [] }),
  nextActions: () => ({ command: revealRowCommand, arguments: ['section.actions'] }),
  openPlan: ([first]) => ({ command: openPlanCommand, arguments: [{ plan: first }] }),
};

/** Returns the command of a click on a reason: its place in the editor, or the command of its first step. */
export function remedy(reason: GateReason): RowCommand | undefined {
  const open = places[remedyOf(reason)];
  if (open !== undefined) return open(reason.about);
  const [step] = gateSteps(reason);
  return step && { command: commandOf(step.operation), arguments: [step.input] };
}
