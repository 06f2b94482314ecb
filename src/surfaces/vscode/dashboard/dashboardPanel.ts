import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { RefusalError, unlessRefused } from '../../../domain/refusal/refusal.js';
import { queueList } from '../../../operations/queue/queueList.js';
import { systemClock } from '../../../platform/clock.js';
import {
  type DashboardAct,
  type DashboardHostContract,
  type DashboardPageContract,
  dashboardHostContract,
  dashboardPageContract,
} from '../../../protocol/dashboardContract.js';
import { dashboardTexts } from '../../../protocol/dashboardText.js';
import { Rpc } from '../../../protocol/rpc.js';
import { RpcError } from '../../../protocol/rpcMessage.js';
import type { WorkGraph } from '../../../protocol/workGraph.js';
import type { CommandEnvironment } from '../commands/commandEnvironment.js';
import type { RowContributions } from '../records/rowActs.js';
import type { Repository } from '../repository.js';
import { Disposables } from '../support/disposables.js';
import { translate } from '../support/translate.js';
import { channelTo, drawPage } from '../support/webviewPage.js';
import { runDashboardAct } from './dashboardActs.js';
import { DashboardFeed } from './dashboardFeed.js';
import { LaneFacts } from './laneFacts.js';
import { readDashboard } from './readDashboard.js';
import { RowButtons } from './rowButtons.js';
import { type ChartFile, saveChart } from './saveChart.js';
import { severityTexts } from './severityTexts.js';
import { TaskGates } from './taskGates.js';

export interface DashboardEnvironment extends CommandEnvironment {
  readonly contributes: RowContributions;
}

/** One dashboard in an editor tab; it shows the active repository and writes nothing itself. */
export class DashboardPanel implements vscode.Disposable {
  readonly #environment: DashboardEnvironment;
  readonly #gates: TaskGates;
  readonly #facts: LaneFacts;
  readonly #owned = new Disposables();

  constructor(panel: vscode.WebviewPanel, extensionUri: vscode.Uri, environment: DashboardEnvironment) {
    const { repositories, nowView, log, contributes } = environment;
    this.#environment = environment;
    const reading = { clock: systemClock, log, isTrusted: () => vscode.workspace.isTrusted };
    this.#gates = new TaskGates({ taskAtHand: nowView.taskAtHand, ...reading });
    this.#facts = new LaneFacts(reading);
    const feed = new DashboardFeed({
      load: async (request, reach) => {
        const repository = repositories.active;
        const buttons = new RowButtons(contributes, vscode.workspace.isTrusted);
        return {
          ...(await readDashboard(repository, request, {
            reach,
            gates: this.#gates,
            facts: this.#facts,
            log,
            buttons,
          })),
          repository: repository?.id,
          buttons,
        };
      },
      subscribe: changed => this.#subscribe(changed),
      push: snapshot => rpc.emit('state', snapshot),
      clock: systemClock,
    });
    const rpc = new Rpc<DashboardHostContract, DashboardPageContract>(channelTo(panel), {
      local: dashboardHostContract,
      remote: dashboardPageContract,
      handlers: {
        requests: {
          ready: async request => ({
            locale: vscode.env.language,
            texts: dashboardTexts(translate, severityTexts()),
            snapshot: await feed.open(request),
          }),
          charts: () => feed.charts(),
          graph: () => readGraph(repositories.active),
          filter: filter => feed.narrow(filter),
          act: act => {
            if (feed.shownRepository !== repositories.active?.id) throw anotherRepository();
            return this.#act(act, feed);
          },
          save: file => this.#save(file),
        },
        events: {
          violation: ({ directive, blocked }) => log.warn(`The dashboard’s policy stopped ${directive}: ${blocked}`),
          failure: ({ message }) => log.error(`The dashboard failed: ${message}`),
        },
      },
      onProblem: (problem, error) => log.error(`Dashboard: ${problem}.`, error),
    });
    this.#owned.add(panel);
    this.#owned.add({ dispose: () => feed.sleep() });
    this.#owned.add(rpc);
    this.#owned.add(
      panel.onDidChangeViewState(() => {
        if (!panel.visible) feed.sleep();
      }),
    );
    this.#owned.add(panel.onDidDispose(() => this.dispose()));
    panel.iconPath = new vscode.ThemeIcon('dashboard');
    drawPage(panel, extensionUri, {
      name: 'dashboard',
      title: l10n.t('Stateroom Home'),
      loading: l10n.t('Loading the queue…'),
    });
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #subscribe(changed: () => void): () => void {
    const onStore = (): void => {
      this.#gates.request();
      this.#facts.request();
      changed();
    };
    const { repositories } = this.#environment;
    let repository = repositories.active?.onDidChange(onStore);
    const active = repositories.onDidChangeActive(next => {
      repository?.dispose();
      repository = next?.onDidChange(onStore);
      changed();
    });
    this.#gates.start(changed);
    this.#facts.start(changed);
    return () => {
      this.#gates.stop();
      this.#facts.stop();
      active.dispose();
      repository?.dispose();
    };
  }

  async #act(act: DashboardAct, feed: DashboardFeed): Promise<Record<string, never>> {
    const { repositories, notice, log } = this.#environment;
    try {
      await runDashboardAct(act, feed, this.#environment, this.#gates);
    } catch (error) {
      // Like the palette's commands: with the next step.
      if (error instanceof RefusalError) {
        notice.show(error.refusal, repositories.active);
        return {};
      }
      log.error(`The dashboard could not ${act.act}.`, error);
      throw new RpcError('refused', l10n.t('The action failed. See the Stateroom log for details.'));
    }
    return {};
  }

  /** Saves a chart, the only file that a dashboard writes, where the person chooses in the editor's dialog. */
  async #save(file: ChartFile): Promise<{ saved: boolean }> {
    const { repositories, log } = this.#environment;
    try {
      return { saved: await saveChart(repositories.active?.folder, file) };
    } catch (error) {
      log.error(`The chart ${file.name} could not be saved.`, error);
      throw new RpcError('refused', l10n.t('Could not save the chart. Choose another location.'));
    }
  }
}

/** Max open work items that are read for the graph. */
const maxRead = 2000;

async function readGraph(repository: Repository | undefined): Promise<WorkGraph> {
  const found = await repository?.invoke(queueList, { order: 'open', limit: maxRead });
  const items = found === undefined ? [] : unlessRefused(found).items.filter(({ section }) => section !== 'done');
  return (await import('./workGraph.js')).layOutWork(items);
}

/** Refuses an act of a page that still shows the previous repository: its `W-12` would be a different item. */
function anotherRepository(): RpcError {
  return new RpcError('refused', l10n.t('Still loading the repository. Try again in a moment.'));
}
