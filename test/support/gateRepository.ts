import type { TaskRow } from '../../src/domain/task/taskRow.js';
import { gateRows } from './gateRows.js';
import type { GateState } from './gateState.js';
import type { GitRoom } from './gitRoom.js';

const planPath = '.stateroom/plans/x.md';
const planText = '# Limits\n\nLimit the rate.\n\n- [ ] Count requests\n';

/** Makes a repository and its store be in this state, by git's own commands and by rows. */
export async function realise(
  room: GitRoom,
  state: GateState,
  status: TaskRow['status'] = 'in_progress',
): Promise<void> {
  await room.store.create();
  room.write('.stateroom/config.json', JSON.stringify(configOf(state)));
  room.commit('Agree', { 'shared.txt': 'first\n', [planPath]: planText });
  room.git('switch', '-q', '-c', 'feature/x');
  if (state.ahead) room.commit('Work', { 'src/a.ts': 'export {};\n' });
  if (state.conflict) {
    room.commit('Say one', { 'shared.txt': 'one\n' });
    room.git('switch', '-q', 'main');
    room.commit('Say other', { 'shared.txt': 'other\n' });
    room.git('switch', '-q', 'feature/x');
  }
  if (state.head === 'protected') room.git('switch', '-q', 'main');
  if (state.head === 'detached') room.git('switch', '-q', '--detach');
  if (state.plan === 'gone') room.remove(planPath);
  if (state.dirty) room.write('src/new.ts', 'export {};\n');
  const { workTree } = room.context();
  if (workTree === undefined) throw new Error('There is no work tree.');
  await writeRows(room, state, status, await workTree.treeHash());
}

function configOf(state: GateState): unknown {
  return {
    gate: { blockLow: state.blockLow, commands: state.command ? ['make test'] : [] },
    review: { reviewers: state.reviewers },
  };
}

async function writeRows(room: GitRoom, state: GateState, status: TaskRow['status'], tree: string): Promise<void> {
  if (state.task === 'none') return;
  const other = { status, branch: 'feature/y', worktree_path: '/nowhere' };
  if (state.task === 'two') {
    await room.task('y', other);
    await room.task('z', { ...other, branch: 'feature/z' });
    return;
  }
  const rows = gateRows(room.now, tree, state);
  const plan = await rows.plan(room);
  const task = await room.task('x', {
    status,
    branch: state.head === 'protected' ? null : 'feature/x',
    worktree_path: room.repository,
    light: state.task === 'light' ? 1 : 0,
    plan_id: plan?.id ?? null,
  });
  await room.store.transaction(async transaction => {
    if (plan !== undefined) await transaction.plans.insert([plan]);
    await transaction.findings.insert(rows.findings(task.id));
    await transaction.evidence.insert(rows.evidence(task.id));
    await transaction.slices.insert(rows.slices(task.id));
    await transaction.blockers.insert(rows.blockers(task.id));
    await transaction.nextActions.insert(rows.actions(task.id));
    await transaction.reviewRuns.insert(rows.reviewRuns(task.id));
  });
}
