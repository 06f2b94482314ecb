import { isProtectedBranch } from '../domain/config/protectedBranch.js';
import { openStatuses } from '../domain/lane/laneStatus.js';
import { treeMaker } from '../domain/lane/treeMaker.js';
import type { Context } from '../records/context.js';
import { readConfig } from '../records/repositoryConfig.js';
import type { HookMemory } from './hookMemory.js';

const wellNamed = /^[^/]+\/./;

/**
 * Once per session: the main worktree is for the main branch if there are others, and a branch outside of tasks and lanes is
 * named by its purpose. None on protected branches or if `protect.edits` is `allow`. The caller saves the memory.
 */
export async function branchAdvice(context: Context, memory: HookMemory): Promise<string | undefined> {
  const { workTree } = context;
  const { session } = memory;
  const { branch } = (await workTree?.head()) ?? {};
  if (workTree === undefined || branch === undefined || session.placed === true || session.branch === branch) {
    return undefined;
  }
  session.branch = branch;
  const config = await readConfig(context);
  if (config.protect.edits === 'allow' || isProtectedBranch(config, branch)) return undefined;
  const { live, lanes } = await context.store.read(async transaction => ({
    live: await transaction.tasks.live(),
    lanes: await transaction.lanes.list(openStatuses),
  }));
  if ([...live, ...lanes].some(row => row.branch === branch)) return undefined;
  const advice =
    (await aboutMainWorktree(context, branch)) ?? aboutName(workTree.root, branch, live.length + lanes.length);
  session.placed = advice !== undefined;
  return advice;
}

async function aboutMainWorktree({ workTree }: Context, branch: string): Promise<string | undefined> {
  if (workTree === undefined || workTree.gitDir !== workTree.commonDir) return undefined;
  const others = (await workTree.list()).length - 1;
  if (others < 1) return undefined;
  const main = (await workTree.defaultBranch()) ?? 'the main branch';
  return `This is the main worktree, with ${branch} checked out, and the repository has ${others} ${others === 1 ? 'other worktree' : 'other worktrees'}. Keep ${main} here, and work on ${branch} in a worktree of its own: \`git switch ${main}\`, then \`git worktree add <folder> ${branch}\`.`;
}

/** No advice where nobody uses tasks or lanes, or where another tool named the branch. */
function aboutName(root: string, branch: string, open: number): string | undefined {
  if (open === 0 || wellNamed.test(branch) || treeMaker(root, branch) !== undefined) return undefined;
  return `No task or lane has the branch ${branch}. Stateroom names branches by what they are for, such as feature/t3-rate-limit. If this is new work, start a task: switch_task start over MCP, or \`stateroom task start --here "<objective>"\`.`;
}
