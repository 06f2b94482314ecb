import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { isRefusal } from '../../domain/refusal/refusal.js';
import { settingKeys } from '../../manifest/settingKeys.js';
import type { Log } from '../../platform/log.js';
import type { RecentLog } from '../../platform/recentLines.js';
import { writeShim } from '../../platform/shim.js';
import { version } from '../../platform/version.js';
import { DashboardKeeper } from '../../records/snapshot/dashboardKeeper.js';
import { ChoiceMemory } from './commands/choiceMemory.js';
import { contributedCommands } from './commands/contributedCommands.js';
import { registerFindingCommands } from './commands/findingCommands.js';
import { moveInQueue } from './commands/moveInQueue.js';
import { registerNowCommands } from './commands/nowCommands.js';
import { registerOperationCommands } from './commands/operationCommands.js';
import { OperationRunner } from './commands/operationRunner.js';
import { registerQueueCommands } from './commands/queueCommands.js';
import { registerCommands } from './commands/registerCommands.js';
import { registerRunCommands } from './commands/runCommands.js';
import { registerSliceDrafts } from './commands/sliceDrafts.js';
import { Undo } from './commands/undo.js';
import { AgentConnections } from './connect/agentConnections.js';
import { ServerLauncher } from './connect/serverLauncher.js';
import { Dashboard } from './dashboard/dashboard.js';
import { registerPageCommands } from './details/pageCommands.js';
import { WorkItemPages } from './details/workItemPages.js';
import { registerFirstRun } from './firstRun/registerFirstRun.js';
import { LaneActRunner } from './lanes/laneActRunner.js';
import type { LaneEnvironment } from './lanes/laneCommands.js';
import { LaneTerminals } from './lanes/laneTerminals.js';
import { registerLanes } from './lanes/registerLanes.js';
import { Links } from './links/links.js';
import { PlanLenses } from './plans/planLenses.js';
import { FindingDecorations } from './problems/findingDecorations.js';
import { showFindingDiagnostics } from './problems/findingDiagnostics.js';
import { registerFindingHover } from './problems/findingHover.js';
import { FindingMarks } from './problems/findingMarks.js';
import { registerFindingQuickFixes } from './problems/findingQuickFixes.js';
import { FindingStore } from './problems/findingStore.js';
import { FindingThreads } from './problems/findingThreads.js';
import { FindingTracker } from './problems/findingTracker.js';
import { RecordPages } from './records/recordPages.js';
import type { RowContributions } from './records/rowActs.js';
import { registerPlaces } from './references/registerPlaces.js';
import { registerReferences } from './references/registerReferences.js';
import { registerReportIssue } from './report/reportIssue.js';
import type { RepositoryEnvironment } from './repository/openRepository.js';
import { RefusalNotice } from './repository/refusalNotice.js';
import { RepositoryManager } from './repository/repositoryManager.js';
import { type RepositoryCondition, RepositoryState } from './repository/repositoryState.js';
import { ReviewDrafts } from './repository/reviewDrafts.js';
import type { RunOperation } from './repository/runOperation.js';
import { finishInstead } from './review/finishReview.js';
import { registerReview } from './review/registerReview.js';
import { ReviewThreads } from './review/reviewThreads.js';
import type { StateroomApi } from './stateroomApi.js';
import { NeedNotices } from './status/needNotices.js';
import { StatusBarItem } from './status/statusBarItem.js';
import { chooseRepository, showStatusMenu } from './status/statusMenu.js';
import { Disposables } from './support/disposables.js';
import { TerminalCommand } from './terminal/terminalCommand.js';
import { registerTimelineCommands } from './timeline/timelineCommands.js';
import { AgentToolset } from './tools/agentToolset.js';
import { ServerDefinitions } from './tools/serverDefinitions.js';
import { TouchedFiles } from './touched/touchedFiles.js';
import { FindingsView } from './views/findings/findingsView.js';
import { LanesView } from './views/lanes/lanesView.js';
import { NeedsYouView } from './views/needsYou/needsYouView.js';
import { NowView } from './views/now/nowView.js';
import { QueueView } from './views/queue/queueView.js';
import { RunsView } from './views/runs/runsView.js';
import { registerWorkflows } from './workflows/registerWorkflows.js';

