import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Desk, leaveOthers, runAs, solve, workOn } from './agent.js';
import { filesOf, type Task } from './project.js';
import { InTurn, Killed, type World } from './world.js';

/** A desk without Stateroom: nothing is asked before an edit or a command. */
function plainDesk(world: World, root: string, folder: string): Desk {
  const allow = async (): Promise<undefined> => undefined;
  const desk: Desk = {
    world,
    root,
    folder,
    mayEdit: allow,
    edited: allow,
    mayRun: allow,
    async commit(slice) {
      const files = filesOf(slice).join(' ');
      const [add, commit] = folder === root ? [files, `-- ${files}`] : ['-A', ''];
      const output = await commitAs(desk, `git add ${add} && git commit -m '${slice.message}' ${commit}`);
      const hash = /^\[[^\]]* ([0-9a-f]{7,})\]/m.exec(output ?? '')?.[1];
      if (hash !== undefined) world.committed(slice, hash);
      return hash !== undefined;
    },
  };
  return desk;
}

/** Runs a command that commits, again while another agent has the index locked or unmerged; undefined if it fails. */
async function commitAs(desk: Desk, command: string): Promise<string | undefined> {
  for (let tries = 0; tries < 10; tries += 1) {
    const { code, output } = await runAs(desk, command);
    if (code === 0) return output;
    if (!/\.lock|unmerged/i.test(output)) return undefined;
    await desk.world.think(2);
  }
  return undefined;
}

/** Works on a task until its agent ends without being killed; its successor goes on in the same folder. */
async function workUntilEnd(desk: Desk, task: Task, isSuccessor = false): Promise<void> {
  for (let successor = isSuccessor; ; successor = true) {
    try {
      await workOn(desk, task, successor);
      return;
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
  }
}

const listFile = 'TASKS.md';
const freeTask = /^- \[ \] t(\d+) .*$/m;

/** All agents in one folder, on its branch; each takes the next free task of a list in a file. */
export async function inOneFolder(world: World, root: string, agents: number): Promise<void> {
  const path = join(root, listFile);
  const lines = world.tasks.map(({ number, name }) => `- [ ] t${number} ${name}`);
  writeFileSync(path, `${lines.join('\n')}\n`);
  await world.git(root, 'add', listFile);
  await world.git(root, 'commit', '-q', '-m', 'List the tasks');
  const readList = (): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');
  const work = async (agent: number): Promise<void> => {
    for (;;) {
      const text = readList();
      world.count('list of tasks', `read ${listFile}`, text);
      const [line, number] = freeTask.exec(text) ?? [];
      const task = world.tasks.find(one => one.number === Number(number));
      if (line === undefined || task === undefined) return;
      await world.think();
      // As an edit of the line: it fails if another agent was first.
      const now = readList();
      const taken = `${line.replace('[ ]', '[x]')} (agent ${agent})`;
      world.count('list of tasks', `edit ${listFile} ${line} ${taken}`, now.includes(line) ? 'done' : 'not found');
      if (!now.includes(`${line}\n`)) continue;
      writeFileSync(
        path,
        now.replace(line, () => taken),
      );
      world.take(task);
      const desk = plainDesk(world, root, root);
      await commitAs(desk, `git commit -m 'Take t${task.number}' -- ${listFile}`);
      await workUntilEnd(desk, task);
      world.done.add(task.number);
    }
  };
  await Promise.all(Array.from({ length: agents }, (_, agent) => work(agent)));
  await world.run(root, ['sh', '-c', 'git add -A && git commit -q -m "Commit what is left"']);
}

/** How often a script returns work to its agent before it gives it up. */
const maxRounds = 5;

/** A worktree for each task, which a script makes, rebases, tests and merges. */
export async function inWorktrees(world: World, root: string, agents: number): Promise<void> {
  const left = [...world.tasks];
  const merges = new InTurn();
  const work = async (): Promise<void> => {
    for (let task = left.shift(); task !== undefined; task = left.shift()) {
      const folder = `${root}.worktrees/t${task.number}`;
      await world.git(root, 'worktree', 'add', '-q', '-b', `t${task.number}`, folder, 'main');
      world.take(task);
      const desk = plainDesk(world, root, folder);
      await workUntilEnd(desk, task);
      world.done.add(task.number);
      await integrate(desk, task, merges);
    }
  };
  await Promise.all(Array.from({ length: agents }, work));
}

async function integrate(desk: Desk, task: Task, merges: InTurn): Promise<void> {
  const { world, folder } = desk;
  for (let round = 0; round < maxRounds; round += 1) {
    const dirty = await world.git(folder, 'status', '--porcelain');
    const commits = await world.git(folder, 'rev-list', 'main..HEAD');
    const isReady = dirty === '' && commits !== '';
    if (isReady && (await merges.run(() => mergeOne(desk, task)))) return;
    world.returned += 1;
    await leaveOthers(desk, task);
    await workUntilEnd(desk, task, true);
  }
}

/** Rebases, tests and merges a branch; false if its agent has to look at it again. */
async function mergeOne(desk: Desk, task: Task): Promise<boolean> {
  const { world, folder, root } = desk;
  if ((await world.run(folder, ['git', 'rebase', '-q', 'main'])).code !== 0) {
    world.returned += 1;
    await solve(desk, task, 'rebase');
  }
  if ((await world.run(folder, ['node', 'test/run.mjs'])).code !== 0) return false;
  // What agents left in the folder of the person: kept in a file, so that it is in nobody's way.
  await world.git(root, 'add', '-A');
  const strays = await world.git(root, 'diff', '--cached', 'HEAD');
  if (strays !== '') writeFileSync(`${root}.stray-${task.number}.patch`, strays);
  await world.git(root, 'reset', '-q', '--hard');
  const merged = await world.run(root, ['git', 'merge', '-q', '--no-ff', '--no-edit', `t${task.number}`]);
  if (merged.code !== 0) {
    await world.run(root, ['git', 'merge', '--abort']);
    return false;
  }
  await world.git(root, 'worktree', 'remove', '--force', folder);
  return true;
}
