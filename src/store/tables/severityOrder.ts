import { sql } from 'kysely';
import { findingSeverities, severityRank } from '../../domain/finding/findingSeverity.js';

const ranks = findingSeverities.map(severity => sql`when ${sql.lit(severity)} then ${sql.lit(severityRank(severity))}`);

export const severityOrder = sql<number>`case severity ${sql.join(ranks, sql` `)} end`;
