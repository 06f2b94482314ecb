// Written by “node build/run.mjs generate” from the files of the folders: changes here are lost.

import { actionsGerman } from './de/actions.js';
import { backendsGerman } from './de/backends.js';
import { configGerman } from './de/config.js';
import { controlGerman } from './de/control.js';
import { decisionsGerman } from './de/decisions.js';
import { editsGerman } from './de/edits.js';
import { eventsGerman } from './de/events.js';
import { evidenceGerman } from './de/evidence.js';
import { findingsGerman } from './de/findings.js';
import { gatesGerman } from './de/gates.js';
import { gitGerman } from './de/git.js';
import { hooksGerman } from './de/hooks.js';
import { importsGerman } from './de/imports.js';
import { inputGerman } from './de/input.js';
import { lanesGerman } from './de/lanes.js';
import { messagesGerman } from './de/messages.js';
import { plansGerman } from './de/plans.js';
import { queueGerman } from './de/queue.js';
import { recordsGerman } from './de/records.js';
import { reportsGerman } from './de/reports.js';
import { retrosGerman } from './de/retros.js';
import { reviewersGerman } from './de/reviewers.js';
import { reviewsGerman } from './de/reviews.js';
import { runsGerman } from './de/runs.js';
import { schemaGerman } from './de/schema.js';
import { sessionsGerman } from './de/sessions.js';
import { slicesGerman } from './de/slices.js';
import { stateGerman } from './de/state.js';
import { storeGerman } from './de/store.js';
import { tasksGerman } from './de/tasks.js';
import { threadsGerman } from './de/threads.js';
import { trustGerman } from './de/trust.js';
import { workersGerman } from './de/workers.js';
import { workflowsGerman } from './de/workflows.js';

/** German sentences by group and name. */
export const germanTemplates = {
  actions: actionsGerman,
  backends: backendsGerman,
  config: configGerman,
  control: controlGerman,
  decisions: decisionsGerman,
  edits: editsGerman,
  events: eventsGerman,
  evidence: evidenceGerman,
  findings: findingsGerman,
  gates: gatesGerman,
  git: gitGerman,
  hooks: hooksGerman,
  imports: importsGerman,
  input: inputGerman,
  lanes: lanesGerman,
  messages: messagesGerman,
  plans: plansGerman,
  queue: queueGerman,
  records: recordsGerman,
  reports: reportsGerman,
  retros: retrosGerman,
  reviewers: reviewersGerman,
  reviews: reviewsGerman,
  runs: runsGerman,
  schema: schemaGerman,
  sessions: sessionsGerman,
  slices: slicesGerman,
  state: stateGerman,
  store: storeGerman,
  tasks: tasksGerman,
  threads: threadsGerman,
  trust: trustGerman,
  workers: workersGerman,
  workflows: workflowsGerman,
} as const;
