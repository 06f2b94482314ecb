import * as vscode from 'vscode';
import type { Actor } from '../../../domain/actor/actor.js';
import { agentName } from '../../../domain/actor/actorFromEnvironment.js';
import type { Clock } from '../../../platform/clock.js';
import type { IdSource } from '../../../platform/idSource.js';
import type { Log } from '../../../platform/log.js';
import type { AgentPlan, AgentTools } from '../../agentTools.js';
import type { OpenRepository } from '../repository/openRepository.js';
import type { RepositoryManager } from '../repository/repositoryManager.js';
import { AskedCalls } from './askedCalls.js';
import { type ChosenRepository, chosenRepository, otherRepositories } from './chosenRepository.js';
import { confirmationOf } from './confirmation.js';

const harness = 'vscode';

/** Tools for models in this editor. Acts are recorded for an agent of the window; code is loaded by the first call. */
export class AgentToolset implements vscode.Disposable {
  private readonly repositories: RepositoryManager;
  private readonly clock: Clock;
  private readonly log: Log;
  private readonly names: readonly string[];
  private readonly opened = new Map<string, Promise<AgentTools>>();
  private readonly actor: Actor;
  private readonly calls = new AskedCalls();

  constructor(context: vscode.ExtensionContext, { repositories, clock, ids, log }: ToolsetEnvironment) {
    this.repositories = repositories;
    this.clock = clock;
    this.log = log;
    // In a browser, all windows share the editor's session id.
    const session = ids.ulid(clock.now());
    this.actor = { role: 'agent', name: agentName(harness, session), harness, session };
    const declared = (context.extension.packageJSON as Manifest).contributes.languageModelTools;
    this.names = declared.map(({ name }) => name);
  }

  register(): vscode.Disposable {
    return vscode.Disposable.from(
      ...this.names.map(name =>
        vscode.lm.registerTool<object>(name, {
          prepareInvocation: ({ input }, token) => this.prepare(name, input, token),
          invoke: ({ input }, token) => this.invoke(name, input, token),
        }),
      ),
    );
  }

  async question(tool: string, input: object): Promise<{ title: string; message: string } | undefined> {
    const never = new vscode.CancellationTokenSource();
    const messages = (await this.prepare(tool, input, never.token))?.confirmationMessages;
    if (messages === undefined) return undefined;
    const { title, message } = messages;
    return { title, message: typeof message === 'string' ? message : message.value };
  }

  dispose(): void {
    for (const tools of this.opened.values()) void tools.then(each => each.stop());
    this.opened.clear();
  }

  /** Prepares the confirmation; none for a call that will be refused. */
  private async prepare(
    name: string,
    input: unknown,
    token: vscode.CancellationToken,
  ): Promise<vscode.PreparedToolInvocation | undefined> {
    const chosen = chosenRepository(this.repositories, input);
    if (typeof chosen === 'string') return undefined;
    const tools = await this.open(chosen.repository);
    const plan = await tools.plan(name, chosen.input);
    if (plan?.isWrite !== true || token.isCancellationRequested) return undefined;
    const confirmationMessages = await this.confirmation(plan, chosen, tools);
    this.calls.note(name, input, confirmationMessages && placeOf(chosen));
    return confirmationMessages && { confirmationMessages };
  }

  private confirmation(
    plan: AgentPlan,
    { repository: repo, folder }: ChosenRepository,
    tools: AgentTools,
  ): Promise<vscode.LanguageModelToolConfirmationMessages | undefined> {
    return confirmationOf(plan, {
      repository: repo.name,
      agent: this.actor.name,
      read: (operation, question) => tools.read(operation, question, folder),
    });
  }

  /** True for an unconfirmed write: its target was created since, or the window shows another worktree. */
  private async isUnasked(name: string, input: unknown, chosen: ChosenRepository, tools: AgentTools): Promise<boolean> {
    const plan = await tools.plan(name, chosen.input);
    // Without a plan, the call is refused for its invalid input.
    if (plan?.isWrite !== true) return false;
    const confirmed = this.calls.take(name, input);
    if (confirmed !== undefined) return confirmed !== placeOf(chosen);
    return (await this.confirmation(plan, chosen, tools)) !== undefined;
  }

  private async invoke(
    name: string,
    input: unknown,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    const chosen = chosenRepository(this.repositories, input);
    if (typeof chosen === 'string') return resultOf(chosen);
    const { repository: repo, folder } = chosen;
    const stop = new AbortController();
    const withdrawn = token.onCancellationRequested(() => stop.abort());
    try {
      const tools = await this.open(repo);
      if (await this.isUnasked(name, input, chosen, tools)) {
        return resultOf(
          'Nothing was written: what this call is about has changed since it was looked at. Call it again.',
        );
      }
      if (token.isCancellationRequested) throw new vscode.CancellationError();
      const { text, isError } = await tools.call(name, chosen.input, { folder, signal: stop.signal });
      if (isError && token.isCancellationRequested) throw new vscode.CancellationError();
      if (isError) this.log.info(`${name} was refused.`);
      return resultOf(text, otherRepositories(this.repositories, repo));
    } finally {
      withdrawn.dispose();
    }
  }

  private open(repo: OpenRepository): Promise<AgentTools> {
    const openRepository = this.opened.get(repo.id);
    if (openRepository !== undefined) return openRepository;
    const opening = this.load(repo.id);
    this.opened.set(repo.id, opening);
    opening.catch(() => this.opened.delete(repo.id));
    return opening;
  }

  private async load(id: string): Promise<AgentTools> {
    const { openAgentTools } = await import('../../agentTools.js');
    return openAgentTools({
      clock: this.clock,
      log: this.log,
      contextFor: async (effect, place) => {
        // A repository that was closed and opened again is a new object.
        const repo = this.repositories.all.find(each => each.id === id);
        if (repo === undefined) throw new Error('The repository is no longer open in this window');
        const context = await repo.contextFor(effect, () => this.actor, place);
        // Nothing has been written yet; from here on, the write is all or nothing.
        if (place.signal?.aborted === true) throw new vscode.CancellationError();
        return context;
      },
    });
  }
}

export interface ToolsetEnvironment {
  readonly repositories: RepositoryManager;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
}

interface Manifest {
  readonly contributes: { readonly languageModelTools: readonly { readonly name: string }[] };
}

function placeOf({ repository: repo, folder }: ChosenRepository): string {
  return `${repo.id}\n${folder}`;
}

function resultOf(...texts: readonly (string | undefined)[]): vscode.LanguageModelToolResult {
  const shown = texts.filter(text => text !== undefined);
  return new vscode.LanguageModelToolResult(shown.map(text => new vscode.LanguageModelTextPart(text)));
}
