import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { type OwnWorkbench, openOwnWorkbench } from '../../editor/ownWorkbench.js';
import { makeScratchRepository, type ScratchRepository } from '../../editor/scratchRepository.js';
import { Workbench } from '../../editor/workbench.js';
import { weighPage } from './dashboardPage.js';
import { timeDashboard } from './dashboardPaint.js';
import {
  type Attempt,
  attempt,
  type EditorFigures,
  type EditorOrder,
  figuresOf,
  type HostFigures,
  type IdleFigures,
  type TreeFigures,
} from './figures.js';

/** How long the editor may take for anything, ms. */
const patienceMs = 120_000;

async function main(order: EditorOrder): Promise<void> {
  const repository = await makeScratchRepository('bench');
  const figuresFile = join(order.folder, 'figures.json');
  cpSync(order.store, join(repository.path, '.git', 'stateroom'), { recursive: true });
  mkdirSync(order.folder, { recursive: true });
  const opened = await openOwnWorkbench({
    repo: repository.path,
    extension: { source: order.extension },
    env: { STATEROOM_BENCH_FIGURES: figuresFile, STATEROOM_BENCH_IDLE: String(order.idleMs) },
  });
  try {
    const changeMs = await attempt(() => timeChanges(order, opened.workbench, repository.path));
    if ('failure' in changeMs) await keepPicture(opened.workbench, 'change');
    const imported = await attempt(() => importFindings(order, repository));
    const spawned = await attempt(() => openLanes(order, repository.path));
    const windows = await attempt(async () => {
      const found: HostFigures[] = [];
      const { hostScript } = order;
      const window = { hostScript, repository: repository.path, figuresFile };
      while (found.length < order.windows) found.push(await openWindow<HostFigures>(opened, window));
      return found;
    });
    const figures: EditorFigures = {
      changeMs,
      activationMs: await attempt(() => figuresOf(windows).map(one => one.activationMs)),
      firstView: await attempt(() => together(figuresOf(windows).map(({ firstView }) => ({ figures: firstView })))),
      queue: await attempt(() => together(figuresOf(windows).map(one => one.queue))),
      lanes: await attempt(() => {
        figuresOf(spawned);
        return together(figuresOf(windows).map(one => one.lanes));
      }),
      findings: await attempt(() => {
        figuresOf(imported);
        return together(figuresOf(windows).map(one => one.findings));
      }),
      dashboard: await attempt(() => timeDashboard(order, opened)),
      pageMemory: await attempt(() => weighPage(order, opened.browser)),
      idle: await attempt(() => leaveAlone(order, opened, figuresFile)),
    };
    writeFileSync(order.answer, JSON.stringify(figures));
  } finally {
    await opened.close();
    await repository.remove();
  }
}

/** For the person who asks why there is no figure: below test/ui/output. */
async function keepPicture(workbench: Workbench, what: string): Promise<void> {
  await workbench.screenshot(`failed-bench-${what}`).catch(() => undefined);
}

/** What all windows found, with the fewest rows that one held. */
function together(windows: readonly Attempt<TreeFigures>[]): TreeFigures {
  const found = windows.map(figuresOf);
  return { ms: found.flatMap(({ ms }) => ms), rows: Math.min(...found.map(({ rows }) => rows)) };
}

/** A window on a large queue that no one looks at, and the same window without Stateroom. */
async function leaveAlone(
  order: EditorOrder,
  opened: OwnWorkbench,
  figuresFile: string,
): Promise<{ ours: IdleFigures; bare: IdleFigures }> {
  const repository = await makeScratchRepository('bench-idle');
  try {
    cpSync(order.idleStore, join(repository.path, '.git', 'stateroom'), { recursive: true });
    const window = { hostScript: order.idleScript, repository: repository.path, figuresFile };
    return {
      bare: await openWindow<IdleFigures>(opened, { ...window, insteadOfOurs: makeNothing(order.folder) }),
      ours: await openWindow<IdleFigures>(opened, window),
    };
  } finally {
    await repository.remove();
  }
}

/** An extension that does nothing: the editor runs a script in its host only where one is developed. */
function makeNothing(folder: string): string {
  const path = join(folder, 'nothing');
  mkdirSync(path, { recursive: true });
  const manifest = { name: 'nothing', publisher: 'bench', version: '1.0.0', engines: { vscode: '*' } };
  writeFileSync(join(path, 'package.json'), JSON.stringify(manifest));
  return path;
}

