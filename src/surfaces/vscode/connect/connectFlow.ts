import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { InstallScope } from '../../../domain/agent/agent.js';
import { agents as allAgents } from '../../../domain/agent/agents.js';
import { isRefusal, type Refusal } from '../../../domain/refusal/refusal.js';
import { locateRepository } from '../../../git/repositoryLocation.js';
import type { InstallPlan } from '../../../install/install.js';
import type * as installerOf from '../../../install/installer.js';
import { type InstallPlace, isUsed, projectPlace, userPlace } from '../../../install/installPlace.js';
import type { Ledger } from '../../../install/ledger.js';
import { hasGitHooks, rememberOffer } from '../../../install/offerRule.js';
import type { Drift } from '../../../install/shownPlan.js';
import type { InstalledProgram } from '../../../install/wanted.js';
import { hooksInstall } from '../../../operations/hooks/hooksInstall.js';
import type { RecordState } from '../../../protocol/recordState.js';
import { standingOf } from '../repository/repositoryRef.js';
import type { RecordCommands } from '../support/recordCommands.js';
import { translate } from '../support/translate.js';
import { type ChangeSide, type ConnectEnvironment, changeScheme } from './agentConnections.js';
import { installedProgram } from './installRuntime.js';
import { changeLine, connectable, isOtherAct, keptLines, presentAgents, presentRestricted } from './presentAgents.js';

export type Installer = typeof installerOf;

/** One install place: its ledger, and its state as seen by an install of all agents. */
export interface ConnectPlace {
  readonly place: InstallPlace;
  readonly ledger: Ledger | undefined;
  readonly overview: InstallPlan | Refusal;
}

export interface ConnectState {
  /** The person's own place and, in a repository, that of the repository. */
  readonly places: readonly ConnectPlace[];
  readonly chosen: ConnectPlace;
  /** Harnesses of the selected agents; ids of the selected parts. */
  readonly agents: ReadonlySet<string>;
  readonly parts: ReadonlySet<string>;
  /** Undefined if there are none to install. */
  readonly gitHooks: boolean | undefined;
  /** Harnesses of the agents that seem to be in use. */
  readonly found: ReadonlySet<string>;
  /** Undefined if there is nothing to write or remove. */
  readonly plan: InstallPlan | Refusal | undefined;
  /** Differences from the last install; undefined until requested. */
  readonly drift: readonly Drift[] | undefined;
  /** Harnesses of agents whose own files show that the user has granted the permissions they ask for. */
  readonly granted: ReadonlySet<string>;
  readonly isWritten: boolean;
}

/** Choices and buttons of the page that connects agents, for a repository of the window or without one. */
export class ConnectFlow {
  readonly #repository: string;
  readonly #environment: ConnectEnvironment;
  readonly #installer: Installer;
  #program: Promise<InstalledProgram> | undefined;
  #scope: InstallScope = 'user';
  /** Undefined until the place has been read. */
  #ticked: { readonly agents: Set<string>; readonly parts: Set<string> } | undefined;
  #gitHooks = false;
  #isChecked = false;
  #isWritten = false;
  #state: ConnectState | undefined;
  /** Source of the documents with changes. */
  #shown: InstallPlan | undefined;

  constructor(repository: string, environment: ConnectEnvironment, installer: Installer) {
    this.#repository = repository;
    this.#installer = installer;
    this.#environment = environment;
  }

  withGitHooks(): void {
    this.#gitHooks = true;
  }

