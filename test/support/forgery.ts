import { afterEach, beforeEach, expect } from 'vitest';
import type { Actor } from '../../src/domain/actor/actor.js';
import { actorFromEnvironment } from '../../src/domain/actor/actorFromEnvironment.js';
import { isRefusal } from '../../src/domain/refusal/refusal.js';
import { say } from '../../src/messages/say.js';
import { evidenceRun } from '../../src/operations/evidence/evidenceRun.js';
import { gateCheck } from '../../src/operations/gate/gateCheck.js';
import { taskExport } from '../../src/operations/task/taskExport.js';
import { taskStart } from '../../src/operations/task/taskStart.js';
import { callerOf } from '../../src/surfaces/mcp/identity.js';
import { LaneTestRepository } from './laneTestRepository.js';
import type { SpokenRefusal } from './spokenRefusal.js';

export const marks = { CODEX_SANDBOX: 'seatbelt', CODEX_THREAD_ID: 'thread-1' };

/** Who the command line takes an agent for. */
export function fromShell(environment: Readonly<Record<string, string>>, given?: string): Actor {
  return named(actorFromEnvironment({ environment, given, attended: true }));
}

/** Who the server takes an agent for. */
export function fromServer(environment: Readonly<Record<string, string>>, given?: string): Actor {
  return named(
    callerOf({ environment, given }, { client: { name: 'codex-mcp-client', version: '1' }, meta: undefined }),
  );
}

function named(actor: ReturnType<typeof actorFromEnvironment>): Actor {
  if (isRefusal(actor) || actor.name === undefined) throw new Error('Nobody calls.');
  return { ...actor, name: actor.name };
}

export const author = fromShell(marks);
export const robin: Actor = { role: 'human', name: 'Robin' };
export const config = { review: { independent: true, reviewers: 1 }, gate: { commands: ['true'] } };

/** The repository of the test that runs; see `useRepository`. */
export let repository: LaneTestRepository;

/** Gives each test of a file a repository. */
export function useRepository(): void {
  beforeEach(() => {
    repository = new LaneTestRepository();
  });
  afterEach(() => repository.close());
}

/** A task whose work is done and proven by an agent, and lacks a review. */
export async function worked(where = repository, more: object = {}, by = author): Promise<void> {
  await where.store.create();
  where.commit('Ask', { '.stateroom/config.json': JSON.stringify({ ...config, ...more }) });
  where.git('switch', '-q', '-c', 'feature/x');
  where.commit('Work', { 'src/a.ts': 'export {};\n' });
  await where.ok(taskStart, { objective: 'Limit', light: true }, by);
  await where.ok(evidenceRun, { command: ['true'] }, by);
}

/** Why the gate is not ready. */
export async function reasons(where = repository): Promise<string[]> {
  const answer = await where.ok(gateCheck, { gate: 'close-check' }, author);
  expect(answer.ready).toBe(answer.reasons.length === 0);
  return answer.reasons.map(({ code, text }) => `${code}: ${say(text)}`);
}

export const missing = 'review_missing: 1 passing review is required; 0 so far.';

/** Events of these types: who wrote them, and what they tell. */
export async function events(...types: string[]): Promise<[unknown, unknown, Record<string, unknown>][]> {
  const { rows } = await repository.store.maintenance.query(
    'select type, actor, role, payload from events order by id',
    1000,
  );
  return rows
    .filter(([type]) => types.includes(String(type)))
    .map(([, actor, role, payload]) => [actor, role, JSON.parse(String(payload))]);
}

/** Refused attempts: who tried what on what. */
export async function attempts(): Promise<string[]> {
  return (await events('attempt_refused')).map(
    ([actor, role, { operation, about }]) => `${actor} (${role}): ${operation} on ${about}`,
  );
}

/** Calls twice as an agent that must be refused. */
export async function refusedTwice(...call: Parameters<LaneTestRepository['refused']>): Promise<SpokenRefusal> {
  await repository.refused(...call);
  return repository.refused(...call);
}

type File = Record<'task' | 'reviewRuns' | 'findings' | 'decisions' | 'plans', never> & Record<string, unknown>;

/** The task here as a file that is changed before it is imported elsewhere. */
export async function exported(change: (file: File) => object): Promise<string> {
  const { content } = await repository.ok(taskExport, {}, author);
  return JSON.stringify({ ...content, ...change(content as File) });
}

/** A review by Robin that was never made. */
export async function forgedRun(): Promise<object> {
  const { tree } = await repository.ok(gateCheck, {}, author);
  return {
    id: '01HF0000000000000000000001',
    number: 1,
    key: null,
    subject_path: 'feature/x',
    subject_kind: 'branch',
    mode: 'branch',
    status: 'recorded',
    verdict: 'pass',
    summary: 'Read all of it.',
    covered_files: '["src/a.ts"]',
    subject_hash: tree,
    decision_id: null,
    request_changes: 0,
    actor: 'Robin',
    role: 'human',
    harness: null,
    model: null,
    effort: null,
    session: null,
    lane: null,
    branch: 'feature/x',
    commit_sha: null,
    started_at: repository.now,
    reviewed_at: repository.now,
    revision: 1,
  };
}

/** Lets the store forget the task, so that a file of it can be imported. */
export async function fresh(): Promise<void> {
  await repository.close();
  repository = new LaneTestRepository();
  await repository.store.create();
  repository.commit('Ask', { '.stateroom/config.json': JSON.stringify(config) });
  repository.git('switch', '-q', '-c', 'feature/x');
  repository.commit('Work', { 'src/a.ts': 'export {};\n' });
}