/** A window whose extension host measures instead of running tests; `insteadOfOurs` is another extension. */
async function openWindow<Figures>(
  { browser, editor }: OwnWorkbench,
  window: { hostScript: string; repository: string; figuresFile: string; insteadOfOurs?: string },
): Promise<Figures> {
  const { figuresFile, hostScript } = window;
  rmSync(figuresFile, { force: true });
  const script = `vscode-remote://${new URL(editor.origin).host}${hostScript}`;
  const address = new URL(editor.urlOf(window.repository, [['extensionTestsPath', script]]));
  if (window.insteadOfOurs !== undefined) {
    const nothing = script.replace(hostScript, window.insteadOfOurs);
    const pairs = JSON.parse(address.searchParams.get('payload') ?? '[]') as [string, string][];
    const other = pairs.map(([name, value]) => [name, name === 'extensionDevelopmentPath' ? nothing : value]);
    address.searchParams.set('payload', JSON.stringify(other));
  }
  const page = await browser.newPage();
  try {
    await page.goto(address.href);
    return await waitForFigures<Figures>(figuresFile);
  } catch (error) {
    await keepPicture(new Workbench(page, editor), 'window');
    throw error;
  } finally {
    await page.close();
  }
}

async function timeChanges(order: EditorOrder, workbench: Workbench, repository: string): Promise<number[]> {
  await workbench.openContainer('Stateroom');
  // Only rows in sight are drawn: the view needs room for as many as there are changes.
  for (const other of ['Now', 'Lanes', 'Findings']) await workbench.fold(other);
  await workbench.tree('Queue').waitForRow('Ready');
  const changeMs: number[] = [];
  for (let change = 0; change < order.changes; change += 1) {
    changeMs.push(await timeChange(order, workbench.page, repository, `Is change ${change} seen?`));
  }
  return changeMs;
}

/** Another process adds a question; its row comes first of all. Both moments are read from the machine's clock. */
async function timeChange(order: EditorOrder, page: Page, repository: string, title: string): Promise<number> {
  const seen = page.evaluate(
    ([text, patience]) =>
      new Promise<number>((resolve, reject) => {
        const look = (): boolean => {
          const there = [...document.querySelectorAll('.sidebar .monaco-list-row')].some(row =>
            row.textContent?.includes(text),
          );
          if (there) resolve(Date.now());
          return there;
        };
        const observer = new MutationObserver(() => {
          if (look()) observer.disconnect();
        });
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
        setTimeout(
          () => reject(new Error(`${patience / 1000} s passed without a row "${text}" on the screen.`)),
          patience,
        );
      }),
    [title, patienceMs] as const,
  );
  const [moment, acknowledged] = await Promise.all([seen, ask(order.extension, repository, title)]);
  return moment - acknowledged;
}

/** Records findings in two hundred files, of every severity. */
async function importFindings(order: EditorOrder, { path, write }: ScratchRepository): Promise<void> {
  const severities = ['high', 'medium', 'low'];
  const comments = Array.from({ length: order.findings }, (_, index) => ({
    path: `src/file${index % 200}.ts`,
    severity: severities[index % severities.length],
    text: `Remark ${index}: this could be said in fewer words, and somebody should look at what calls it`,
  }));
  await write('review.json', JSON.stringify(comments));
  await runProgram(order.extension, path, ['finding', 'import', 'review.json', '--repository']);
}

/** Opens lanes by the command line, each with its branch and worktree. */
async function openLanes({ extension, lanes }: EditorOrder, repository: string): Promise<void> {
  for (let at = 1; at <= lanes; at += 1) {
    await runProgram(extension, repository, ['worker', 'spawn', `bench-${at}`, '--no-fetch', '--owns', `src/${at}/**`]);
  }
}

/** Adds a question by the command line; the moment of its acknowledgement. */
function ask(extension: string, repository: string, title: string): Promise<number> {
  return runProgram(extension, repository, ['queue', 'add', title, '--question', 'Is it seen?']);
}

/** Runs the command line program; the moment at which it answers. */
function runProgram(extension: string, repository: string, words: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const program = join(extension, 'dist', 'cli.mjs');
    const child = spawn(process.execPath, [program, ...words, '--json', '--actor', 'bench'], {
      cwd: repository,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let moment = 0;
    child.stdout.once('data', () => {
      moment = Date.now();
    });
    child.once('error', reject);
    child.once('close', code => {
      if (code === 0) resolve(moment);
      else reject(new Error(`The command line ended with ${code}.`));
    });
  });
}

async function waitForFigures<Figures>(file: string): Promise<Figures> {
  const end = Date.now() + patienceMs;
  while (!existsSync(file)) {
    if (Date.now() > end) throw new Error(`${patienceMs / 1000} s passed without figures from the extension host.`);
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  return figuresOf(JSON.parse(readFileSync(file, 'utf8')) as Attempt<Figures>);
}

await main(JSON.parse(process.argv[2] ?? '{}') as EditorOrder);
