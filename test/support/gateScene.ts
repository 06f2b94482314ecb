import { expect } from 'vitest';
import type { Actor } from '../../src/domain/actor/actor.js';
import { say } from '../../src/messages/say.js';
import { evidenceRun } from '../../src/operations/evidence/evidenceRun.js';
import { gateCheck } from '../../src/operations/gate/gateCheck.js';
import { judgePush } from '../../src/operations/hooks/judgePush.js';
import { reviewRecord } from '../../src/operations/review/reviewRecord.js';
import { taskStart } from '../../src/operations/task/taskStart.js';
import { LaneTestRepository } from './laneTestRepository.js';
import { untidied } from './madeOnce.js';

/** Who works, and who reviews: two sessions of one agent. */
export const worker: Actor = { role: 'agent', name: 'codex', harness: 'codex', session: 'one', model: 'gpt-5' };
export const reviewer: Actor = {
  role: 'agent',
  name: 'claude',
  harness: 'claude-code',
  session: 'two',
  model: 'claude-opus-4',
};

export const command = 'sh test.sh';
const branch = 'feature/x';

/**
 * A repository whose main, here and at the remote, asks for a passing test and a review, and a light task on `feature/x` with
 * one commit: `src/a.txt`, of which the test wants to read `good`.
 */
export class GateScene extends LaneTestRepository {
  protected override make(): void {
    super.make();
    const config = { gate: { commands: [command] }, review: { independent: true, reviewers: 1 } };
    this.commit('Agree', {
      '.stateroom/config.json': JSON.stringify(config),
      '.gitignore': 'ignored/\n',
      'test.sh': 'if [ -f check/a.sh ]; then sh check/a.sh; fi\n',
      'check/a.sh': 'grep -q good src/a.txt\n',
      'src/a.txt': 'start\n',
      'package.json': '{\n  "scripts": {\n    "test": "sh test.sh"\n  }\n}\n',
    });
    this.git('push', '-q', 'origin', 'main');
    this.git('switch', '-q', '-c', branch);
    untidied(this.remote);
  }

  /** Starts the task and commits its work. */
  async begin(text: 'good' | 'wrong'): Promise<void> {
    await this.store.create();
    await this.ok(taskStart, { objective: 'Write a', light: true }, worker);
    this.commit('Write a', { 'src/a.txt': `${text}\n` });
  }

  /** Runs the required test, whatever it says. */
  async prove(run: string = command): Promise<void> {
    await this.ok(evidenceRun, { command: [run] }, worker);
  }

  /** A pass of what is checked out, by the one who may. */
  async approve(): Promise<void> {
    await this.ok(reviewRecord, { verdict: 'pass' }, reviewer);
  }

  /** The codes of close-check, those of warnings with a question mark. */
  async codes(gate: 'close-check' | 'review-ready' = 'close-check'): Promise<string[]> {
    const { ready, reasons, warnings } = await this.ok(gateCheck, { gate }, worker);
    expect(ready).toBe(reasons.length === 0);
    return [...reasons.map(({ code }) => code), ...warnings.map(({ code }) => `${code}?`)].sort();
  }

  /** What a gate says of itself with this code, reason or warning. */
  async says(code: string, gate: 'close-check' | 'review-ready' = 'close-check'): Promise<string[]> {
    const { reasons, warnings } = await this.ok(gateCheck, { gate }, worker);
    return [...reasons, ...warnings]
      .filter(one => one.code === code)
      .map(({ text }) => (typeof text === 'string' ? text : say(text)));
  }

  /** Whether the hook lets HEAD, or another commit, go to the remote's main. */
  async pushes(commit = this.git('rev-parse', 'HEAD'), from = 'HEAD'): Promise<boolean> {
    const there = this.git('-C', this.remote, 'rev-parse', 'main');
    const { allowed } = await judgePush(this.context(worker), `${from} ${commit} refs/heads/main ${there}\n`);
    return allowed;
  }
}