/** Max time for closing the stores before the window closes anyway, in ms. */
const closingTime = 2000;

export class EditorSurface {
  private readonly log: Log;
  private readonly owned = new Disposables();
  private readonly repositories: RepositoryManager;
  private readonly environment: LaneEnvironment;
  private readonly statusBar: StatusBarItem;
  private readonly review: ReviewThreads;
  private readonly launcher: ServerLauncher;
  private readonly connections: AgentConnections;
  private readonly servers: ServerDefinitions;
  private readonly tools: AgentToolset;
  private readonly links: Links;
  private readonly records: RecordPages;
  /** Repositories whose shim was checked in this window. */
  private readonly shimmed = new Set<string>();

  constructor(
    private readonly context: vscode.ExtensionContext,
    log: RecentLog,
    openLog: () => void,
    compose: () => RepositoryEnvironment,
  ) {
    this.log = log;
    const repositoryEnvironment = compose();
    const { clock, ids, variables } = repositoryEnvironment;
    const memory = context.workspaceState;
    const run: RunOperation = (operation, input, at) => runner.run(operation, input, at);
    const titles = new Map(contributedCommands(context).map(({ command, title }) => [command, title]));
    const notice = new RefusalNotice(log, openLog, titles);
    const undo = this.owned.add(new Undo(notice));
    const repositories = new RepositoryManager(repositoryEnvironment, memory);
    this.repositories = repositories;
    const status = this.owned.add(new RepositoryState(repositories, log));
    const dashboardFile = new DashboardKeeper(async () => {
      const { active } = repositories;
      const context = await active?.contextFor('write', () => ({ role: 'system', name: 'stateroom' }));
      if (context === undefined || isRefusal(context)) return undefined;
      const set = vscode.workspace.getConfiguration('stateroom', active?.folder).get(settingKeys.dashboardFile);
      return (await import('../../records/snapshot/dashboardFile.js')).renewDashboardFile(context, set === true);
    });
    this.owned.add(status.onDidRead(() => dashboardFile.changed()));
    this.owned.add(
      vscode.workspace.onDidChangeConfiguration(change => {
        if (change.affectsConfiguration(`stateroom.${settingKeys.dashboardFile}`)) dashboardFile.changed();
      }),
    );
    this.owned.add({ dispose: () => dashboardFile.stop() });
    const nowView = this.owned.add(new NowView({ status, clock, log, memory, notice }));
    const queueView = this.owned.add(
      new QueueView({
        repositories,
        status,
        clock,
        log,
        memory,
        move: (repository, ids, place) => moveInQueue(repository, ids, place, notice, undo),
      }),
    );
    const drafts = this.owned.add(new ReviewDrafts(memory));
    const needsYouView = this.owned.add(new NeedsYouView({ status, clock, log }));
    const { contributes } = context.extension.packageJSON as { readonly contributes: RowContributions };
    const records = new RecordPages(context.extensionUri, {
      ...{ repositories, clock, log, drafts },
      contributes,
      titleOf: command => titles.get(command) ?? command,
      show: (repository, ref) => pages.show(repository, ref),
      connect: (...page) => this.connections.present(...page),
    });
    this.records = records;
    const pages = this.owned.add(new WorkItemPages(repositories, log, records));
    const viewedFolder = vscode.Uri.joinPath(context.globalStorageUri, 'viewed').fsPath;
    const lanesView = this.owned.add(new LanesView({ status, clock, log, viewedFolder, drafts }));
    const findings = new FindingStore();
    const tracker = this.owned.add(new FindingTracker({ repositories, status, findings, log }));
    const findingsView = this.owned.add(new FindingsView({ status, clock, log, memory, findings, tracker }));
    const runsView = this.owned.add(new RunsView({ status, clock, log }));
    this.review = this.owned.add(new ReviewThreads({ repositories, status, drafts, log }));
    this.statusBar = this.owned.add(new StatusBarItem(status, nowView.taskAtHand));
    this.launcher = new ServerLauncher(context);
    this.connections = new AgentConnections({
      ...{ repositories, pages, notice, log, variables, run, launcher: this.launcher },
      loadFlow: () => import('./records/recordPanel.js'),
      program: { file: context.asAbsolutePath('dist/cli.mjs'), version },
    });
    this.servers = new ServerDefinitions(context, repositories);
    this.tools = this.owned.add(new AgentToolset(context, { repositories, clock, ids, log }));
    const environment: LaneEnvironment = {
      repositories,
      status,
      nowView,
      queueView,
      needsYouView,
      findingsView,
      lanesView,
      runsView,
      laneTerminals: this.owned.add(new LaneTerminals()),
      pages,
      notice,
      undo,
      drafts,
      memory: new ChoiceMemory(memory),
      run,
      finishInstead: (operation, repository, input) => finishInstead(environment, operation, repository, input),
      actOnLane: (act, input, at) => laneActs.run(act, input, at),
      variables,
      clock,
      log,
      openLog,
      showStatus: () => showStatusMenu(environment),
      titleOf: command => titles.get(command)?.replace(/\s*\u2026$/, '') ?? command,
    };
    this.environment = environment;
    const runner = new OperationRunner(environment);
    const laneActs = new LaneActRunner(environment);
    const dashboard = new Dashboard(context.extensionUri, { ...environment, contributes });
    this.links = new Links(environment);
    this.contribute('the commands of the catalogue', () =>
      registerOperationCommands(runner, environment, [...titles.keys()]),
    );
    this.contribute('the commands of the task at hand', () => registerNowCommands(environment));
    this.contribute('the commands of the queue', () => registerQueueCommands(environment));
    this.contribute('the lanes', () => registerLanes(environment, laneActs));
    this.contribute('the commands of the findings', () => registerFindingCommands(environment));
    this.contribute('the commands of investigations', () => registerRunCommands(environment));
    this.contribute('the findings on the code', () =>
      vscode.Disposable.from(
        showFindingDiagnostics(tracker, repositories),
        registerFindingQuickFixes(repositories),
        new FindingMarks(tracker),
        new FindingDecorations(repositories, tracker),
        registerFindingHover(tracker, repositories, log),
        new FindingThreads({ tracker, repositories, status, log }),
      ),
    );
    this.contribute('the review of lanes', () => registerReview(environment, this.review));
    this.contribute('the steps of plans', () => new PlanLenses({ repositories, status, log }));
    this.contribute('the commands of pages', () => registerPageCommands());
    this.contribute('the timeline', () => registerTimelineCommands(environment));
    this.contribute('the pages of records', () => records.register());
    this.contribute('the connections of agents', () => this.connections.register());
    this.contribute('the decisions that close slices', () => registerSliceDrafts(run));
    this.contribute('the record of touched files', () => new TouchedFiles(repositories, log));
    this.contribute('the other commands', () => this.registerCommands(environment));
    this.contribute('the first run', () => registerFirstRun(context, environment, dashboard));
    this.contribute('the dashboard', () => dashboard.register());
    this.contribute('the workflows and the chat participant', () => registerWorkflows(environment));
    this.contribute('the report of an issue', () => registerReportIssue(environment, () => log.recent()));
    this.contribute(
      'the notifications',
      () =>
        new NeedNotices({
          ...{ status, view: needsYouView, clock, log, contributes },
          memory: context.globalState,
          shownPage: () => records.shown,
        }),
    );
    this.contribute('undo', () => undo.register());
    this.contribute('the links from outside', () => this.links.register());
    this.contribute('the tools of language models', () => this.tools.register());
    this.contribute('the command in terminals', () => new TerminalCommand(context, repositories, log));
    this.contribute('the MCP server', () => vscode.Disposable.from(this.servers, this.servers.register()));
    this.contribute('the references to records', () => registerReferences(pages, repositories, log));
    this.contribute('the places in the code that pages name', () => registerPlaces(repositories, log));
    this.owned.add(status.onDidRead(condition => void this.renewShim(condition)));
    void this.start();
  }