  async present(ref: string, commands: RecordCommands): Promise<RecordState> {
    if (!vscode.workspace.isTrusted) return presentRestricted(ref, commands);
    this.#state = await this.#read();
    return presentAgents(ref, this.#state, this.#repository, commands, this.#installer);
  }

  /** Runs a button or checkbox of the page, by its id: `connect`, `agent.codex`. */
  async run(act: string): Promise<void> {
    if (!vscode.workspace.isTrusted || this.#state === undefined) return;
    const [kind = '', name = ''] = act.split(/\.(.*)/s);
    const isOf = (state: ConnectState) => (scope: string) => state.places.some(({ place }) => place.scope === scope);
    switch (kind) {
      case 'scope':
        if (isOf(this.#state)(name)) this.#scope = name as InstallScope;
        this.#ticked = undefined;
        break;
      case 'agent':
        toggle(this.#ticked?.agents, name);
        break;
      case 'part':
        toggle(this.#ticked?.parts, name);
        break;
      case 'gitHooks':
        this.#gitHooks = !this.#gitHooks;
        break;
      case 'check':
        this.#isChecked = true;
        return;
      case 'changes':
        return this.#showChanges(this.#state, name);
      case 'overwrite':
        return this.#overwrite(this.#state, name);
      case 'connect':
        return this.#connect(this.#state);
      case 'disconnect':
        return this.#disconnect(this.#state);
    }
    this.#isChecked = false;
    this.#isWritten = false;
  }

  textOf(path: string, side: ChangeSide['side']): string {
    return this.#shown?.files.find(file => vscode.Uri.file(file.path).path === path)?.[side] ?? '';
  }

  /** The repository with the locations of its worktree and git hooks; undefined without a worktree. */
  get #clone() {
    const repository = this.#environment.repositories.all.find(({ id }) => id === this.#repository);
    const location = repository?.top === undefined ? undefined : locateRepository(repository.top);
    if (repository?.top === undefined || location === undefined || isRefusal(location)) return undefined;
    return { repository, top: repository.top, ...location };
  }

  async #read(): Promise<ConnectState> {
    const { variables, program: file } = this.#environment;
    const { driftOf, optionalParts, planInstall, planUninstall, readLedger, rootsIn, trustSteps } = this.#installer;
    this.#program ??= installedProgram(variables, file);
    const program = await this.#program;
    const clone = this.#clone;
    const found = [userPlace(variables), clone && projectPlace(clone.top, variables)];
    const places: ConnectPlace[] = [];
    for (const place of found.filter(each => each !== undefined)) {
      const overview = await planInstall(place, { agents: connectable, known: allAgents, without: [], program });
      const ledger = isRefusal(overview) ? undefined : readLedger(overview.ledger.before ?? '');
      places.push({ place, ledger, overview });
    }
    const chosen = places.find(({ place }) => place.scope === this.#scope) ?? places[0];
    if (chosen === undefined) throw new Error(l10n.t('There is no home directory: HOME is not set.'));
    const { place, ledger, overview } = chosen;
    this.#scope = place.scope;
    const used = connectable.filter(agent => isUsed(place, agent)).map(({ harness }) => harness);
    this.#ticked ??= {
      agents: new Set([...(ledger?.agents ?? []), ...used]),
      parts: new Set(optionalParts.filter(part => ledger?.without?.includes(part) !== true)),
    };
    const { agents, parts } = this.#ticked;
    const request = { known: allAgents, program };
    const without = optionalParts.filter(part => !parts.has(part));
    const wanted = connectable.filter(({ harness }) => agents.has(harness));
    const plan = isRefusal(overview)
      ? overview
      : wanted.length > 0
        ? await planInstall(place, { ...request, agents: wanted, without, replaces: true })
        : await planUninstall(place);
    const installed = this.#isChecked ? await planInstall(place, { ...request, agents: [] }) : undefined;
    const pieces = isRefusal(overview) ? [] : overview.files.flatMap(file => file.pieces);
    const steps = await trustSteps(place, pieces, clone === undefined ? [] : rootsIn(clone));
    const isOpen = (harness: string) => steps.some(({ agent, done }) => agent === harness && done !== true);
    return {
      granted: new Set(steps.map(({ agent }) => agent).filter(harness => !isOpen(harness))),
      ...{ places, chosen, agents, parts, plan, isWritten: this.#isWritten, found: new Set(used) },
      gitHooks: clone === undefined || hasGitHooks(clone) ? undefined : this.#gitHooks,
      drift: installed === undefined || isRefusal(installed) ? undefined : driftOf(installed),
    };
  }

  async #showChanges({ plan }: ConnectState, shown: string): Promise<void> {
    if (plan === undefined || isRefusal(plan)) return;
    const groups = this.#installer.changedFiles(plan, translate);
    await this.#showFiles(plan, shown, groups.find(group => group.shown === shown)?.files ?? []);
  }

  async #showFiles(plan: InstallPlan, shown: string, files: InstallPlan['files']): Promise<void> {
    this.#shown = plan;
    const sides = files.map(file => {
      const resource = vscode.Uri.file(file.path);
      const [before, after] = (['before', 'after'] as const).map(side => {
        const query: ChangeSide = { repository: this.#repository, side };
        return vscode.Uri.from({ scheme: changeScheme, path: resource.path, query: JSON.stringify(query) });
      }) as [vscode.Uri, vscode.Uri];
      return { file, resource, before, after };
    });
    for (const { before, after } of sides) for (const uri of [before, after]) this.#environment.changed(uri);
    const title = l10n.t('{0} (Connect Agents)', shown);
    const [first, ...others] = sides;
    if (first === undefined) return;
    if (others.length === 0) {
      await vscode.commands.executeCommand('vscode.diff', first.before, first.after, title, { preview: true });
      return;
    }
    const rows = sides.map(({ file, resource, before, after }) => [
      resource,
      file.before === undefined ? undefined : before,
      file.after === undefined ? undefined : after,
    ]);
    await vscode.commands.executeCommand('vscode.changes', title, rows);
  }

  async #connect(state: ConnectState): Promise<void> {
    const { plan, chosen, gitHooks } = state;
    if (isRefusal(plan)) return;
    const changes = plan === undefined ? [] : this.#installer.changedFiles(plan, translate);
    const isUsers = chosen.place.scope === 'user';
    const [question, yes] = isOtherAct(state)
      ? [l10n.t('Apply these changes?'), l10n.t('Apply')]
      : [
          isUsers
            ? l10n.t('Connect agents for you, in all your repositories?')
            : l10n.t('Connect agents for everyone in this repository?'),
          l10n.t('Connect'),
        ];
    const approves = plan !== undefined && this.#installer.grantedTo(plan).agents.length > 0;
    const lines = [
      ...changes.map(changeLine),
      ...(gitHooks ? [l10n.t('+ git hooks of this repository')] : []),
      ...(approves
        ? [
            '',
            l10n.t('The agents may call Stateroom’s tools without asking, including evidence, which runs any command.'),
          ]
        : []),
    ];
    const options = { modal: true, detail: lines.join('\n') };
    if ((await vscode.window.showInformationMessage(question, options, yes)) !== yes) return;
    if (plan !== undefined && !(await this.#write(plan))) return;
    const clone = this.#clone;
    if (clone === undefined) return;
    // The person who connected the repository needs no offer to connect its agents.
    if (!isUsers) await rememberOffer(clone);
    if (gitHooks) await this.#environment.run(hooksInstall, {}, standingOf(clone.repository));
  }

  /** Shows the diff for overwriting edits; once confirmed, writes it and the missing parts of the last install. */
  async #overwrite({ chosen }: ConnectState, shown: string): Promise<void> {
    const { changedFiles, planInstall } = this.#installer;
    const program = await this.#program;
    if (program === undefined) return;
    const plan = await planInstall(chosen.place, { agents: [], known: allAgents, program, overwrites: shown });
    if (isRefusal(plan)) return;
    await this.#showFiles(
      plan,
      shown,
      plan.files.filter(file => file.shown === shown),
    );
    const yes = l10n.t('Write Over');
    const options = { modal: true, detail: changedFiles(plan, translate).map(changeLine).join('\n') };
    const question = l10n.t('Write over your edits in {0}?', shown);
    if ((await vscode.window.showWarningMessage(question, options, yes)) === yes) await this.#write(plan);
  }

  async #disconnect({ chosen }: ConnectState): Promise<void> {
    const { changedFiles, planUninstall } = this.#installer;
    const plan = await planUninstall(chosen.place);
    if (plan === undefined || isRefusal(plan)) return;
    const yes = l10n.t('Disconnect');
    const question =
      chosen.place.scope === 'user'
        ? l10n.t('Disconnect all agents that are connected for you?')
        : l10n.t('Disconnect all agents that are connected for this repository?');
    const stays = [
      ...keptLines(plan.files, this.#installer),
      ...(this.#hasGitHooks ? [l10n.t('= git hooks of this repository')] : []),
    ];
    const lines = [
      ...changedFiles(plan, translate).map(changeLine),
      ...(stays.length > 0 ? ['', l10n.t('This stays:'), ...stays] : []),
    ];
    const options = { modal: true, detail: lines.join('\n') };
    if ((await vscode.window.showWarningMessage(question, options, yes)) !== yes) return;
    if (await this.#write(plan)) this.#ticked?.agents.clear();
  }

  get #hasGitHooks(): boolean {
    const clone = this.#clone;
    return clone !== undefined && hasGitHooks(clone);
  }

  /** Writes all files or none; false if none. */
  async #write(plan: InstallPlan): Promise<boolean> {
    const { notice, log } = this.#environment;
    this.#isChecked = false;
    try {
      await this.#installer.applyPlan(plan);
      this.#isWritten = plan.files.some(({ before, after }) => before !== after);
      return true;
    } catch (error) {
      const { name, message } = error as Error;
      if (name === 'FileChanged' || name === 'InstallBusy') {
        log.warn(message);
        void vscode.window.showWarningMessage(
          name === 'FileChanged'
            ? l10n.t('A file was changed in the meantime, so nothing was written. Try again.')
            : l10n.t('Another process is installing. Try again once it has finished.'),
        );
      } else notice.showError(l10n.t('Nothing was written.'), error);
      return false;
    }
  }
}

function toggle(ticked: Set<string> | undefined, name: string): void {
  if (ticked?.delete(name) === false) ticked.add(name);
}
