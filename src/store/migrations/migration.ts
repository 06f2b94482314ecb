import type { Kysely } from 'kysely';

/**
 * One forward step of the schema, run by the engine in a transaction of its own. Statements are deterministic and stand
 * alone: no clock, chance, PRAGMA, and nothing that only one engine understands.
 */
export interface Migration {
  /** 1, 2, 3, …, without gaps. */
  readonly version: number;
  readonly name: string;
  up(db: Kysely<unknown>): Promise<void>;
}
