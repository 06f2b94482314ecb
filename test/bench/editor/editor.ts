import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openWorkbench } from '../../editor/openWorkbench.js';
import { makeScratchRepository, type ScratchRepository } from '../../editor/scratchRepository.js';
import type { EditorFigures, EditorOrder, HostFigures } from './figures.js';

/** How long the editor may take for anything, ms. */
const patienceMs = 120_000;

async function main(order: EditorOrder): Promise<void> {
  const repository = await makeScratchRepository('bench');
  const figuresFile = join(order.folder, 'figures.json');
  cpSync(order.store, join(repository.path, '.git', 'stateroom'), { recursive: true });
  mkdirSync(order.folder, { recursive: true });
  const opened = await openWorkbench({
    repo: repository.path,
    extension: { source: order.extension },
    env: { STATEROOM_BENCH_FIGURES: figuresFile },
  });
  try {
    const { workbench, editor, browser } = opened;
    await workbench.openContainer('Stateroom');
    const queue = workbench.tree('Queue');
    await queue.waitForRow('Ready');
    const changeMs: number[] = [];
    for (let change = 0; change < order.changes; change += 1) {
      changeMs.push(await timeChange(order, workbench.page, repository.path, `Is change ${change} seen?`));
    }
    await importFindings(order, repository);
    const found: HostFigures[] = [];
    const script = `vscode-remote://${new URL(editor.origin).host}${order.hostScript}`;
    for (let window = 0; window < order.windows; window += 1) {
      rmSync(figuresFile, { force: true });
      const page = await browser.newPage();
      await page.goto(editor.urlOf(repository.path, [['extensionTestsPath', script]]));
      found.push(await waitForFigures(figuresFile));
      await page.close();
    }
    const figures: EditorFigures = {
      activationMs: found.map(one => one.activationMs),
      treeMs: found.flatMap(one => one.treeMs),
      rows: found[0]?.rows ?? 0,
      findingsMs: found.flatMap(one => one.findingsMs),
      findings: found[0]?.findings ?? 0,
      changeMs,
    };
    writeFileSync(order.answer, JSON.stringify(figures));
  } finally {
    await opened.close();
    await repository.remove();
  }
}

/** Another process adds a question; its row comes first of all. Both moments are read from the machine's clock. */
async function timeChange(order: EditorOrder, page: Page, repository: string, title: string): Promise<number> {
  const seen = page.evaluate(
    text =>
      new Promise<number>(resolve => {
        const look = (): boolean => {
          const there = [...document.querySelectorAll('.sidebar .monaco-list-row')].some(row =>
            row.textContent?.includes(text),
          );
          if (there) resolve(performance.timeOrigin + performance.now());
          return there;
        };
        const observer = new MutationObserver(() => {
          if (look()) observer.disconnect();
        });
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
    title,
  );
  const acknowledged = await ask(order.extension, repository, title);
  return (await seen) - acknowledged;
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
      moment = performance.timeOrigin + performance.now();
    });
    child.once('error', reject);
    child.once('close', code => {
      if (code === 0) resolve(moment);
      else reject(new Error(`The command line ended with ${code}.`));
    });
  });
}

async function waitForFigures(file: string): Promise<HostFigures> {
  const end = Date.now() + patienceMs;
  while (!existsSync(file)) {
    if (Date.now() > end) throw new Error(`${patienceMs / 1000} s passed without figures from the extension host.`);
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  return JSON.parse(readFileSync(file, 'utf8')) as HostFigures;
}

await main(JSON.parse(process.argv[2] ?? '{}') as EditorOrder);
