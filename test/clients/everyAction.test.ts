import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cliFile, connect, git, makeRepository, userNode } from '../contract/mcpRig.js';
import { realAgents } from './agents.js';
import { installAgent, runAgent } from './clientRig.js';
import { everyAction, planFile } from './everyAction.js';

interface ListedTool {
  readonly name: string;
  readonly inputSchema: { readonly properties: { readonly action?: { readonly enum?: readonly string[] } } };
}

it('has a turn for every action of every tool that is listed', () => {
  const file = join(import.meta.dirname, '..', 'contract', 'mcpTools.golden.json');
  const { tools } = JSON.parse(readFileSync(file, 'utf8')) as { tools: readonly ListedTool[] };
  const listed = tools.flatMap(({ name, inputSchema: { properties } }) =>
    (properties.action?.enum ?? ['']).map(action => `${name} ${action}`),
  );
  const called = new Set(everyAction.map(({ tool, args }) => `${tool} ${String(args.action ?? '')}`));
  // It lists its actions once there is a lane.
  expect(listed.filter(action => !called.has(action))).toEqual(['more ', 'dispatch_lane_work ']);
});

/** What the turns leave in the timeline, whoever takes them. */
const events = [
  ...['work_item_created', 'work_item_created', 'work_item_claimed', 'work_item_released', 'work_item_edited'],
  ...['work_item_reprioritised', 'work_item_dependency_added', 'work_item_dependency_removed', 'work_item_claimed'],
  ...['work_item_annotated', 'work_item_asked', 'work_item_claimed', 'work_item_resolved', 'work_item_reopened'],
  ...['work_item_created', 'work_item_claimed', 'task_started', 'task_updated', 'decision_recorded', 'blocker_added'],
  ...['blocker_resolved', 'files_touched', 'evidence_recorded', 'next_action_added', 'next_action_added'],
  ...['next_action_updated', 'next_action_completed', 'next_action_skipped', 'compaction_recorded'],
  ...['compaction_settings_changed', 'plan_registered', 'plan_analysed', 'review_started', 'review_recorded'],
  ...['plan_accepted', 'plan_cursor_moved', 'plan_cursor_moved', 'changes_requested', 'slice_started'],
  ...['evidence_recorded', 'slice_committed', 'finding_recorded', 'finding_recorded', 'finding_recorded'],
  ...['finding_recorded', 'finding_recorded', 'finding_replied', 'evidence_recorded', 'slice_committed'],
  ...['evidence_recorded', 'finding_proven', 'evidence_recorded', 'finding_wontfixed', 'finding_deferred'],
  ...['finding_reopened', 'finding_superseded', 'work_item_created', 'finding_queued', 'finding_recorded'],
  ...['slice_closed', 'deploy_started', 'run_started', 'run_hypothesis_added', 'run_evidence_added'],
  ...['run_command_logged', 'run_learning_added', 'run_hypothesis_resolved', 'run_closed', 'run_reopened'],
  ...['work_item_created', 'work_item_claimed', 'lane_opened', 'worker_assigned', 'worker_started'],
  ...['attempt_refused', 'attempt_refused', 'attempt_refused', 'attempt_refused', 'worker_failed'],
  ...['lane_status_changed', 'attempt_refused', 'attempt_refused', 'attempt_refused', 'task_archived'],
  ...['work_item_released', 'work_item_claimed', 'task_restored'],
];

describe.each(realAgents)('$name $version, connected by install', agent => {
  it('calls every action, is answered, and leaves the same events as all others', {
    timeout: 400_000,
  }, async context => {
    const installed = await installAgent(agent);
    if ('reason' in installed) return context.skip(installed.reason);
    const repository = makeRepository();
    git(repository, 'config', 'user.name', 'Ann');
    git(repository, 'config', 'user.email', 'ann@example.com');
    writeFileSync(join(repository, planFile.name), planFile.text);
    git(repository, 'add', '.');
    git(repository, 'commit', '-q', '-m', 'Plan');
    execFileSync(userNode, [cliFile, 'init'], { cwd: repository });
    const person = await connect({ cwd: repository, actor: 'tester' });

    const run = await runAgent(agent, {
      folder: installed.folder,
      repository,
      program: undefined,
      script: [...everyAction.map(({ tool, args }) => ({ tool, args })), { text: 'FINISHED AS THE SCRIPT SAYS' }],
    });

    const told = `ended ${run.ended}\n${run.stdout}\n${run.stderr}`;
    expect(run.problems, told).toEqual([]);
    // Each answer as the model was shown it right after the call: some clients shorten older ones.
    const answers = everyAction.map(
      (_, index) => run.requests.find(({ results }) => results.length === index + 1)?.results[index] ?? '(no answer)',
    );
    const wrong = everyAction.flatMap(({ tool, args, says }, index) =>
      answers[index]?.includes(says) ? [] : [`${tool} ${JSON.stringify(args)}: ${answers[index]}`],
    );
    expect(wrong, told).toEqual([]);
    expect((await person.events()).map(({ type }) => type)).toEqual(events);
    expect(run.stdout).toContain('FINISHED AS THE SCRIPT SAYS');
  });
});
