// Written by “node build/run.mjs generate” from the files of the folders: changes here are lost.

import { actionsEnglish } from './en/actions.js';
import { backendsEnglish } from './en/backends.js';
import { configEnglish } from './en/config.js';
import { controlEnglish } from './en/control.js';
import { decisionsEnglish } from './en/decisions.js';
import { editsEnglish } from './en/edits.js';
import { eventsEnglish } from './en/events.js';
import { evidenceEnglish } from './en/evidence.js';
import { findingsEnglish } from './en/findings.js';
import { gatesEnglish } from './en/gates.js';
import { gitEnglish } from './en/git.js';
import { hooksEnglish } from './en/hooks.js';
import { importsEnglish } from './en/imports.js';
import { inputEnglish } from './en/input.js';
import { lanesEnglish } from './en/lanes.js';
import { messagesEnglish } from './en/messages.js';
import { plansEnglish } from './en/plans.js';
import { queueEnglish } from './en/queue.js';
import { recordsEnglish } from './en/records.js';
import { reportsEnglish } from './en/reports.js';
import { retrosEnglish } from './en/retros.js';
import { reviewersEnglish } from './en/reviewers.js';
import { reviewsEnglish } from './en/reviews.js';
import { runsEnglish } from './en/runs.js';
import { schemaEnglish } from './en/schema.js';
import { sessionsEnglish } from './en/sessions.js';
import { slicesEnglish } from './en/slices.js';
import { stateEnglish } from './en/state.js';
import { storeEnglish } from './en/store.js';
import { tasksEnglish } from './en/tasks.js';
import { threadsEnglish } from './en/threads.js';
import { trustEnglish } from './en/trust.js';
import { workersEnglish } from './en/workers.js';
import { workflowsEnglish } from './en/workflows.js';

/** English sentences by group and name. */
export const englishTemplates = {
  actions: actionsEnglish,
  backends: backendsEnglish,
  config: configEnglish,
  control: controlEnglish,
  decisions: decisionsEnglish,
  edits: editsEnglish,
  events: eventsEnglish,
  evidence: evidenceEnglish,
  findings: findingsEnglish,
  gates: gatesEnglish,
  git: gitEnglish,
  hooks: hooksEnglish,
  imports: importsEnglish,
  input: inputEnglish,
  lanes: lanesEnglish,
  messages: messagesEnglish,
  plans: plansEnglish,
  queue: queueEnglish,
  records: recordsEnglish,
  reports: reportsEnglish,
  retros: retrosEnglish,
  reviewers: reviewersEnglish,
  reviews: reviewsEnglish,
  runs: runsEnglish,
  schema: schemaEnglish,
  sessions: sessionsEnglish,
  slices: slicesEnglish,
  state: stateEnglish,
  store: storeEnglish,
  tasks: tasksEnglish,
  threads: threadsEnglish,
  trust: trustEnglish,
  workers: workersEnglish,
  workflows: workflowsEnglish,
} as const;
