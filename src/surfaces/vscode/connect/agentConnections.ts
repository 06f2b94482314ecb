import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { locateRepository } from '../../../git/repositoryLocation.js';
import { isOfferDue, rememberOffer } from '../../../install/offerRule.js';
import { configurationFolder } from '../../../platform/configurationFolder.js';
import type { Log } from '../../../platform/log.js';
import { isShimCurrent, type ShimProgram } from '../../../platform/shim.js';
import type { RecordState } from '../../../protocol/recordState.js';
import type { OpenRepository } from '../repository/openRepository.js';
import type { RefusalNotice } from '../repository/refusalNotice.js';
import type { RepositoryManager } from '../repository/repositoryManager.js';
import type { RunOperation } from '../repository/runOperation.js';
import type { Repository } from '../repository.js';
import { Disposables } from '../support/disposables.js';
import { asMessage } from '../support/plainText.js';
import type { RecordCommands } from '../support/recordCommands.js';
import { isRecord } from '../views/shownNode.js';
import type { ConnectFlow } from './connectFlow.js';
import type { renewLauncher } from './installRuntime.js';
import { copyEntry, type ServerLauncher } from './serverLauncher.js';

/** Scheme of the documents with a file before and after a change; the query is a `ChangeSide` in JSON. */
export const changeScheme = 'stateroom-install';

export interface ChangeSide {
  readonly repository: string;
  readonly side: 'before' | 'after';
}

export interface ConnectEnvironment {
  readonly repositories: RepositoryManager;
  readonly pages: { showConnections(repository: Repository | undefined): Promise<void> };
  readonly notice: RefusalNotice;
  readonly run: RunOperation;
  readonly log: Log;
  readonly launcher: ServerLauncher;
  readonly program: ShimProgram;
  loadFlow(): Promise<{ ConnectFlow: typeof ConnectFlow; renewLauncher: typeof renewLauncher }>;
  /** Environment of this process, by which the person's own files are found. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  changed(document: vscode.Uri): void;
}

/** Connects coding agents: the page and its command, the offer to a fresh clone, and the launcher of entries. */
export class AgentConnections implements vscode.Disposable {
  readonly #owned = new Disposables();
  readonly #environment: ConnectEnvironment;
  readonly #flows = new Map<string, ConnectFlow>();

  readonly #changes = this.#owned.add(new vscode.EventEmitter<vscode.Uri>());

  constructor(environment: Omit<ConnectEnvironment, 'changed'>) {
    this.#environment = { ...environment, changed: uri => this.#changes.fire(uri) };
  }

  register(): vscode.Disposable {
    const { repositories } = this.#environment;
    const look = (): void => this.#offerAll();
    this.#owned.add(
      vscode.workspace.registerTextDocumentContentProvider(changeScheme, {
        onDidChange: this.#changes.event,
        provideTextDocumentContent: uri => this.#textOf(uri),
      }),
    );
    this.#owned.add(vscode.commands.registerCommand('stateroom.connectAgent', given => this.run(given)));
    this.#owned.add(repositories.onDidChangeList(look));
    this.#owned.add(vscode.workspace.onDidGrantWorkspaceTrust(look));
    look();
    return this;
  }

  dispose(): void {
    this.#owned.dispose();
  }

  /** Shows the page. With `agent`, copies that agent's entry; with `act`, runs a button of the page. */
  async run(given: unknown): Promise<void> {
    const { launcher, pages, repositories } = this.#environment;
    const { act, agent, repository } = isRecord(given) ? given : {};
    if (typeof agent === 'string') await copyEntry(launcher, agent);
    else if (typeof act === 'string') await (await this.#flow(String(repository))).run(act);
    else await pages.showConnections(repositories.active);
  }

  async present(repository: string, ref: string, commands: RecordCommands): Promise<RecordState> {
    return (await this.#flow(repository)).present(ref, commands);
  }

  /** Points the launcher of an earlier install at this version: an update of the extension moves the program. */
  async renewLauncher(): Promise<void> {
    const { variables, program } = this.#environment;
    const folder = configurationFolder(variables);
    if (folder === undefined || !vscode.workspace.isTrusted || !existsSync(join(folder, 'installed.json'))) return;
    if (await isShimCurrent(folder, program)) return;
    const { renewLauncher } = await this.#environment.loadFlow();
    await renewLauncher(variables, program);
  }

  async #flow(repository: string): Promise<ConnectFlow> {
    const [{ ConnectFlow: Flow }, programs] = await Promise.all([
      this.#environment.loadFlow(),
      import('../../programs.js'),
    ]);
    const installer = await programs.loadInstaller();
    const flow = this.#flows.get(repository) ?? new Flow(repository, this.#environment, installer);
    this.#flows.set(repository, flow);
    return flow;
  }

  #textOf({ path, query }: vscode.Uri): string {
    const { repository, side } = JSON.parse(query) as ChangeSide;
    const flow = this.#flows.get(repository);
    if (flow === undefined) return l10n.t('This page showed the result of a command. Run the command again.');
    return flow.textOf(path, side);
  }

  #offerAll(): void {
    const { repositories, log } = this.#environment;
    if (!vscode.workspace.isTrusted) return;
    for (const repository of repositories.all) {
      this.#offer(repository).catch(error => log.error('The offer to a fresh clone failed.', error));
    }
  }

  /** Offers a connection once per clone, counting offers by the command line. */
  async #offer(repository: OpenRepository): Promise<void> {
    const { pages, variables } = this.#environment;
    const { name, top } = repository;
    const clone = top === undefined ? undefined : locateRepository(top);
    if (clone === undefined || isRefusal(clone)) return;
    if (!isOfferDue(clone, variables) || !(await rememberOffer(clone))) return;
    const connect = l10n.t('Connect Agents…');
    const chosen = await vscode.window.showInformationMessage(
      l10n.t(
        '{0} connects coding agents to Stateroom. Its git hooks and your own entries do not come with a clone. Agents that are running have to be restarted afterwards.',
        asMessage(name),
      ),
      connect,
      l10n.t('Not Now'),
    );
    if (chosen !== connect) return;
    (await this.#flow(repository.id)).withGitHooks();
    await pages.showConnections(repository);
  }
}
