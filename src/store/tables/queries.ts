import type { Kysely } from 'kysely';
import type { Schema } from './schema.js';

/** Queries over one connection, for the repository with this id. */
export abstract class Queries {
  constructor(
    protected readonly db: Kysely<Schema>,
    protected readonly repositoryId: string,
  ) {}
}
