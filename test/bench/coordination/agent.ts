import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Change, filesOf, isIn, type Slice, type Task, withChange } from './project.js';
import { Killed, type Outcome, type World } from './world.js';

/** Where and how an agent works. */
export interface Desk {
  readonly world: World;
  /** Its folder, and the one that a person has open. */
  readonly folder: string;
  readonly root: string;
  /** Undefined where it may, else why it may not. */
  mayEdit(path: string, content: string): Promise<string | undefined>;
  edited(path: string, content: string): Promise<void>;
  mayRun(command: string): Promise<string | undefined>;
  /** Commits the slice; false if it could not. */
  commit(slice: Slice): Promise<boolean>;
}

/** Runs a command as an agent; -1 if it is refused. */
export async function runAs(desk: Desk, command: string, counts = true): Promise<Outcome> {
  const { world } = desk;
  await world.think();
  const reason = await desk.mayRun(command);
  const outcome =
    reason === undefined
      ? await world.run(desk.folder, ['sh', '-c', command])
      : { code: -1, output: reason, stdout: '' };
  if (reason !== undefined) world.refused += 1;
  if (counts || reason !== undefined)
    world.count(/git \w+/.exec(command)?.[0] ?? 'other command', command, outcome.output);
  return outcome;
}

/** Writes a file as an agent; false if it is refused. */
export async function writeAs(desk: Desk, folder: string, file: string, text: string): Promise<boolean> {
  const path = join(folder, file);
  const reason = await desk.mayEdit(path, text);
  if (reason !== undefined) {
    desk.world.refused += 1;
    desk.world.count('refused edit', path, reason);
    return false;
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  await desk.edited(path, text);
  return true;
}

const read = (folder: string, file: string): string | undefined =>
  existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : undefined;

/** How an agent leaves a task: done, or only by its own word. */
export type Ending = 'done' | 'said so';

/** Works on a task to its end, with the slip of its row if this is the first time; a successor looks where it is. */
export async function workOn(desk: Desk, task: Task, isSuccessor: boolean): Promise<Ending> {
  const { world } = desk;
  const slip = world.slipOf(task);
  const isOwn = desk.folder !== desk.root;
  if (slip === 'clean') await runAs(desk, 'git checkout -- . && git clean -fdq');
  if (slip === 'stale' && isOwn) await runAs(desk, 'git reset -q --hard "$(git rev-list --max-parents=0 HEAD)"');
  const range = isOwn ? 'main..HEAD' : `--grep='^t${task.number}:'`;
  const before = isSuccessor ? (await runAs(desk, `git log --format=%s ${range}`)).output.split('\n') : [];
  const [first, second] = task.slices;
  if (!before.includes(first.message)) {
    const stale = slip === 'stale' && !isOwn ? first.changes.map(({ file }) => read(desk.folder, file)) : undefined;
    await world.think(stale === undefined ? 1 : 20);
    await apply(desk, task, first, slip === 'outside' ? desk.root : desk.folder, stale);
    await apply(desk, task, first);
    await desk.commit(first);
  }
  if (!before.includes(second.message)) {
    if (slip === 'kill') await dieWriting(desk, task, second);
    await apply(desk, task, second);
    if (slip === 'others') await writeInOthers(desk, task);
    if (slip === 'stash') await stash(desk);
    if (slip === 'unmerged') return 'said so';
  }
  await finish(desk, task);
  return 'done';
}

/** Tests the task, makes again what is gone, and commits the rest. */
async function finish(desk: Desk, task: Task): Promise<void> {
  for (let tries = 0; tries < 3; tries += 1) {
    const { code } = await runAs(desk, `node test/run.mjs ${task.number}`, false);
    if (code === 0) break;
    for (const slice of task.slices) await apply(desk, task, slice);
  }
  const files = task.slices.flatMap(filesOf);
  const { output } = await runAs(desk, `git status --porcelain ${files.join(' ')}`);
  for (const slice of task.slices) if (filesOf(slice).some(file => output.includes(file))) await desk.commit(slice);
}

/** Makes the changes of a slice that are not there, each in its file as it is now, or as it was read before. */
async function apply(
  desk: Desk,
  task: Task,
  slice: Slice,
  folder = desk.folder,
  stale?: readonly (string | undefined)[],
) {
  for (const [index, change] of slice.changes.entries()) {
    const now = read(folder, change.file);
    if (isIn(change, now)) continue;
    await desk.world.think();
    const seen = stale?.[index] ?? withoutMarkers(read(folder, change.file) ?? '');
    const text = withChange(change, seen);
    if (text === undefined || !(await writeAs(desk, folder, change.file, text))) continue;
    desk.world.edited(task, slice, change.file);
  }
}

/** A text with both sides of each conflict, without the stubs that either of them has replaced. */
export function withoutMarkers(text: string): string {
  if (!text.includes('<<<<<<<')) return text;
  const lines = text.split('\n').filter(line => !/^(<{7}|={7}|>{7}|\|{7})/.test(line));
  const seen = new Set<string>();
  return lines
    .filter(line => {
      const repeated = line.length > 4 && seen.has(line);
      seen.add(line);
      return !repeated;
    })
    .join('\n');
}

async function dieWriting({ folder, world }: Desk, task: Task, slice: Slice): Promise<never> {
  const [change] = slice.changes;
  const text = change === undefined ? '' : (withChange(change, '') ?? '');
  const path = join(folder, change?.file ?? '');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text.slice(0, text.length / 2));
  world.killed.add(task.number);
  throw new Killed(`task ${task.number}`);
}