  api(activationMs: number): StateroomApi {
    const { nowView, queueView, needsYouView, lanesView, findingsView, runsView, undo } = this.environment;
    return {
      version: 1,
      activationMs,
      now: () => nowView.snapshot(),
      queue: () => queueView.snapshot(),
      needsYou: () => needsYouView.snapshot(),
      lanes: () => lanesView.snapshot(),
      findings: () => findingsView.snapshot(),
      runs: () => runsView.snapshot(),
      review: () => this.review.snapshot(),
      statusBar: () => this.statusBar.shown,
      openLink: uri => this.links.open(uri),
      undo: () => undo.offered,
      record: ref => this.records.page(ref),
      question: (tool, input) => this.tools.question(tool, input),
      servers: () => this.servers.provideMcpServerDefinitions(),
    };
  }

  /** Disposes everything; resolves when the stores are closed, or after two seconds. */
  async close(): Promise<void> {
    this.owned.dispose();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>(resolve => {
      timer = setTimeout(resolve, closingTime);
    });
    await Promise.race([this.repositories.close(), late]);
    clearTimeout(timer);
  }

  /** Registers one part of the surface; if it fails, the others continue. */
  private contribute(what: string, register: () => vscode.Disposable): void {
    try {
      this.owned.add(register());
    } catch (error) {
      this.log.error(`Registering ${what} failed.`, error);
    }
  }

