import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { systemClock } from '../../../platform/clock.js';
import type { Log } from '../../../platform/log.js';
import {
  type DashboardAct,
  type DashboardHostContract,
  type DashboardPageContract,
  dashboardHostContract,
  dashboardPageContract,
} from '../../../protocol/dashboardContract.js';
import { Rpc } from '../../../protocol/rpc.js';
import { RpcError } from '../../../protocol/rpcMessage.js';
import type { WorkItemPages } from '../details/workItemPages.js';
import type { Rooms } from '../room.js';
import { Disposables } from '../support/disposables.js';
import { type DashboardAsked, DashboardFeed } from './dashboardFeed.js';
import { dashboardHtml } from './dashboardHtml.js';
import { dashboardTexts } from './dashboardTexts.js';
import { readDashboard } from './readDashboard.js';
import { saveChart } from './saveChart.js';
import { showSection, showTrendRows } from './showNumbers.js';

type Pages = Pick<WorkItemPages, 'showText'>;

/** What a dashboard needs of the rest of the editor. */
export interface DashboardEnvironment {
  readonly rooms: Rooms;
  readonly pages: Pages;
  readonly log: Log;
}

/** All that a page may set off: commands that the palette has as well. */
const commands: Readonly<Record<Exclude<DashboardAct['act'], 'list' | 'showSection'>, string>> = {
  reveal: 'stateroom.queue.reveal',
  open: 'stateroom.queue.show',
  answer: 'stateroom.queue.advance',
  add: 'stateroom.queue.add',
  claimNext: 'stateroom.queue.next',
  connectAgent: 'stateroom.connectAgent',
  checkStore: 'stateroom.store.check',
  showLog: 'stateroom.showLog',
};

/** One dashboard in an editor tab; it shows the active repository and writes nothing itself. */
export class DashboardPanel implements vscode.Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #rooms: Rooms;
  readonly #pages: Pages;
  readonly #log: Log;
  readonly #owned = new Disposables();

  constructor(panel: vscode.WebviewPanel, extensionUri: vscode.Uri, { rooms, pages, log }: DashboardEnvironment) {
    this.#panel = panel;
    this.#rooms = rooms;
    this.#pages = pages;
    this.#log = log;
    const feed = new DashboardFeed({
      load: asked => readDashboard(rooms.active, asked, log),
      subscribe: changed => this.#subscribe(changed),
      push: patch => rpc.emit('patch', patch),
      clock: systemClock,
    });
    const { webview } = panel;
    const rpc = new Rpc<DashboardHostContract, DashboardPageContract>(
      {
        // The promise of postMessage may never settle; a page that is gone asks anew when it comes back.
        post: message => void webview.postMessage(message),
        listen: listener => {
          const subscription = webview.onDidReceiveMessage(listener);
          return () => subscription.dispose();
        },
      },
      {
        local: dashboardHostContract,
        remote: dashboardPageContract,
        handlers: {
          requests: {
            ready: async asked => ({
              locale: vscode.env.language,
              texts: dashboardTexts(),
              snapshot: await feed.open(asked),
            }),
            snapshot: async () => feed.snapshot(),
            filter: filter => feed.narrow(filter),
            act: act => this.#act(act, feed.asked),
            save: file => this.#save(file),
          },
          events: {
            violation: ({ directive, blocked }) => log.warn(`The dashboard’s policy stopped ${directive}: ${blocked}`),
            failure: ({ message }) => log.error(`The dashboard failed: ${message}`),
          },
        },
        onProblem: (problem, error) => log.error(`Dashboard: ${problem}.`, error),
      },
    );
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
    this.#draw(extensionUri);
  }

  reveal(): void {
    this.#panel.reveal();
  }

  onDidDispose(listener: () => void): void {
    this.#owned.add(this.#panel.onDidDispose(listener));
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #draw(extensionUri: vscode.Uri): void {
    const { webview } = this.#panel;
    const dist = vscode.Uri.joinPath(extensionUri, 'dist');
    webview.options = {
      enableScripts: true,
      enableForms: false,
      localResourceRoots: [dist, vscode.Uri.joinPath(extensionUri, 'media')],
    };
    const addressOf = (file: string): string => webview.asWebviewUri(vscode.Uri.joinPath(dist, file)).toString();
    webview.html = dashboardHtml({
      language: vscode.env.language,
      title: l10n.t('Stateroom Dashboard'),
      source: webview.cspSource,
      nonce: randomBytes(16).toString('base64url'),
      script: addressOf('dashboard.js'),
      style: addressOf('dashboard.css'),
      icons: addressOf('codicon.css'),
      loading: l10n.t('Reading the queue…'),
      lost: l10n.t('The editor does not answer. The Stateroom log may say why.'),
      retry: l10n.t('Try Again'),
    });
  }

  #subscribe(changed: () => void): () => void {
    let room = this.#rooms.active?.onDidChange(changed);
    const active = this.#rooms.onDidChangeActive(next => {
      room?.dispose();
      room = next?.onDidChange(changed);
      changed();
    });
    return () => {
      active.dispose();
      room?.dispose();
    };
  }

  async #act(act: DashboardAct, asked: DashboardAsked): Promise<Record<string, never>> {
    try {
      await this.#run(act, asked);
    } catch (error) {
      this.#log.error(`The dashboard could not ${act.act}.`, error);
      throw new RpcError('refused', l10n.t('That did not work; the Stateroom log says why.'));
    }
    return {};
  }

  async #run(act: DashboardAct, asked: DashboardAsked): Promise<void> {
    const room = this.#rooms.active;
    switch (act.act) {
      case 'list':
        if (room !== undefined) await showTrendRows(room, act.number, asked, this.#pages);
        break;
      case 'showSection':
        if (room !== undefined) await showSection(room, act.section);
        break;
      default:
        await vscode.commands.executeCommand(commands[act.act], ...('ref' in act ? [act.ref] : []));
    }
  }

  /** The one file that a dashboard writes is one that the person chooses in the editor's own dialog. */
  async #save(file: { name: string; format: 'svg' | 'png' | 'csv'; content: string }): Promise<{ saved: boolean }> {
    try {
      return { saved: await saveChart(this.#rooms.active?.folder, file) };
    } catch (error) {
      this.#log.error(`The chart ${file.name} could not be saved.`, error);
      throw new RpcError('refused', l10n.t('The chart could not be saved; choose another place.'));
    }
  }
}
