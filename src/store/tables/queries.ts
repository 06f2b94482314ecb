import type { Kysely } from 'kysely';
import type { Schema } from './schema.js';

/** Base of queries over one connection, for one repository. */
export abstract class Queries {
  constructor(
    protected readonly db: Kysely<Schema>,
    protected readonly repositoryId: string,
  ) {}
}
