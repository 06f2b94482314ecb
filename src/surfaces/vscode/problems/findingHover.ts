import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { TimelineEvent } from '../../../domain/event/event.js';
import type { Finding } from '../../../domain/finding/finding.js';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { shortened } from '../../../domain/text/shortened.js';
import { commandOf } from '../../../operations/commandOf.js';
import { eventsTail } from '../../../operations/events/eventsTail.js';
import { findingShow } from '../../../operations/finding/findingShow.js';
import type { Log } from '../../../platform/log.js';
import { codeSpan } from '../../../present/codeSpan.js';
import { eventLine } from '../../../present/eventSentence.js';
import type { PlacedFinding } from '../../../present/findingPlace.js';
import { inlineMarkdown } from '../../../present/inlineMarkdown.js';
import { severityLooks } from '../../../present/severity.js';
import { findingStatusLooks } from '../../../present/status.js';
import { type RepositoryRef, standingOfFile } from '../repository/repositoryRef.js';
import type { Repositories, Repository } from '../repository.js';
import { commandLink } from '../support/commandLink.js';
import { exactLocalTime, localTime } from '../support/localTime.js';
import { translate } from '../support/translate.js';
import { findingsShown } from './findingsShown.js';
import type { FindingTracker } from './findingTracker.js';
import { placeRange } from './placeRange.js';

export const askAgentCommand = 'stateroom.finding.askAgent';
const showCommand = commandOf(findingShow);

/** Max findings of one line, and max events of one finding, in a hover. */
const maxFindings = 5;
const maxEvents = 30;
const textLength = 500;

/** Shows the history of open findings in a hover on their lines. Other lines cause no store read. */
export function registerFindingHover(tracker: FindingTracker, repositories: Repositories, log: Log): vscode.Disposable {
  return vscode.languages.registerHoverProvider(
    { scheme: 'file' },
    {
      provideHover: async (document, position) => {
        const here = tracker.inDocument(document.uri).filter(placed => isAt(document, placed, position.line));
        const repository = repositories.repositoryFor(document.uri);
        if (here.length === 0 || repository === undefined || !findingsShown(document.uri).marks) return undefined;
        try {
          const at = standingOfFile(repositories, document.uri);
          const isSaid = findingsShown(document.uri).problems;
          const histories = here
            .slice(0, maxFindings)
            .map(({ finding }) => findingHistory(repository, finding, at, isSaid));
          return new vscode.Hover(await Promise.all(histories));
        } catch (error) {
          log.error('The history of a finding could not be read.', error);
          return undefined;
        }
      },
    },
  );
}

function isAt(document: vscode.TextDocument, { place }: PlacedFinding, line: number): boolean {
  if (place.outdated) return false;
  const range = placeRange(document, place);
  return range.start.line <= line && line <= range.end.line;
}

async function findingHistory(
  repository: Repository,
  finding: Finding,
  at: RepositoryRef | undefined,
  isSaid: boolean,
): Promise<vscode.MarkdownString> {
  const timeline = await repository.invoke(eventsTail, { finding: finding.ref, limit: maxEvents });
  const [events, more] = isRefusal(timeline) ? [[], false] : [timeline.events, timeline.nextCursor !== null];
  const { text, commands } = findingHoverText(finding, { at, isSaid, events, more });
  const markdown = new vscode.MarkdownString(text);
  markdown.isTrusted = { enabledCommands: commands };
  return markdown;
}

interface HoverFacts {
  readonly at: RepositoryRef | undefined;
  /** True if the editor's own problem above it in the same hover has the same text. */
  readonly isSaid: boolean;
  /** Newest first. */
  readonly events: readonly TimelineEvent[];
  readonly more: boolean;
}

/** Returns Markdown with others' text escaped. Only two commands can run from it; neither changes anything. */
export function findingHoverText(
  finding: Finding,
  { at, isSaid, events, more }: HoverFacts,
): { text: string; commands: string[] } {
  const { ref, severity, status, commit } = finding;
  const link = (command: string): string => commandLink(command, ref, ...(at === undefined ? [] : [at]));
  const found = l10n.t('Found {0} by {1}', localTime(finding.createdAt), finding.tool ?? finding.actor);
  const facts = [
    l10n.t('Severity: {0}', severityLooks[severity].word(translate)),
    findingStatusLooks[status].word(translate),
    inlineMarkdown(found),
    commit === null ? undefined : codeSpan(commit.slice(0, 10)),
  ];
  // The recording is already mentioned, so a history needs more than one event.
  const rows = (events.length > 1 ? events : []).map(
    event => `- ${inlineMarkdown(localTime(event.at))} · ${eventLine(event, translate, exactLocalTime)}`,
  );
  const own = isSaid ? [] : [inlineMarkdown(shortened(finding.text, textLength))];
  const parts = [
    [`[**${ref}**](${link(showCommand)})`, ...own].join('\u2002'),
    facts.filter(fact => fact !== undefined).join(' · '),
    finding.fix === null || isSaid
      ? undefined
      : l10n.t('Suggested fix: {0}', inlineMarkdown(shortened(finding.fix, textLength))),
    rows.length === 0 ? undefined : rows.join('\n'),
    more ? l10n.t('See the timeline for older events.') : undefined,
    `[${l10n.t('Ask Agent to Fix')}](${link(askAgentCommand)})`,
  ];
  return { text: parts.filter(part => part !== undefined).join('\n\n'), commands: [showCommand, askAgentCommand] };
}
