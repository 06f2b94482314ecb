import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { repositorySearch, type SearchHit } from '../../../operations/repository/repositorySearch.js';
import { timeAgo } from '../../../present/relativeTime.js';
import type { Repository } from '../repository.js';
import { invokeOrThrow } from '../support/invokeOrThrow.js';
import { asLabel } from '../support/plainText.js';
import { askChoice, back, type Choice } from '../support/prompt.js';
import { translate } from '../support/translate.js';
import type { CommandEnvironment } from './commandEnvironment.js';

/** Results that the box shows. */
const shown = 50;

/** Messages have the one of all others. */
const icons: Partial<Readonly<Record<SearchHit['kind'], string>>> = {
  item: 'issues',
  note: 'note',
  task: 'tasklist',
  finding: 'comment-discussion',
  decision: 'law',
  slice: 'milestone',
  blocker: 'error',
  run: 'telescope',
  plan: 'checklist',
};

/** Kinds whose records have a page of their own. */
const withPage: ReadonlySet<SearchHit['kind']> = new Set(['item', 'note', 'task', 'finding', 'run']);

/** Finds records while the person types, and opens the one that is chosen. */
export async function searchRecords({ repositories, pages, clock }: CommandEnvironment): Promise<void> {
  const repository = repositories.active;
  if (repository === undefined) return;
  const rows = (hits: readonly SearchHit[]) => hits.map(hit => rowOf(hit, clock.now()));
  const chosen = await askChoice<SearchHit>({
    title: l10n.t('Search'),
    placeholder: l10n.t('Words, “a phrase”, kind:finding, status:open, author:codex'),
    rows: [],
    search: async text => rows(await find(repository, text)),
  });
  if (chosen !== undefined && chosen !== back) await open(repository, pages, chosen);
}

async function find(repository: Repository, query: string, more: object = {}): Promise<readonly SearchHit[]> {
  // Neither a box that is still empty nor half a filter is a mistake.
  const answer = await repository.invoke(repositorySearch, { query, limit: shown, prefix: true, ...more });
  return 'hits' in answer ? answer.hits : [];
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
    // The editor would leave out what has the words in another form.
    alwaysShow: true,
    value: hit,
  };
}

/** Shows a record on its page; one that has none, as text. */
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
