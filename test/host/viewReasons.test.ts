import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { StateroomApi } from '../../src/surfaces/vscode/stateroomApi.js';
import type { NowRowSnapshot } from '../../src/surfaces/vscode/views/now/nowSnapshot.js';
import { type GateState, makeGateStates } from '../support/gateState.js';
import { cli, folder, run, stateroom } from './stateroom.js';

interface Judged {
  readonly gates: readonly {
    readonly gate: string;
    readonly ready: boolean;
    readonly reasons: readonly { readonly code: string; readonly text: string }[];
    readonly warnings: readonly { readonly code: string; readonly text: string }[];
  }[];
}

/** How many of the generated states are acted out; each takes its time in a real window. */
const shown = 8;
const longest = 180_000;
/** What the base branch names as evidence: passes where the commit holds a file. */
const proof = 'git cat-file -e HEAD:pass.txt';

/** Those states that come about by what people and agents do in one worktree. */
const canBeDone = (state: GateState): boolean =>
  (state.task === 'one' || state.task === 'light') &&
  state.head !== 'protected' &&
  !state.conflict &&
  !state.fixedWithoutCommit &&
  state.plan === 'none' &&
  state.reviewers === 0 &&
  state.review !== 'changes' &&
  state.slice !== 'committed' &&
  state.slice !== 'no-decision';

/** The first states, and for each the next one that has another set of reasons. */
function states(): GateState[] {
  const seen = new Map<string, GateState>();
  for (const state of makeGateStates(400).filter(canBeDone)) {
    const reasons = `${state.reviewReady} | ${state.closeCheck}`;
    if (!seen.has(reasons)) seen.set(reasons, state);
  }
  return [...seen.values()].slice(0, shown);
}

describe('The reasons in the Now view', () => {
  let api: StateroomApi;
  let task: string | undefined;

  before(async () => {
    api = await stateroom();
    await vscode.commands.executeCommand('stateroom.now.focus');
  });

  afterEach(async () => {
    if (task !== undefined) await run('task.archive', { task });
    task = undefined;
    rmSync(join(folder(), 'src/new.ts'), { force: true });
    git('switch', '--quiet', '--force', 'main');
  });

  const git = (...words: string[]): string => execFileSync('git', words, { cwd: folder(), encoding: 'utf8' }).trim();
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder(), path)), { recursive: true });
    writeFileSync(join(folder(), path), text);
  };
  const commit = (message: string): void => {
    git('add', '--all');
    git('commit', '--quiet', '--allow-empty', `--message=${message}`);
  };

  /** The base branch as the state has it: what it asks for, and whether the evidence can pass on it. */
  function prepare({ blockLow, command, proof: kind }: GateState): void {
    write('.stateroom/config.json', JSON.stringify({ gate: { blockLow, commands: command ? [proof] : [] } }));
    if (kind === 'failing') rmSync(join(folder(), 'pass.txt'), { force: true });
    else write('pass.txt', 'It is here.\n');
    commit('Agree');
  }

  async function prove({ proof: kind }: GateState): Promise<void> {
    const running = async (command: string): Promise<void> => {
      // A button runs a command of the repository only for a person who trusts it.
      const { hash } = await run<{ hash: string }>('trust.show');
      await run('trust.grant', { hash });
      await run('evidence.run', { task, command: [command], directory: '' });
    };
    if (kind === 'fresh' || kind === 'failing') await running(proof);
    if (kind === 'other-command') await running('git --version');
    if (kind === 'weak') await cli('codex', 'evidence', 'record', proof, '--exit-code', '0');
    if (kind === 'stale') {
      write('src/passing.ts', 'export {};\n');
      await running(proof);
      rmSync(join(folder(), 'src/passing.ts'));
    }
  }

  async function act(state: GateState): Promise<void> {
    prepare(state);
    const started = await run<{ task: { ref: string } }>('task.start', {
      objective: `Act out ${state.name}`,
      here: true,
      light: state.task === 'light',
    });
    task = started.task.ref;
    if (state.ahead) {
      write('src/a.ts', `export const name = '${state.name}';\n`);
      commit('Work');
    }
    if (state.slice === 'open' && state.task === 'one') await run('slice.start', { title: 'Count' });
    if (state.head === 'detached') git('switch', '--quiet', '--detach');
    for (const severity of state.findings) {
      const words = ['--severity', severity, '--path', 'README.md', '--text', `It counts wrong (${severity})`];
      await cli('rita', 'finding', 'record', ...words);
    }
    if (state.blocker) await run('blocker.add', { description: 'No key.', task });
    if (state.action) await run('action.add', { text: 'Write the docs.', task });
    if (state.dirty) write('src/new.ts', 'export {};\n');
    await prove(state);
  }

  /** What the view says of a gate: the codes that block and those that do not, in its order. */
  function told(rows: readonly NowRowSnapshot[], gate: string) {
    const row = rows.find(({ id }) => id === `gate.${gate}` || id === `gate.${gate}.ready`);
    ok(row, `${gate} is not shown`);
    const blocking = Number(/^not ready: (\d+)/.exec(row.description)?.[1] ?? 0);
    strictEqual(blocking === 0, row.description.startsWith('ready'), row.description);
    const codes = row.children.map(({ id }) => id.split('.')[2] ?? '');
    const texts = row.children.map(({ label }) => label);
    return { reasons: codes.slice(0, blocking), warnings: codes.slice(blocking), texts };
  }

  for (const state of states()) {
    it(`are the gate’s own in ${state.name}: ${state.reviewReady.join(', ') || 'ready'}`, async function () {
      this.timeout(longest);
      await act(state);
      const { rows } = await api.now();
      const { gates } = await cli<Judged>('reader', 'gates', '--task', task ?? '');
      for (const [gate, expected] of [
        ['review-ready', state.reviewReady],
        ['close-check', state.closeCheck],
      ] as const) {
        const shownHere = told(rows, gate);
        deepStrictEqual([...shownHere.reasons].sort(), [...expected], `${gate} of ${JSON.stringify(state)}`);
        const judged = gates.find(each => each.gate === gate);
        ok(judged);
        deepStrictEqual(shownHere, {
          reasons: judged.reasons.map(({ code }) => code),
          warnings: judged.warnings.map(({ code }) => code),
          texts: [...judged.reasons, ...judged.warnings].map(({ text }) => text),
        });
      }
    });
  }
});
