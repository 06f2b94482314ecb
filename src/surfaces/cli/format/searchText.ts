import { visibleText } from '../../../domain/text/visibleText.js';
import type { repositoryOperations } from '../../../operations/repository/repositoryOperations.generated.js';
import type { SearchHit } from '../../../operations/repository/repositorySearch.js';
import type { Answer } from './resultText.js';
import { restText } from './table.js';
import { oneLine } from './text.js';
import { count, type View, when, words } from './view.js';

export function searchText(answer: Answer<typeof repositoryOperations.repositorySearch>, view: View): string {
  const { hits, allWords, truncated, index } = answer;
  const { dim } = view.style;
  const lines = hits.flatMap(hit => [headline(hit, view), ...snippetLine(hit, view)]);
  if (hits.length === 0) lines.push('Nothing found.');
  if (!allWords && hits.length > 0) lines.unshift(dim('No record has all of the words. These have some of them:'));
  // Building a missing index is not worth a warning.
  if (index.rebuilt === 'damaged' || index.rebuilt === 'otherVersion') {
    const why = index.rebuilt === 'damaged' ? 'was damaged' : 'was made by another version';
    lines.push(dim(`The search index ${why} and was rebuilt from ${count(index.texts, 'text')}.`));
  }
  return `${lines.join('\n')}${restText({ truncated }, hits.length, view)}`;
}

function headline({ ref, kind, title, status, author, at, archived }: SearchHit, view: View): string {
  const { cyan, dim } = view.style;
  const facts = [kind, ...(status === null ? [] : [words(status)]), ...(archived ? ['archived'] : []), author ?? ''];
  const shown = facts.filter(fact => fact !== '').map(oneLine);
  return `${cyan(oneLine(ref))}  ${oneLine(title)}  ${dim(`${shown.join(', ')}, ${when(at, view)}`)}`;
}

function snippetLine({ snippet }: SearchHit, { style }: View): string[] {
  if (snippet === null) return [];
  const { text, marks } = snippet;
  const parts: string[] = [];
  let from = 0;
  for (const [start, end] of marks) {
    parts.push(harmless(text.slice(from, start)), style.bold(harmless(text.slice(start, end))));
    from = end;
  }
  return [`      ${parts.join('')}${harmless(text.slice(from))}`];
}

/** Escapes part of a line; keeps the spaces at its ends. */
function harmless(text: string): string {
  return visibleText(text).replaceAll('\n', ' ');
}
