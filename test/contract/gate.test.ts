import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openGitHooks } from '../../src/git/hooks/openGitHooks.js';
import { realise } from '../support/gateRepository.js';
import { type GateState, makeGateStates } from '../support/gateState.js';
import { GitTestRepository } from '../support/gitTestRepository.js';
import { cleanEnvironment, hashOf, makeRepository, programFile, run, storeOf, userNode } from './cliRig.js';
import { connect } from './mcpRig.js';

const codesOf = (answer: unknown): string[] => {
  const { reasons } = answer as { reasons: readonly { readonly code: string }[] };
  return reasons.map(({ code }) => code).sort();
};

/** What git’s user reads of each reason that a pushed tip may have. */
const saidOfTip: readonly (readonly [code: string, words: RegExp])[] = [
  ['no_changes_against_base', / has no commits ahead of /],
  ['open_high_finding', / 1 open high finding: /],
  ['open_medium_finding', / 1 open medium finding: /],
  ['open_low_finding', / 1 open low finding: /],
  ['missing_test_evidence', / No passing (evidence for|run of “.+” for) this tree/],
  ['stale_test_evidence', / is for a different tree\.$/],
  ['failing_test_evidence', / failed on this tree: E-\d+\.$/],
  ['plan_not_accepted', / has not been accepted\.$/],
  ['plan_stale', / was edited after it was accepted\.$/],
  ['plan_missing_baseline', / Plan file .+ not found\.$/],
];

/** The code of the reason that a line of the push hook says; the line itself where it says none. */
function codeOfLine(line: string): string {
  return saidOfTip.find(([, words]) => words.test(line))?.[0] ?? line;
}

let repo: GitTestRepository;
beforeEach(() => {
  repo = new GitTestRepository();
});
afterEach(() => repo.close());

/** `STATEROOM_TESTS=all` shows it for all 200. */
const states = makeGateStates(process.env.STATEROOM_TESTS === 'all' ? 200 : 5);

describe('hook, command line and MCP', () => {
  it.each(states)('agree on $name: $reviewReady', async state => {
    await realise(repo, state, 'review');
    const store = join(repo.directory, 'store');
    const place = { cwd: repo.repository, env: { STATEROOM_STORE: store } };

    const review = await run(['gate', 'review-ready', '--json'], place);
    expect(codesOf(JSON.parse(review.stdout).data), JSON.stringify(state)).toEqual(state.reviewReady);
    expect(review.code).toBe(exitOf(state, state.reviewReady));
    const close = await run(['gate', 'handoff-close-check', '--json'], place);
    expect(codesOf(JSON.parse(close.stdout).data)).toEqual(state.closeCheck);
    expect(close.code).toBe(exitOf(state, state.closeCheck));

    const server = await connect(place);
    const reply = await server.call('integrity_check', { gate: 'review-ready' });
    expect(reply.isError).toBe(false);
    expect(withoutSteps(reply.data)).toEqual(withoutSteps(JSON.parse(review.stdout).data));
    expect(JSON.stringify(reply.data)).not.toContain('Run `stateroom');

    const push = await pushBranch(store);
    expect(push.status, push.stderr).toBe(state.tip.length === 0 ? 0 : 1);
    const said = [...push.stderr.matchAll(/^ {2}\S.*$/gm)].map(([line]) => codeOfLine(line)).sort();
    expect(said).toEqual(state.tip);
  });
});

/** The answer with what is to be done in words alone: each surface says the operations in its own terms. */
function withoutSteps(data: unknown): unknown {
  const words = (name: string, value: unknown) =>
    (name === 'fix' || name === 'do') && typeof value === 'string'
      ? value.replace(/ (Run|Call|Ask a person to run) [`a-z].*$/, '')
      : value;
  return JSON.parse(JSON.stringify(data, words));
}

function exitOf({ task }: GateState, reasons: readonly string[]): number {
  return task === 'two' ? 2 : reasons.length === 0 ? 0 : 1;
}

/** Pushes with the hooks in place to a repository of its own. */
async function pushBranch(store: string) {
  const remote = join(repo.directory, 'remote.git');
  repo.git('init', '-q', '--bare', remote);
  const commonDir = join(repo.repository, '.git');
  const program = { file: programFile, version: '0.1.0' };
  // Hooks judge by the repository's own store, whatever the environment names.
  cpSync(store, join(commonDir, 'stateroom'), { recursive: true });
  await openGitHooks({ root: repo.repository, commonDir, environment: cleanEnvironment(), program }).install();
  return spawnSync('git', ['push', remote, 'refs/heads/feature/x'], {
    cwd: repo.repository,
    env: cleanEnvironment({
      STATEROOM_STORE: join(repo.directory, 'elsewhere'),
      PATH: `${dirname(userNode)}:${process.env.PATH ?? ''}`,
    }),
    encoding: 'utf8',
    input: '',
  });
}

describe('where there is no store', () => {
  it('a gate answers 4, is never ready and makes nothing', async () => {
    const repository = makeRepository();
    const { code, stdout, stderr } = await run(['gate', 'review-ready', '--json'], { cwd: repository });
    expect(code).toBe(4);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, code: 'store_absent' });
    expect(stderr).toContain('No store at');
    expect(hashOf(storeOf(repository))).toBe('absent');
  });
});

describe('the text', () => {
  it('names every reason with its next step, and the warnings', async () => {
    const [calm] = makeGateStates(1);
    if (calm === undefined) throw new Error('There is no state.');
    await realise(repo, {
      ...calm,
      task: 'one',
      plan: 'none',
      proof: 'none',
      command: true,
      findings: ['high', 'low'],
      blockLow: false,
      slice: 'none',
    });
    const { stdout, code } = await run(['gate', 'review-ready'], {
      cwd: repo.repository,
      env: { STATEROOM_STORE: join(repo.directory, 'store') },
    });
    expect(code).toBe(1);
    expect(stdout).toBe(
      [
        'T-1 review-ready: not ready (2 issues, 1 warning)',
        '  1 open high finding: F-1.',
        '    Fix it and record the fix. Run `stateroom finding fix F-1`.',
        '  No passing run of “make test” for this tree.',
        '    Record a passing run on this tree. Run `stateroom evidence run -- make test`.',
        '  warning: 1 open low finding: F-2.',
        '',
      ].join('\n'),
    );
  });
});
