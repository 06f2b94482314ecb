import { sql } from 'kysely';
import { findingSeverities, severityRank } from '../../domain/finding/findingSeverity.js';
import { once } from '../../domain/once.js';

export const severityOrder = once(() => {
  const ranks = findingSeverities.map(
    severity => sql`when ${sql.lit(severity)} then ${sql.lit(severityRank(severity))}`,
  );
  return sql<number>`case severity ${sql.join(ranks, sql` `)} end`;
});
