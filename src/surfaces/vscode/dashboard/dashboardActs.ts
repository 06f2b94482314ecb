import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { commandOf } from '../../../operations/commandOf.js';
import { queueAdd } from '../../../operations/queue/queueAdd.js';
import { queueNext } from '../../../operations/queue/queueNext.js';
import { storeCheck } from '../../../operations/store/storeCheck.js';
import { revealRowCommand } from '../../../present/workRows.js';
import type { DashboardAct } from '../../../protocol/dashboardContract.js';
import type { DashboardGate } from '../../../protocol/dashboardState.js';
import { gatePage } from '../details/gatePage.js';
import type { WorkItemPages } from '../details/workItemPages.js';
import type { Repositories } from '../repository.js';
import type { DashboardFeed } from './dashboardFeed.js';
import { showSection, showTasks, showTrendRows } from './showNumbers.js';
import type { TaskGates } from './taskGates.js';

type OwnAct = 'list' | 'showSection' | 'showTasks' | 'row' | 'open' | 'revealLane' | 'showGate';

/** Commands of all other acts; the palette has them too. */
const commands: Readonly<Record<Exclude<DashboardAct['act'], OwnAct>, string>> = {
  reveal: 'stateroom.queue.reveal',
  add: commandOf(queueAdd),
  claimNext: commandOf(queueNext),
  connectAgent: 'stateroom.connectAgent',
  checkStore: commandOf(storeCheck),
  showLog: 'stateroom.showLog',
};

export interface DashboardActsEnvironment {
  readonly repositories: Repositories;
  readonly pages: Pick<WorkItemPages, 'show' | 'showText'>;
  readonly gates: TaskGates;
}

/** Runs an act of the page in the editor. Throws refusals and failures. */
export async function runDashboardAct(
  act: DashboardAct,
  feed: Pick<DashboardFeed, 'asked' | 'commandOf'>,
  { repositories: { active }, pages, gates }: DashboardActsEnvironment,
): Promise<void> {
  const { executeCommand } = vscode.commands;
  switch (act.act) {
    case 'list':
      return active && showTrendRows(active, act.number, feed.asked, pages);
    case 'showSection':
      return active && showSection(active, act.section);
    case 'showTasks':
      return active && showTasks(active, pages);
    case 'row': {
      const pressed = feed.commandOf(act.id);
      // No command: the row has changed, and the page is about to show it.
      return pressed && executeCommand(pressed.command, ...pressed.arguments);
    }
    case 'revealLane':
      return executeCommand('stateroom.lane.reveal', { lane: act.ref });
    case 'open':
      return active && pages.show(active, act.ref);
    case 'showGate':
      return showGate(act.ref, act.gate);
    default:
      return executeCommand(commands[act.act], ...('ref' in act ? [act.ref] : []));
  }

  /** Reveals the gate's row in the Now view, where problems can be fixed; opens a page for a task in another worktree. */
  async function showGate(task: string, gate: DashboardGate): Promise<void> {
    const cached = gates.of(task);
    const answer = cached.state === 'judged' ? cached.gates.find(one => one.gate === gate) : undefined;
    if (answer === undefined) return;
    if (task === gates.atHand) {
      const hasRows = answer.reasons.length + answer.warnings.length > 0;
      return executeCommand(revealRowCommand, hasRows ? `gate.${gate}` : `gate.${gate}.ready`);
    }
    const title = l10n.t('{0} of {1}', gate, task);
    return pages.showText(active, `${title}.md`, gatePage(title, answer));
  }
}
