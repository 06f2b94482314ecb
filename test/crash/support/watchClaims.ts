import { existsSync } from 'node:fs';
import type { Store } from '../../../src/store/store.js';

/** What a process saw that looked at a store all the time. */
export interface Watch {
  readonly looks: number;
  /** How many different numbers of claims it saw. */
  readonly states: number;
  /** What no state may show, and what was seen before and was gone. */
  readonly problems: readonly string[];
}

/** Each item in flight with its owner and its claims, and all claims there are: of one state, as it is one statement. */
const everyClaim = `
select w.number, w.owner, w.token,
  (select count(*) from events as e where e.work_item_id = w.id and e.type = 'work_item_claimed'),
  (select count(*) from events where type = 'work_item_claimed')
from work_items as w where w.status = 'in_flight'`;

/**
 * Looks at the claims until `untilFile` exists, and once more. In every state each item in flight was claimed once, no other item was,
 * and what was seen once is seen in all later states.
 */
export async function watchClaims(store: Store, untilFile: string): Promise<Watch> {
  const seen = new Map<number, string>();
  const counts = new Set<number>();
  const problems: string[] = [];
  let looks = 0;
  for (let isOver = false; !isOver && problems.length === 0; looks += 1) {
    isOver = existsSync(untilFile);
    const { rows } = await store.maintenance.query(everyClaim, 1_000_000);
    const now = new Map(rows.map(([number, owner, token]) => [Number(number), `${owner} ${token}`]));
    for (const [number, , , claims, all] of rows) {
      if (claims !== 1) problems.push(`look ${looks}: item ${number} was claimed ${claims} times`);
      if (all !== rows.length) problems.push(`look ${looks}: ${all} claims of ${rows.length} items in flight`);
    }
    for (const [number, claim] of seen) {
      if (now.get(number) !== claim) problems.push(`look ${looks}: item ${number} was ${claim}, is ${now.get(number)}`);
    }
    for (const [number, claim] of now) seen.set(number, claim);
    counts.add(rows.length);
    await new Promise(resolve => setImmediate(resolve));
  }
  return { looks, states: counts.size, problems: problems.slice(0, 5) };
}
