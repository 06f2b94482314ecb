import type { Kysely } from 'kysely';
import type { Schema } from './schema.js';

export abstract class Queries {
  constructor(
    protected readonly db: Kysely<Schema>,
    protected readonly repositoryId: string,
  ) {}
}
