import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { commandOf } from '../../../operations/commandOf.js';
import { queueAdd } from '../../../operations/queue/queueAdd.js';
import { queueAdvance } from '../../../operations/queue/queueAdvance.js';
import { queueNext } from '../../../operations/queue/queueNext.js';
import { queueShow } from '../../../operations/queue/queueShow.js';
import { storeCheck } from '../../../operations/store/storeCheck.js';
import { taskShow } from '../../../operations/task/taskShow.js';
import { commandOfNeed } from '../../../present/needRow.js';
import { revealRowCommand } from '../../../present/workRows.js';
import type { DashboardAct } from '../../../protocol/dashboardContract.js';
import type { DashboardGate } from '../../../protocol/dashboardState.js';
import { gatePage } from '../details/gatePage.js';
import type { WorkItemPages } from '../details/workItemPages.js';
import type { Repositories } from '../repository.js';
import type { DashboardAsked } from './dashboardFeed.js';
import { showSection, showTasks, showTrendRows } from './showNumbers.js';
import type { TaskGates } from './taskGates.js';

/** Acts that are more than a command. */
type OwnAct = 'list' | 'showSection' | 'showTasks' | 'need' | 'openLane' | 'revealLane' | 'openTask' | 'showGate';

/** Everything else that a page may set off: commands that the palette has as well. */
const commands: Readonly<Record<Exclude<DashboardAct['act'], OwnAct>, string>> = {
  reveal: 'stateroom.queue.reveal',
  open: commandOf(queueShow),
  answer: commandOf(queueAdvance),
  add: commandOf(queueAdd),
  claimNext: commandOf(queueNext),
  showNeeds: 'stateroom.showStatus',
  showLanes: 'stateroom.lanes.focus',
  connectAgent: 'stateroom.connectAgent',
  checkStore: commandOf(storeCheck),
  showLog: 'stateroom.showLog',
};

export interface DashboardActsEnvironment {
  readonly repositories: Repositories;
  readonly pages: Pick<WorkItemPages, 'showText'>;
  readonly gates: TaskGates;
}

/** What a dashboard sets off in the editor. */
export class DashboardActs {
  readonly #environment: DashboardActsEnvironment;

  constructor(environment: DashboardActsEnvironment) {
    this.#environment = environment;
  }

  /** Throws what does not work. */
  async run(act: DashboardAct, asked: DashboardAsked): Promise<void> {
    const { repositories, pages } = this.#environment;
    const repository = repositories.active;
    const { executeCommand } = vscode.commands;
    switch (act.act) {
      case 'list':
        if (repository !== undefined) await showTrendRows(repository, act.number, asked, pages);
        break;
      case 'showSection':
        if (repository !== undefined) await showSection(repository, act.section);
        break;
      case 'showTasks':
        if (repository !== undefined) await showTasks(repository, pages);
        break;
      case 'need': {
        const { command, arguments: args } = commandOfNeed(act.need);
        await executeCommand(command, ...args);
        break;
      }
      case 'openLane':
        await executeCommand('stateroom.lane.showPage', { lane: act.ref });
        break;
      case 'revealLane':
        await executeCommand('stateroom.lane.reveal', { lane: act.ref });
        break;
      case 'openTask':
        await executeCommand(commandOf(taskShow), { task: act.ref });
        break;
      case 'showGate':
        await this.#showGate(act.ref, act.gate);
        break;
      default:
        await executeCommand(commands[act.act], ...('ref' in act ? [act.ref] : []));
    }
  }

  /** Its row in the Now view, where what is missing can be fixed; for a task in another worktree, its page. */
  async #showGate(task: string, gate: DashboardGate): Promise<void> {
    const { gates, pages, repositories } = this.#environment;
    const known = gates.of(task);
    const answer = known.state === 'judged' ? known.gates.find(one => one.gate === gate) : undefined;
    if (answer === undefined) return;
    if (task === gates.atHand) {
      const hasRows = answer.reasons.length + answer.warnings.length > 0;
      await vscode.commands.executeCommand(revealRowCommand, hasRows ? `gate.${gate}` : `gate.${gate}.ready`);
      return;
    }
    const title = l10n.t('{0} of {1}', gate, task);
    await pages.showText(repositories.active, `${title}.md`, gatePage(title, answer));
  }
}
