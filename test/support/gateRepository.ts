import type { TaskRow } from '../../src/domain/task/taskRow.js';
import { gateRows } from './gateRows.js';
import type { GateState } from './gateState.js';
import type { GitTestRepository } from './gitTestRepository.js';

const planPath = '.stateroom/plans/x.md';
const planText = '# Limits\n\nLimit the rate.\n\n- [ ] Count requests\n';

/** Makes a repository and its store be in this state, by git's own commands and by rows. */
export async function realise(
  repo: GitTestRepository,
  state: GateState,
  status: TaskRow['status'] = 'in_progress',
): Promise<void> {
  await repo.store.create();
  repo.write('.stateroom/config.json', JSON.stringify(configOf(state)));
  repo.commit('Agree', { 'shared.txt': 'first\n', [planPath]: planText });
  repo.git('switch', '-q', '-c', 'feature/x');
  if (state.ahead) repo.commit('Work', { 'src/a.ts': 'export {};\n' });
  if (state.conflict) {
    repo.commit('Say one', { 'shared.txt': 'one\n' });
    repo.git('switch', '-q', 'main');
    repo.commit('Say other', { 'shared.txt': 'other\n' });
    repo.git('switch', '-q', 'feature/x');
  }
  if (state.head === 'protected') repo.git('switch', '-q', 'main');
  if (state.head === 'detached') repo.git('switch', '-q', '--detach');
  if (state.plan === 'gone') repo.remove(planPath);
  if (state.dirty) repo.write('src/new.ts', 'export {};\n');
  const { workTree } = repo.context();
  if (workTree === undefined) throw new Error('worktree does not exist.');
  await writeRows(repo, state, status, await workTree.treeHash());
}

function configOf(state: GateState): unknown {
  return {
    gate: { blockLow: state.blockLow, commands: state.command ? ['make test'] : [] },
    review: { reviewers: state.reviewers },
  };
}

async function writeRows(
  repo: GitTestRepository,
  state: GateState,
  status: TaskRow['status'],
  tree: string,
): Promise<void> {
  if (state.task === 'none') return;
  const other = { status, branch: 'feature/y', worktree_path: '/nowhere' };
  if (state.task === 'two') {
    await repo.task('y', other);
    await repo.task('z', { ...other, branch: 'feature/z' });
    return;
  }
  const rows = gateRows(repo.now, tree, state);
  const plan = await rows.plan(repo);
  const task = await repo.task('x', {
    status,
    branch: state.head === 'protected' ? null : 'feature/x',
    worktree_path: repo.repository,
    light: state.task === 'light' ? 1 : 0,
    plan_id: plan?.id ?? null,
  });
  await repo.store.transaction(async transaction => {
    if (plan !== undefined) await transaction.plans.insert([plan]);
    await transaction.findings.insert(rows.findings(task.id));
    await transaction.evidence.insert(rows.evidence(task.id));
    await transaction.slices.insert(rows.slices(task.id));
    await transaction.blockers.insert(rows.blockers(task.id));
    await transaction.nextActions.insert(rows.actions(task.id));
    await transaction.reviewRuns.insert(rows.reviewRuns(task.id));
  });
}
