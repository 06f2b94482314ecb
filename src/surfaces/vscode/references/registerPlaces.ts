import { join } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Finding } from '../../../domain/finding/finding.js';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { findingShow } from '../../../operations/finding/findingShow.js';
import { repositoryLocate } from '../../../operations/repository/repositoryLocate.js';
import type { Log } from '../../../platform/log.js';
import { recordedCommit } from '../../../present/decisionPart.js';
import { openFindingCommand } from '../../../present/findingRow.js';
import type { OpenRepository } from '../repository/openRepository.js';
import type { RepositoryManager } from '../repository/repositoryManager.js';
import { commandLink } from '../support/commandLink.js';
import { pageRefOf, pageScheme } from '../support/pageUri.js';
import { asLabel } from '../support/plainText.js';
import { translate } from '../support/translate.js';
import { findPlaces, type PlaceMention } from './findPlaces.js';

const openPlaceCommand = 'stateroom.openPlace';
/** Pages, and plans, which are files. */
const documents: vscode.DocumentSelector = [
  { scheme: pageScheme },
  { scheme: 'file', language: 'markdown', pattern: '**/.stateroom/plans/**' },
];
const maxPlaces = 200;
const messageTime = 5000;

interface PlaceCall {
  readonly repository: string;
  readonly place: string;
  readonly commit?: string;
}

/** Links locations such as `src/a.ts:12` in pages and plans to existing files, followed from the text's commit. */
export function registerPlaces(repositories: RepositoryManager, log: Log): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.commands.registerCommand(openPlaceCommand, (call: PlaceCall) => openPlace(repositories, call)),
    vscode.languages.registerDocumentLinkProvider(documents, {
      provideDocumentLinks: async document => {
        const repository = repositories.all.find(each => each === repositories.repositoryFor(document.uri));
        const mentions = findPlaces(document.getText());
        if (repository === undefined || mentions.length === 0) return [];
        try {
          return await linksIn(document, mentions, repository);
        } catch (error) {
          log.error('The places that a page names could not be looked up.', error);
          return [];
        }
      },
    }),
  );
}

async function linksIn(
  document: vscode.TextDocument,
  mentions: readonly PlaceMention[],
  repository: OpenRepository,
): Promise<vscode.DocumentLink[]> {
  const finding = await findingOf(document.uri, repository);
  const commitAt = commitsOf(document);
  const written = mentions.slice(0, maxPlaces).map(mention => {
    const range = new vscode.Range(document.positionAt(mention.start), document.positionAt(mention.end));
    return { place: mention.place, range, commit: finding?.commit ?? commitAt(range.start.line) };
  });
  const existing = await existingPlaces(repository, written);
  return written.flatMap(({ place, range, commit }) => {
    // The finding's own anchor is more precise: it knows the current location and uncommitted changes.
    const isOwn = finding !== undefined && isAbout(finding, place, document.lineAt(range.start.line).text);
    if (!isOwn && !existing.has(keyOf(place, commit))) return [];
    const call: PlaceCall = { repository: repository.id, place, ...(commit === undefined ? {} : { commit }) };
    const target = isOwn ? commandLink(openFindingCommand, finding.id) : commandLink(openPlaceCommand, call);
    const link = new vscode.DocumentLink(range, vscode.Uri.parse(target, true));
    link.tooltip = l10n.t('Open {0}', place);
    return [link];
  });
}

interface WrittenPlace {
  readonly place: string;
  readonly commit: string | undefined;
}

function keyOf(place: string, commit: string | undefined): string {
  return `${commit ?? ''} ${place}`;
}

/** Returns the locations that are existing files; one request for all that were written at the same commit. */
async function existingPlaces(
  repository: OpenRepository,
  written: readonly WrittenPlace[],
): Promise<ReadonlySet<string>> {
  const existing = new Set<string>();
  for (const commit of new Set(written.map(each => each.commit))) {
    const places = [...new Set(written.filter(each => each.commit === commit).map(({ place }) => place))];
    const located = await repository.invoke(repositoryLocate, { places, ...(commit === undefined ? {} : { commit }) });
    if (isRefusal(located)) continue;
    for (const { place } of located.places) existing.add(keyOf(place, commit));
  }
  return existing;
}

/** Returns a lookup of the commit at which the part of a page around a line was written, if the page gives it. */
function commitsOf(document: vscode.TextDocument): (line: number) => string | undefined {
  if (document.uri.scheme !== pageScheme) return () => undefined;
  const commits: (string | undefined)[] = [];
  let commit: string | undefined;
  for (let line = 0; line < document.lineCount; line += 1) {
    const { text } = document.lineAt(line);
    if (/^## [A-Z]-\d+ /.test(text)) commit = undefined;
    commit = recordedCommit(text, translate) ?? commit;
    commits.push(commit);
  }
  return line => commits[line];
}

async function findingOf(uri: vscode.Uri, repository: OpenRepository): Promise<Finding | undefined> {
  const ref = pageRefOf(uri);
  const shown = ref?.startsWith('F') !== true ? undefined : await repository.invoke(findingShow, { id: ref });
  return shown === undefined || isRefusal(shown) ? undefined : shown.finding;
}

/** Returns true for the location on the finding's page, and for any mention of exactly its recorded lines. */
function isAbout({ path, lineStart, lineEnd }: Finding, place: string, line: string): boolean {
  if (line.startsWith(`- ${l10n.t('Location')}: `)) return true;
  if (lineStart === null) return place === path;
  return place === `${path}:${lineStart}` || place === `${path}:${lineStart}-${lineEnd}`;
}

async function openPlace(repositories: RepositoryManager, { repository: id, place, commit }: PlaceCall): Promise<void> {
  const repository = repositories.all.find(each => each.id === id);
  const top = repository?.top;
  if (repository === undefined || top === undefined) return;
  const located = await repository.invoke(repositoryLocate, {
    places: [place],
    ...(commit === undefined ? {} : { commit }),
  });
  const [now] = isRefusal(located) ? [] : located.places;
  if (now === undefined || now.outdated) {
    const text =
      now === undefined ? l10n.t('{0} no longer exists.', place) : l10n.t('The lines of {0} no longer exist.', place);
    vscode.window.setStatusBarMessage(`$(history) ${asLabel(text)}`, messageTime);
  }
  if (now === undefined) return;
  const { lineStart, lineEnd } = now;
  const selection = lineStart === null ? {} : { selection: lines(lineStart, lineEnd ?? lineStart) };
  await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(join(top, now.path)), {
    preview: true,
    ...selection,
  });
}

/** Returns lines, from 1, as a selection; for a single line, its start. */
function lines(start: number, end: number): vscode.Range {
  return start === end ? new vscode.Range(start - 1, 0, start - 1, 0) : new vscode.Range(start - 1, 0, end, 0);
}
