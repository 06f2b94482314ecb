import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { isRefusal, type Refusal } from '../../../domain/refusal/refusal.js';
import type { Brief, BriefAct, BriefSection } from '../../../domain/workflow/brief.js';
import { readRequest } from '../../../domain/workflow/readRequest.js';
import { repositoryDashboard } from '../../../operations/repository/repositoryDashboard.js';
import type { Markup } from '../../../reports/markup.js';
import { converse } from '../../../workflows/converse.js';
import type {
  Prepared,
  Proposal,
  WorkflowCall,
  WorkflowChoice,
  WorkflowFiles,
  WorkflowPrompt,
} from '../../../workflows/workflow.js';
import { workflowNamed } from '../../../workflows/workflows.js';
import type { ChatTurn } from '../chat/answerChat.js';
import type { AnswerMetadata } from '../chat/followups.js';
import type { CommandEnvironment } from '../commands/commandEnvironment.js';
import { operationNamed } from '../commands/operationNamed.js';
import type { RepositoryFiles } from '../repository/openRepository.js';
import { namesOf, type RepositoryRef, standingOf } from '../repository/repositoryRef.js';
import type { InvokeOptions, Repository } from '../repository.js';
import { inEditorsLanguage } from '../support/inEditorsLanguage.js';
import { translate } from '../support/translate.js';
import { acceptCommand, changeCommands } from './acceptCommand.js';
import { chatMarkup, writeChat } from './chatMarkup.js';
import { fileTree } from './fileTree.js';
import { whyNoModel, workflowModel } from './languageModel.js';
import { diffBlocks, isCut, type ProposedChanges } from './proposedChanges.js';
import { openWorkflowFiles } from './workflowFiles.js';

export interface AcceptedProposal {
  readonly at: RepositoryRef;
  readonly acts: readonly BriefAct[];
}

/** Writes the answer of a workflow in the chat: known facts first, then the model's output. */
export class WorkflowAnswer {
  private readonly markup: Markup;
  /** Worktree at the time of the request; the repository may show another one before it is answered. */
  private readonly tree: RepositoryFiles | undefined;
  private readonly at: RepositoryRef;
  private readonly top: vscode.Uri;

  constructor(
    private readonly environment: CommandEnvironment,
    private readonly changes: ProposedChanges,
    private readonly turn: ChatTurn,
  ) {
    const { id, folder, top } = turn.repository;
    this.markup = chatMarkup(turn.repository);
    this.tree = environment.repositories.all.find(repo => repo.id === id)?.files;
    this.at = standingOf(turn.repository);
    this.top = top === undefined ? folder : vscode.Uri.file(top);
  }

  async write(): Promise<AnswerMetadata> {
    const { repository: repo, request, stream, token, ritual } = this.turn;
    stream.progress(l10n.t('Reading the repository…'));
    const abort = new AbortController();
    const subscription = token.onCancellationRequested(() => abort.abort());
    try {
      const { tree, at } = this;
      const files = tree && openWorkflowFiles(repo, tree, request.references);
      const call = workflowCall(this.environment, repo, this.markup, {
        signal: abort.signal,
        files,
        folder: at.folder,
      });
      const { words, cutAt } = readRequest(request.prompt);
      if (cutAt !== undefined) this.say(l10n.t('Only the first {0} characters of the request are used.', cutAt));
      const prepared = await workflowNamed(ritual).prepare(call, words);
      if (token.isCancellationRequested) return none;
      if (isRefusal(prepared)) {
        this.refused(prepared);
        return none;
      }
      const chosen = prepared.choice === undefined ? undefined : await this.choose(prepared.choice);
      if (token.isCancellationRequested) return none;
      const { brief, prompt, packet, asks = [] } = chosen ?? prepared;
      await this.brief(brief);
      if (chosen !== undefined) this.say(l10n.t('{0} interpreted your request.', this.markup.text(request.model.name)));
      if (packet !== undefined && files === undefined) {
        this.say(l10n.t('Restricted Mode: files are not sent to a language model or changed.'));
      }
      const proposal = prompt === undefined ? undefined : await this.ask(prompt);
      if (token.isCancellationRequested) return none;
      if (proposal !== undefined) this.offer(proposal);
      // Buttons go below the text, so that the person reads it before they act; a proposal replaces an act.
      const replaced = brief.acts.find(({ operation }) => operation === prompt?.replaces) ?? brief.acts[0];
      await this.buttons(proposal === undefined ? brief.acts : brief.acts.filter(act => act !== replaced));
      if (proposal === undefined && packet !== undefined) {
        stream.button({ command: changeCommands.copy, title: l10n.t('Copy Instructions'), arguments: [packet] });
      }
      const mentions = brief.references.flatMap(({ kind, ref }) => (kind === 'workItem' ? [ref] : []));
      return { mentions: mentions.slice(0, 2), asks: [...asks] };
    } finally {
      subscription.dispose();
    }
  }

