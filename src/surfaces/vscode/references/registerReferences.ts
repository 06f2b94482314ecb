import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { systemClock } from '../../../platform/clock.js';
import type { Log } from '../../../platform/log.js';
import { itemText } from '../../../reports/itemText.js';
import { markdownMarkup } from '../../../reports/markup.js';
import type { Room, Rooms } from '../room.js';
import { commandLink } from '../support/commandLink.js';
import { Disposables } from '../support/disposables.js';
import { findingTooltip } from '../views/findings/findingsTree.js';
import { findReferences } from './findReferences.js';
import { ReferenceLookup, type Referred } from './referenceLookup.js';

const openItemCommand = 'stateroom.queue.show';
const openFindingCommand = 'stateroom.finding.show';
const markdownDocuments: vscode.DocumentSelector = { language: 'markdown' };
const markup = markdownMarkup(ref => commandLink(openItemCommand, ref));

/**
 * `W-12` and `F-3` in Markdown documents: a link to the work item or finding and a hover that says where it stands. Numbers
 * that none has stay text. A document without mentions touches no store.
 */
export function registerReferences(_context: vscode.ExtensionContext, rooms: Rooms, log: Log): vscode.Disposable {
  const lookup = new ReferenceLookup();
  const roomOf = (document: vscode.TextDocument): Room | undefined =>
    rooms.roomFor(document.uri) ?? (document.isUntitled ? rooms.active : undefined);
  const failed = (error: unknown): undefined => {
    log.error('References to work items and findings could not be looked up.', error);
    return undefined;
  };
  const owned = new Disposables();
  owned.add(
    vscode.languages.registerDocumentLinkProvider(markdownDocuments, {
      provideDocumentLinks: async (document, token) => {
        const room = roomOf(document);
        const found = room === undefined ? [] : findReferences(document.getText());
        if (room === undefined || found.length === 0) return [];
        const refs = found.map(({ ref }) => ref);
        const existing = await lookup.existing(room, refs, token).catch(failed);
        return found.filter(({ ref }) => existing?.has(ref)).map(reference => linkTo(document, reference));
      },
    }),
  );
  owned.add(
    vscode.languages.registerHoverProvider(markdownDocuments, {
      provideHover: async (document, position) => {
        const room = roomOf(document);
        if (room === undefined) return undefined;
        const offset = document.offsetAt(position);
        const reference = findReferences(document.getText()).find(({ start, end }) => start <= offset && offset <= end);
        if (reference === undefined) return undefined;
        const referred = await lookup.find(room, reference.ref).catch(failed);
        return referred && new vscode.Hover(hoverText(referred), rangeOf(document, reference));
      },
    }),
  );
  return owned;
}

function hoverText(referred: Referred): vscode.MarkdownString {
  if ('finding' in referred) return findingTooltip(referred.finding);
  const translate = (message: string, ...values: (string | number)[]): string => l10n.t(message, ...values);
  const text = new vscode.MarkdownString(itemText(referred.item, { now: systemClock.now(), markup, translate }));
  text.isTrusted = { enabledCommands: [openItemCommand] };
  return text;
}

function linkTo(
  document: vscode.TextDocument,
  reference: { ref: string; start: number; end: number },
): vscode.DocumentLink {
  const command = reference.ref.startsWith('F') ? openFindingCommand : openItemCommand;
  const target = vscode.Uri.parse(commandLink(command, reference.ref), true);
  const link = new vscode.DocumentLink(rangeOf(document, reference), target);
  link.tooltip = l10n.t('Open {0}', reference.ref);
  return link;
}

function rangeOf(document: vscode.TextDocument, { start, end }: { start: number; end: number }): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
}