async function writeInOthers(desk: Desk, task: Task): Promise<void> {
  const other = desk.world.tasks.find(({ number }) => number === task.number - 1);
  const [part] = other?.slices[1].changes ?? [];
  if (part !== undefined) await writeAs(desk, desk.folder, part.file, `// Helper of ${task.name}.\n`);
}

async function stash(desk: Desk): Promise<void> {
  if ((await runAs(desk, 'git stash -u')).code !== 0) return;
  await desk.world.think(6);
  const { code } = await runAs(desk, 'git stash pop');
  if (code === 0) return;
  const { output } = await runAs(desk, 'git diff --name-only --diff-filter=U');
  const files = output.split('\n').filter(file => file !== '');
  for (const file of files) await writeAs(desk, desk.folder, file, withoutMarkers(read(desk.folder, file) ?? ''));
  if (files.length > 0) await runAs(desk, `git add ${files.join(' ')} && git reset -q && git stash drop`);
}

/** Solves the conflicts of a rebase or merge that is in progress: the side of the base, and the task's changes on it. */
export async function solve(desk: Desk, task: Task, act: 'rebase' | 'merge'): Promise<void> {
  const [base, own] = act === 'rebase' ? ['--ours', '--theirs'] : ['--theirs', '--ours'];
  const changes = task.slices.flatMap(slice => slice.changes);
  for (let round = 0; round < 6; round += 1) {
    const { output } = await runAs(desk, 'git diff --name-only --diff-filter=U');
    const files = output.split('\n').filter(file => file !== '');
    for (const file of files)
      await solveFile(
        desk,
        file,
        changes.find(change => change.file === file),
        [base, own],
      );
    const next = act === 'rebase' ? 'git -c core.editor=true rebase --continue' : 'git commit -q --no-edit';
    const { code, output: said } = await runAs(desk, `git add -A && ${next}`);
    if (code === 0 || said.includes('No rebase in progress')) return;
  }
  throw new Error(`The conflicts of task ${task.number} were not solved.`);
}

async function solveFile(desk: Desk, file: string, change: Change | undefined, [base, own]: readonly string[]) {
  const isWhole = change !== undefined && 'text' in change;
  const { code } = await runAs(desk, `git checkout ${isWhole ? own : base} -- ${file}`);
  if (code !== 0) await runAs(desk, `git rm -q --cached ${file} && rm -f ${file}`);
  const text = change === undefined ? undefined : withChange(change, read(desk.folder, file));
  if (text !== undefined) await writeAs(desk, desk.folder, file, text);
}

/** Takes back what the branch changes in files of other tasks. */
export async function leaveOthers(desk: Desk, task: Task): Promise<void> {
  const own = new Set(task.slices.flatMap(filesOf));
  const { output } = await runAs(desk, 'git diff --name-only main...HEAD');
  const others = output.split('\n').filter(file => file !== '' && !own.has(file));
  if (others.length === 0) return;
  const back = others.map(file => `(git checkout main -- ${file} 2>/dev/null || git rm -q ${file})`).join(' && ');
  await runAs(desk, `${back} && git commit -q -m "t${task.number}: leave files of others"`);
}