  private async brief({ title, sections, references, missing }: Brief): Promise<void> {
    const { repositories } = this.environment;
    const { repository: repo, stream } = this.turn;
    const { repository, workTree } = namesOf(repositories, repo, this.at);
    const strong = (name: string): string => this.markup.strong(this.markup.text(name));
    const where = [
      ...(repository === undefined ? [] : [l10n.t('Repository: {0}', strong(repository))]),
      ...(workTree === undefined ? [] : [l10n.t('Worktree: {0}', strong(workTree))]),
    ];
    if (where.length > 0) this.say(where.join(' · '));
    // The editor folds a file tree together with all output before it, so the tree goes above the text to be read.
    for (const { files = [] } of sections) {
      const tree = await fileTree(this.top, files);
      if (tree.length > 0) stream.filetree(tree, this.top);
    }
    this.say(this.markup.heading(title));
    this.sections(sections);
    for (const { kind, ref, line } of references) {
      if (kind !== 'file' && kind !== 'plan') continue;
      const uri = vscode.Uri.joinPath(this.top, ref);
      const position = new vscode.Position((line ?? 1) - 1, 0);
      this.turn.stream.reference(line === undefined ? uri : new vscode.Location(uri, position));
    }
    for (const sentence of missing) this.say(sentence);
  }

  /** Asks the model to classify the question; undefined if that fails, which has then been reported. */
  private async choose(choice: WorkflowChoice): Promise<Prepared | undefined> {
    const { request, stream } = this.turn;
    stream.progress(l10n.t('Asking {0}…', request.model.name));
    const ended = await this.converse(choice);
    if (ended === undefined) return undefined;
    if (ended.kind !== 'read') {
      this.say(l10n.t('The language model could not interpret the question.'));
      return undefined;
    }
    const followed = await choice.follow(ended.value);
    if (!isRefusal(followed)) return followed;
    this.refused(followed);
    return undefined;
  }

  /** Returns the model's answer; undefined if it failed, which has then been reported, or was cancelled. */
  private async converse(prompt: Parameters<typeof converse>[1], write = (_text: string): void => undefined) {
    const { request, token } = this.turn;
    try {
      const ended = await converse(workflowModel(request.model, token), prompt, text => {
        if (!token.isCancellationRequested) write(text);
      });
      if (!token.isCancellationRequested) return ended;
    } catch (error) {
      if (token.isCancellationRequested) return undefined;
      this.environment.log.info(`The language model did not respond: ${String(error)}`);
      this.say(this.markup.text(whyNoModel(error)));
    }
    return undefined;
  }

