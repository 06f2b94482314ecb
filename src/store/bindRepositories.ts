import type { Kysely } from 'kysely';
import type { BeatIndex } from '../domain/workItem/lease.js';
import { BlockerRepository } from './repository/blockerRepository.js';
import { CompactionRepository } from './repository/compactionRepository.js';
import { CompactionSettingRepository } from './repository/compactionSettingRepository.js';
import { CounterRepository } from './repository/counterRepository.js';
import { DecisionRepository } from './repository/decisionRepository.js';
import { DependencyRepository } from './repository/dependencyRepository.js';
import { EventRepository } from './repository/eventRepository.js';
import { EvidenceRepository } from './repository/evidenceRepository.js';
import { FindingRepository } from './repository/findingRepository.js';
import { LaneDependencyRepository } from './repository/laneDependencyRepository.js';
import { LaneRepository } from './repository/laneRepository.js';
import { MessageCursorRepository } from './repository/messageCursorRepository.js';
import { MessageRepository } from './repository/messageRepository.js';
import { NextActionRepository } from './repository/nextActionRepository.js';
import { PlanCursorRepository } from './repository/planCursorRepository.js';
import { PlanRepository } from './repository/planRepository.js';
import { ReportRepository } from './repository/reportRepository.js';
import { ReviewRunRepository } from './repository/reviewRunRepository.js';
import { SliceRepository } from './repository/sliceRepository.js';
import { TaskRepository } from './repository/taskRepository.js';
import { TouchedFileRepository } from './repository/touchedFileRepository.js';
import { TrendRepository } from './repository/trendRepository.js';
import { TrendRowRepository } from './repository/trendRowRepository.js';
import { WorkerReportRepository } from './repository/workerReportRepository.js';
import { WorkerRepository } from './repository/workerRepository.js';
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
    beats,
  };
}
