import type { Kysely } from 'kysely';
import type { BeatIndex } from '../domain/workItem/lease.js';
import { DependencyRepository } from './repository/dependencyRepository.js';
import { EventRepository } from './repository/eventRepository.js';
import { ReportRepository } from './repository/reportRepository.js';
import { WorkItemRepository } from './repository/workItemRepository.js';
import type { Schema } from './schema.js';
import type { Transaction } from './store.js';

/**
 * The repositories over one connection, for the repository with this id; `beats` lists the beats. Cheap: made anew for each
 * read or transaction.
 */
export function bindRepositories(db: Kysely<Schema>, repositoryId: string, beats: () => BeatIndex): Transaction {
  return {
    workItems: new WorkItemRepository(db, repositoryId),
    dependencies: new DependencyRepository(db, repositoryId),
    events: new EventRepository(db, repositoryId),
    reports: new ReportRepository(db, repositoryId),
    beats,
  };
}
