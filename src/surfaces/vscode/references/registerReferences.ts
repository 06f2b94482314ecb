import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { laneTitle } from '../../../domain/lane/laneTitle.js';
import { commandOf } from '../../../operations/commandOf.js';
import { queueShow } from '../../../operations/queue/queueShow.js';
import { systemClock } from '../../../platform/clock.js';
import type { Log } from '../../../platform/log.js';
import { inlineMarkdown } from '../../../present/inlineMarkdown.js';
import { laneWord } from '../../../present/laneViewRow.js';
import { runStatusLooks, taskStatusLooks } from '../../../present/status.js';
import { timelineLanguage } from '../../../present/timelineLanguage.js';
import { itemText } from '../../../reports/itemText.js';
import { markdownMarkup } from '../../../reports/markup.js';
import type { WorkItemPages } from '../details/workItemPages.js';
import { type RepositoryRef, standingOf } from '../repository/repositoryRef.js';
import type { Repositories } from '../repository.js';
import { commandLink } from '../support/commandLink.js';
import { Disposables } from '../support/disposables.js';
import { pageScheme, pageUri } from '../support/pageUri.js';
import { translate } from '../support/translate.js';
import { findingTooltip } from '../views/findings/findingTooltip.js';
import { recordTooltip } from '../views/recordTooltip.js';
import { registerReferenceCompletion } from './completeReferences.js';
import { ReferenceDocuments, referenceDocuments } from './referenceDocuments.js';
import { ReferenceLookup, type Referred } from './referenceLookup.js';
import type { Mention } from './referenceText.js';

const openItemCommand = commandOf(queueShow);
/** Arguments: the id of a repository of the window, a reference, and true to leave the keyboard focus where it is. */
const openPageCommand = 'stateroom.openPage';

/** Links, hovers, go to definition and completion for `W-12` and the like. Without mentions the store is not read. */
export function registerReferences(pages: WorkItemPages, repositories: Repositories, log: Log): vscode.Disposable {
  const lookup = new ReferenceLookup();
  const documents = new ReferenceDocuments(repositories);
  const failed = (error: unknown): undefined => {
    log.error('References to records could not be looked up.', error);
    return undefined;
  };
  const owned = new Disposables();
  owned.add(
    vscode.commands.registerCommand(openPageCommand, (id: string, ref: string, preserveFocus?: boolean) => {
      const repository = repositories.all.find(each => each.id === id);
      return repository && pages.show(repository, ref, preserveFocus);
    }),
  );
  owned.add(
    vscode.languages.registerDocumentLinkProvider(referenceDocuments, {
      provideDocumentLinks: async (document, token) => {
        const found = documents.mentions(document);
        const repository = found.length === 0 ? undefined : documents.repositoryOf(document);
        if (repository === undefined) return [];
        // The timeline mentions thousands of records of the store, so they are not looked up.
        if (document.languageId === timelineLanguage && document.uri.scheme === pageScheme) {
          return found.map(mention => linkTo(repository.id, mention));
        }
        const refs = found.map(({ ref }) => ref);
        const existing = await lookup.existing(repository, refs, token).catch(failed);
        return found.flatMap(mention => (existing?.has(mention.ref) ? [linkTo(repository.id, mention)] : []));
      },
    }),
  );
  owned.add(
    vscode.languages.registerHoverProvider(referenceDocuments, {
      provideHover: async (document, position) => {
        const mention = documents.mentionAt(document, position);
        const repository = mention && documents.repositoryOf(document);
        const referred = mention && repository && (await lookup.find(repository, mention.ref).catch(failed));
        return referred && new vscode.Hover(hoverText(referred, standingOf(repository)), rangeOf(mention));
      },
    }),
  );
  owned.add(
    vscode.languages.registerDefinitionProvider(referenceDocuments, {
      provideDefinition: async (document, position, token) => {
        const mention = documents.mentionAt(document, position);
        const repository = mention && documents.repositoryOf(document);
        if (mention === undefined || repository === undefined) return undefined;
        const existing = await lookup.existing(repository, [mention.ref], token).catch(failed);
        if (existing?.has(mention.ref) !== true) return undefined;
        const target = { targetUri: pageUri(repository, mention.ref), targetRange: new vscode.Range(0, 0, 0, 0) };
        return [{ ...target, originSelectionRange: rangeOf(mention) }];
      },
    }),
  );
  owned.add(registerReferenceCompletion(documents, lookup, failed));
  return owned;
}

/** `at` is the repository and worktree that the hover's links use. */
function hoverText(referred: Referred, at: RepositoryRef): vscode.MarkdownString {
  if ('finding' in referred) return recordTooltip(findingTooltip(referred.finding, at));
  if ('task' in referred) {
    const { ref, objective, status, branch } = referred.task;
    return titled(ref, objective, [taskStatusLooks[status].word(translate), branch]);
  }
  if ('lane' in referred) {
    const { lane } = referred;
    return titled(lane.ref, laneTitle(lane), [laneWord(lane, translate), lane.branch, lane.owner]);
  }
  if ('run' in referred) {
    const { ref, request, status } = referred.run;
    return titled(ref, request, [runStatusLooks[status].word(translate)]);
  }
  const markup = markdownMarkup(ref => commandLink(openItemCommand, ref, at));
  const text = new vscode.MarkdownString(itemText(referred.item, { now: systemClock.now(), markup, translate }));
  text.isTrusted = { enabledCommands: [openItemCommand] };
  return text;
}

/** Formats a record in two lines; text written by others is never rendered as Markdown. */
function titled(ref: string, title: string, facts: readonly (string | null)[]): vscode.MarkdownString {
  const lines = facts.filter(fact => fact !== null).map(inlineMarkdown);
  return new vscode.MarkdownString(`**${ref}**\u2002${inlineMarkdown(title)}\n\n${lines.join(' · ')}`);
}

function linkTo(repository: string, mention: Mention): vscode.DocumentLink {
  const target = vscode.Uri.parse(commandLink(openPageCommand, repository, mention.ref), true);
  const link = new vscode.DocumentLink(rangeOf(mention), target);
  link.tooltip = l10n.t('Open {0}', mention.ref);
  return link;
}

function rangeOf({ line, start, end }: Mention): vscode.Range {
  return new vscode.Range(line, start, line, end);
}
