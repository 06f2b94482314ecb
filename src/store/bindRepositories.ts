import type { Kysely } from 'kysely';
import type { HeartbeatIndex } from '../domain/workItem/lease.js';
import type { Schema } from './schema.js';
import type { Transaction } from './store.js';
import { BlockerRepository } from './tables/blockerRepository.js';
import { CompactionRepository } from './tables/compactionRepository.js';
import { CompactionSettingRepository } from './tables/compactionSettingRepository.js';
import { CounterRepository } from './tables/counterRepository.js';
import { DecisionRepository } from './tables/decisionRepository.js';
import { DependencyRepository } from './tables/dependencyRepository.js';
import { EventRepository } from './tables/eventRepository.js';
import { EvidenceRepository } from './tables/evidenceRepository.js';
import { FindingRepository } from './tables/findingRepository.js';
import { LaneDependencyRepository } from './tables/laneDependencyRepository.js';
import { LaneRepository } from './tables/laneRepository.js';
import { MessageCursorRepository } from './tables/messageCursorRepository.js';
import { MessageRepository } from './tables/messageRepository.js';
import { NextActionRepository } from './tables/nextActionRepository.js';
import { PlanCursorRepository } from './tables/planCursorRepository.js';
import { PlanRepository } from './tables/planRepository.js';
import { ReportRepository } from './tables/reportRepository.js';
import { ReviewRunRepository } from './tables/reviewRunRepository.js';
import { SliceRepository } from './tables/sliceRepository.js';
import { TaskRepository } from './tables/taskRepository.js';
import { TouchedFileRepository } from './tables/touchedFileRepository.js';
import { TrendRepository } from './tables/trendRepository.js';
import { TrendRowRepository } from './tables/trendRowRepository.js';
import { WorkerReportRepository } from './tables/workerReportRepository.js';
import { WorkerRepository } from './tables/workerRepository.js';
import { WorkItemRepository } from './tables/workItemRepository.js';

/**
 * The repositories over one connection, for the repository with this id; `beats` lists the beats. Cheap: made anew for each
 * read or transaction.
 */
export function bindRepositories(
  db: Kysely<Schema>,
  repositoryId: string,
  heartbeats: () => HeartbeatIndex,
): Transaction {
  return {
    workItems: new WorkItemRepository(db, repositoryId),
    dependencies: new DependencyRepository(db, repositoryId),
    events: new EventRepository(db, repositoryId),
    reports: new ReportRepository(db, repositoryId),
    trends: new TrendRepository(db, repositoryId),
    trendRows: new TrendRowRepository(db, repositoryId),
    tasks: new TaskRepository(db, repositoryId),
    decisions: new DecisionRepository(db, repositoryId),
    slices: new SliceRepository(db, repositoryId),
    blockers: new BlockerRepository(db, repositoryId),
    nextActions: new NextActionRepository(db, repositoryId),
    evidence: new EvidenceRepository(db, repositoryId),
    plans: new PlanRepository(db, repositoryId),
    planCursors: new PlanCursorRepository(db, repositoryId),
    findings: new FindingRepository(db, repositoryId),
    reviewRuns: new ReviewRunRepository(db, repositoryId),
    compactions: new CompactionRepository(db, repositoryId),
    compactionSettings: new CompactionSettingRepository(db, repositoryId),
    touchedFiles: new TouchedFileRepository(db, repositoryId),
    lanes: new LaneRepository(db, repositoryId),
    laneDependencies: new LaneDependencyRepository(db, repositoryId),
    workers: new WorkerRepository(db, repositoryId),
    workerReports: new WorkerReportRepository(db, repositoryId),
    messages: new MessageRepository(db, repositoryId),
    messageCursors: new MessageCursorRepository(db, repositoryId),
    counters: new CounterRepository(db, repositoryId),
    heartbeats,
  };
}
