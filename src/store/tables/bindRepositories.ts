import type { Kysely } from 'kysely';
import type { HeartbeatIndex } from '../../domain/workItem/lease.js';
import type { Transaction } from '../store.js';
import { BlockerRepository } from './blockerRepository.js';
import { CompactionRepository } from './compactionRepository.js';
import { CompactionSettingRepository } from './compactionSettingRepository.js';
import { CounterRepository } from './counterRepository.js';
import { DecisionRepository } from './decisionRepository.js';
import { DependencyRepository } from './dependencyRepository.js';
import { EventRepository } from './eventRepository.js';
import { EvidenceRepository } from './evidenceRepository.js';
import { FindingRepository } from './findingRepository.js';
import { LaneDependencyRepository } from './laneDependencyRepository.js';
import { LaneRepository } from './laneRepository.js';
import { MessageCursorRepository } from './messageCursorRepository.js';
import { MessageRepository } from './messageRepository.js';
import { NextActionRepository } from './nextActionRepository.js';
import { PlanCursorRepository } from './planCursorRepository.js';
import { PlanRepository } from './planRepository.js';
import { ReportRepository } from './reportRepository.js';
import { ReviewRunRepository } from './reviewRunRepository.js';
import type { Schema } from './schema.js';
import { SliceRepository } from './sliceRepository.js';
import { TaskRepository } from './taskRepository.js';
import { TouchedFileRepository } from './touchedFileRepository.js';
import { TrendRepository } from './trendRepository.js';
import { TrendRowRepository } from './trendRowRepository.js';
import { WorkerReportRepository } from './workerReportRepository.js';
import { WorkerRepository } from './workerRepository.js';
import { WorkItemRepository } from './workItemRepository.js';

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
