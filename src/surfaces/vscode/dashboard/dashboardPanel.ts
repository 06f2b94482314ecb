import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { repositoryDashboard } from '../../../operations/repository/repositoryDashboard.js';
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
import type { Rooms } from '../room.js';
import { Disposables } from '../support/disposables.js';
import { DashboardFeed, type LoadedDashboard } from './dashboardFeed.js';
import { dashboardHtml } from './dashboardHtml.js';
import { dashboardTexts } from './dashboardTexts.js';
import { presentRefusal, presentReport, withoutRepository } from './presentDashboard.js';

/** All that a page may set off: commands that the palette has as well. */
const commands: Readonly<Record<DashboardAct['act'], string>> = {
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
  readonly #log: Log;
  readonly #owned = new Disposables();

  constructor(panel: vscode.WebviewPanel, extensionUri: vscode.Uri, rooms: Rooms, log: Log) {
    this.#panel = panel;
    this.#rooms = rooms;
    this.#log = log;
    const feed = new DashboardFeed({
      load: offset => this.#load(offset),
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
            ready: async ({ utcOffsetMinutes }) => ({
              locale: vscode.env.language,
              texts: dashboardTexts(),
              snapshot: await feed.open(utcOffsetMinutes),
            }),
            snapshot: async () => feed.snapshot(),
            act: act => this.#act(act),
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

  async #load(utcOffsetMinutes: number): Promise<LoadedDashboard> {
    const room = this.#rooms.active;
    if (room === undefined) return { state: withoutRepository, nextChangeAt: undefined };
    try {
      const report = await room.invoke(repositoryDashboard, { utcOffsetMinutes });
      if (isRefusal(report)) return { state: presentRefusal(room.name, report), nextChangeAt: undefined };
      const state = presentReport(room.name, await room.health(), report);
      return { state, nextChangeAt: Date.parse(report.nextChangeAt) };
    } catch (error) {
      this.#log.error(`The dashboard of ${room.name} could not be read.`, error);
      const message = error instanceof Error ? error.message : String(error);
      return { state: presentRefusal(room.name, { message }), nextChangeAt: undefined };
    }
  }

  async #act(act: DashboardAct): Promise<Record<string, never>> {
    const input = 'ref' in act ? [act.ref] : [];
    try {
      await vscode.commands.executeCommand(commands[act.act], ...input);
    } catch (error) {
      this.#log.error(`The dashboard could not run ${commands[act.act]}.`, error);
      throw new RpcError('refused', l10n.t('That did not work; the Stateroom log says why.'));
    }
    return {};
  }
}