  private registerCommands(environment: LaneEnvironment): vscode.Disposable {
    const { registerCommand } = vscode.commands;
    return vscode.Disposable.from(
      registerCommand('stateroom.showStatus', () => environment.showStatus()),
      registerCommands(environment, {
        next: async () => (await import('./commands/nextNeed.js')).showNextNeed(environment.repositories),
      }),
      registerCommand('stateroom.chooseRepository', () => chooseRepository(environment)),
      registerCommand('stateroom.showLog', () => environment.openLog()),
      registerCommand('stateroom.allCommands', async () => {
        const { runFromAllCommands } = await import('./commands/allCommands.js');
        return runFromAllCommands(this.context);
      }),
    );
  }

  /** Starts following after activation if a repository has a store: one stat per repository. */
  private async start(): Promise<void> {
    try {
      if (await this.repositories.anyStore()) await this.environment.status.wake();
      await this.launcher.renew();
      await this.connections.renewLauncher();
    } catch (error) {
      this.log.error(l10n.t('Could not watch the queue.'), error);
    }
    // The event also fires when the focused window becomes idle for a minute.
    let { focused } = vscode.window.state;
    this.owned.add(
      vscode.window.onDidChangeWindowState(state => {
        if (state.focused && !focused) void this.lookAgain();
        focused = state.focused;
      }),
    );
  }

  /** Looks for stores created while the window was in the background, by an agent or another window. */
  private async lookAgain(): Promise<void> {
    this.repositories.reconcile();
    if (await this.repositories.anyStore()) await this.environment.status.refresh();
  }

  /** Updates the shim next to the store, by which hooks and terminals find the program: an update moves it. */
  private async renewShim({ state, repository }: RepositoryCondition): Promise<void> {
    if (state !== 'ready' || repository === undefined || this.shimmed.has(repository.id) || !vscode.workspace.isTrusted)
      return;
    this.shimmed.add(repository.id);
    try {
      await writeShim(repository.storeDirectory, { file: this.context.asAbsolutePath('dist/cli.mjs'), version });
    } catch (error) {
      this.log.warn(
        `The shim of ${repository.name} could not be written: ${error instanceof Error ? error.message : error}`,
      );
    }
  }
}
