import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { loadLaneOperations } from '../../../operations/loadLaneCatalogue.js';
import { queueAdd } from '../../../operations/queue/queueAdd.js';
import { queueNext } from '../../../operations/queue/queueNext.js';
import { storeCheck } from '../../../operations/store/storeCheck.js';
import type { DashboardAct } from '../../../protocol/dashboardContract.js';
import type { DashboardGate } from '../../../protocol/dashboardState.js';
import type { CommandEnvironment } from '../commands/commandEnvironment.js';
import { NowCommands } from '../commands/nowCommands.js';
import { gatePage } from '../details/gatePage.js';
import type { DashboardFeed } from './dashboardFeed.js';
import { showSection, showTrendRows } from './showNumbers.js';
import type { TaskGates } from './taskGates.js';

/** Runs an act of the page in the editor. Throws refusals and failures. */
export async function runDashboardAct(
  act: DashboardAct,
  feed: Pick<DashboardFeed, 'asked' | 'commandOf'>,
  environment: CommandEnvironment,
  gates: TaskGates,
): Promise<unknown> {
  const { repositories, pages, run, openLog } = environment;
  const { active } = repositories;
  switch (act.act) {
    case 'list':
      return active && showTrendRows(active, act.number, feed.asked, pages);
    case 'showSection':
      return active && showSection(environment, active, act.section);
    case 'row': {
      const pressed = feed.commandOf(act.id);
      // No command: the row has changed, and the page is about to show it.
      return pressed && vscode.commands.executeCommand(pressed.command, ...pressed.arguments);
    }
    case 'open':
      return active && pages.show(active, act.ref);
    case 'showGate':
      return showGate(act.ref, act.gate);
    case 'add':
      return run(queueAdd, {});
    case 'claimNext':
      return run(queueNext, {});
    case 'nextNeed':
      return (await import('../commands/nextNeed.js')).showNextNeed(repositories);
    case 'connectAgent':
      return pages.showConnections(active);
    case 'startControl':
      return run((await loadLaneOperations()).controlStart, {});
    case 'stopControl':
      return run((await loadLaneOperations()).controlStop, {});
    case 'readControl':
      return run((await loadLaneOperations()).controlRead, {});
    case 'checkStore':
      return run(storeCheck, {});
    case 'showLog':
      return openLog();
  }

  /** Reveals the gate's row in the Now view, or opens the page of a task in another worktree. */
  async function showGate(task: string, gate: DashboardGate): Promise<void> {
    const cached = gates.of(task);
    const answer = cached.state === 'judged' ? cached.gates.find(one => one.gate === gate) : undefined;
    if (answer === undefined) return;
    if (task === gates.atHand) {
      const hasRows = answer.reasons.length + answer.warnings.length > 0;
      return new NowCommands(environment).revealRow(hasRows ? `gate.${gate}` : `gate.${gate}.ready`);
    }
    const title = l10n.t('{0} of {1}', gate, task);
    return pages.showText(active, `${title}.md`, gatePage(title, answer));
  }
}
