import type { Evidence } from '../../../domain/evidence/evidence.js';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { evidenceList } from '../../../operations/evidence/evidenceList.js';
import type { Clock } from '../../../platform/clock.js';
import { timeAgo } from '../../../present/relativeTime.js';
import type { Repository } from '../repository.js';
import { asLabel } from '../support/plainText.js';
import type { Choice } from '../support/prompt.js';
import { translate } from '../support/translate.js';

const maxRows = 50;

/** Returns the evidence that passed on exactly the tree of a commit, latest first; each is chosen by its `E-4`. */
export async function proofRows(repository: Repository, clock: Clock, commit: string): Promise<Choice<string>[]> {
  const listed = await repository.invoke(evidenceList, { passed: true, fresh: true, at: commit, limit: maxRows });
  // A repository without commits or without permission to run git: nothing to offer.
  return isRefusal(listed) ? [] : listed.evidence.map(proof => proofRow(proof, clock.now()));
}

function proofRow({ ref, command, result, grade, createdAt }: Evidence, now: number): Choice<string> {
  const facts = [result, grade, timeAgo(Date.parse(createdAt), now, translate).text].filter(fact => fact !== null);
  return { label: `$(pass) ${asLabel(`${ref} ${command}`)}`, description: asLabel(facts.join(' · ')), value: ref };
}
