import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { searchedRecords } from '../../../domain/searchKind.js';
import { repositorySearch, type SearchHit } from '../../../operations/repository/repositorySearch.js';
import { timeAgo } from '../../../present/relativeTime.js';
import type { Repository } from '../repository.js';
import { inEditorsLanguage } from '../support/inEditorsLanguage.js';
import { invokeOrThrow } from '../support/invokeOrThrow.js';
import { asLabel } from '../support/plainText.js';
import { askChoice, back, type Choice, type ChoiceRow } from '../support/prompt.js';
import { translate } from '../support/translate.js';
import type { CommandEnvironment } from './commandEnvironment.js';

const shown = 50;

/** Messages use the default icon. */
const icons: Partial<Readonly<Record<SearchHit['kind'], string>>> = {
  item: 'issues',
  note: 'note',
  task: 'tasklist',
  finding: 'comment-discussion',
  decision: 'law',
  slice: 'milestone',
  evidence: 'beaker',
  run: 'telescope',
  plan: 'checklist',
  ...Object.fromEntries(searchedRecords().map(({ kind, definition }) => [kind, definition.facts.look?.icon])),
};

/** Kinds whose records have a page of their own. */
const withPage: ReadonlySet<SearchHit['kind']> = new Set(['item', 'note', 'task', 'finding', 'run']);

export async function searchRecords({ repositories, pages, clock }: CommandEnvironment): Promise<void> {
  const repository = repositories.active;
  if (repository === undefined) return;
  const chosen = await askChoice<SearchHit>({
    title: l10n.t('Search'),
    placeholder: l10n.t('Words, “a phrase”, kind:finding, status:open, author:codex, task:T-3, lane:login, path:src'),
    rows: [],
    search: async text => rowsOf(await find(repository, text), clock.now()),
  });
  if (chosen !== undefined && chosen !== back) await open(repository, pages, chosen);
}

function find(repository: Repository, query: string) {
  return repository.invoke(repositorySearch, { query, limit: shown, prefix: true });
}

/** Returns the hits, below a line that mentions missing words; or the reason why a search is impossible. */
function rowsOf(answer: Awaited<ReturnType<typeof find>>, now: number): readonly ChoiceRow<SearchHit>[] {
  const kind = vscode.QuickPickItemKind.Separator as const;
  // An empty box is not a mistake.
  if (isRefusal(answer))
    return answer.hint === undefined ? [] : [{ label: asLabel(inEditorsLanguage(answer.hint)), kind }];
  const { hits, allWords } = answer;
  const rows = hits.map(hit => rowOf(hit, now));
  return allWords || rows.length === 0 ? rows : [{ label: l10n.t('No record has all of the words'), kind }, ...rows];
}

function rowOf(hit: SearchHit, now: number): Choice<SearchHit> {
  const { ref, kind, title, status, author, at, archived, snippet } = hit;
  const facts = [
    ...(status === null ? [] : [status.replaceAll('_', ' ')]),
    ...(archived ? [l10n.t('archived')] : []),
    ...(author === null ? [] : [author]),
    timeAgo(Date.parse(at), now, translate).text,
  ];
  return {
    label: asLabel(kind === 'plan' ? title : `${ref} ${title}`),
    description: asLabel(facts.join(' · ')),
    ...(snippet === null ? {} : { detail: asLabel(snippet.text) }),
    iconPath: new vscode.ThemeIcon(icons[kind] ?? 'mail'),
    // The editor would filter out hits with another form of the words.
    alwaysShow: true,
    value: hit,
  };
}

async function open(
  repository: Repository,
  pages: CommandEnvironment['pages'],
  { ref, kind, title, archived }: SearchHit,
): Promise<void> {
  if (withPage.has(kind) && !archived) return pages.show(repository, ref);
  const query = kind === 'plan' ? `"${ref}" kind:plan` : `${ref} kind:${kind}`;
  const { hits } = await invokeOrThrow(repository, repositorySearch, { query, texts: true, limit: shown });
  const found = hits.find(hit => hit.ref === ref && hit.kind === kind);
  await pages.showText(repository, `${ref}.md`, `# ${ref}: ${title}\n\n${found?.text ?? ''}\n`);
}