  /** Returns the model's proposal; undefined if there is none to show, which has then been reported. */
  private async ask(prompt: WorkflowPrompt): Promise<Proposal | undefined> {
    const { request } = this.turn;
    // As text: a second progress step would fold all output before it.
    this.say(l10n.t('Asking {0}…', this.markup.text(request.model.name)));
    if (prompt.withheld !== undefined) this.say(prompt.withheld);
    const ended = await this.converse(prompt, text => this.untrusted(text));
    switch (ended?.kind) {
      case 'tooLong':
        this.say(
          l10n.t('The model’s context window is too small for this request. Select a larger model and try again.'),
        );
        return undefined;
      case 'unreadable': {
        const problem = this.markup.text(ended.problem);
        this.say(l10n.t('The language model returned two unusable replies: {0}. Nothing was saved.', problem));
        return undefined;
      }
      case 'read': {
        const proposal = prompt.reply?.propose(ended.value, ended.sent);
        if (proposal === undefined || !isRefusal(proposal)) return proposal;
        this.refused(proposal);
        return undefined;
      }
      default:
        return undefined;
    }
  }

  private offer({ sections, accept, acts, change }: Proposal): void {
    const { repository: repo, stream, ritual } = this.turn;
    this.sections(sections);
    if (change !== undefined) {
      for (const block of diffBlocks(change.edits)) stream.markdown(block);
    }
    this.say(l10n.t('Nothing has been saved yet.'));
    if (change === undefined || this.tree === undefined) {
      const accepted: AcceptedProposal = { at: this.at, acts };
      stream.button({ command: acceptCommand, title: accept, arguments: [accepted] });
      return;
    }
    const id = this.changes.hold({ repository: repo.id, top: this.tree.root, ritual, change, accept });
    // Changes that are not fully shown must not be applied from here.
    if (isCut(change.edits)) {
      this.say(l10n.t('The full change does not fit here. Review and apply it in “Show Changes”.'));
    } else {
      stream.button({ command: changeCommands.apply, title: accept, arguments: [id] });
    }
    stream.button({ command: changeCommands.show, title: l10n.t('Show Changes'), arguments: [id] });
  }

  private async buttons(acts: readonly BriefAct[]): Promise<void> {
    for (const act of acts.slice(0, 3)) this.turn.stream.button(await buttonOf(this.at, act));
  }

  private sections(sections: readonly BriefSection[]): void {
    for (const { heading, lines } of sections) this.say([this.markup.strong(heading), '', ...lines].join('\n'));
  }

  private refused({ message, hint }: Refusal): void {
    this.say(
      [message, hint]
        .flatMap(text => (text === undefined ? [] : [this.markup.text(inEditorsLanguage(text))]))
        .join(' '),
    );
  }

  /** Writes our Markdown with others' text escaped; records become links, files become anchors that open them. */
  private say(text: string): void {
    writeChat(this.turn.stream, text, this.top);
  }

  /** Writes a model's Markdown, in which no link runs a command. */
  private untrusted(text: string): void {
    this.turn.stream.markdown(new vscode.MarkdownString(text));
  }
}

const none: AnswerMetadata = { mentions: [], asks: [] };

export function workflowCall(
  { clock }: CommandEnvironment,
  repo: Repository,
  spoken: Markup,
  { files, ...options }: InvokeOptions & { readonly files?: WorkflowFiles | undefined } = {},
): WorkflowCall {
  return {
    ...(files === undefined ? {} : { files }),
    now: clock.now(),
    markup: spoken,
    translate,
    tell: inEditorsLanguage,
    invoke: (operation, input) => repo.invoke(operation, input, options),
  };
}

/** An act as a command in the request's worktree: the palette's, with its prompts, if there is one. */
export async function buttonOf(at: RepositoryRef, act: BriefAct): Promise<vscode.Command> {
  if (act.operation === repositoryDashboard.name) {
    return { command: 'stateroom.dashboard.open', title: act.title, arguments: [act.input, at] };
  }
  const { palette } = await operationNamed(act.operation);
  if (palette) return { command: `stateroom.${act.operation}`, title: act.title, arguments: [act.input, at] };
  const accepted: AcceptedProposal = { at, acts: [act] };
  return { command: acceptCommand, title: act.title, arguments: [accepted] };
}
