import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { z } from 'zod';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { shortened } from '../../../domain/text/shortened.js';
import { editLines } from '../../../domain/workflow/editLines.js';
import type { FileEdit } from '../../../domain/workflow/fileEdit.js';
import type { WorkflowName } from '../../../domain/workflow/workflowNames.js';
import { evidenceRun } from '../../../operations/evidence/evidenceRun.js';
import { evidenceShow } from '../../../operations/evidence/evidenceShow.js';
import type { CodeChange, ThenAct } from '../../../workflows/workflow.js';
import type { CommandEnvironment } from '../commands/commandEnvironment.js';
import { invokeLong } from '../commands/invokeLong.js';
import { operationNamed } from '../commands/operationNamed.js';
import type { RepositoryFiles } from '../repository/openRepository.js';
import type { RepositoryRef } from '../repository/repositoryRef.js';
import { inEditorsLanguage } from '../support/inEditorsLanguage.js';
import { asMessage } from '../support/plainText.js';
import { type FileChange, replaceFiles } from './replaceFiles.js';

const scheme = 'stateroom-proposal';
/** Max proposals held; the oldest are dropped. */
const maxPending = 20;
const max = { files: 6, lines: 60 };

interface Proposed {
  readonly repository: string;
  /** Top folder of the worktree whose files were read; the repository may show another one later. */
  readonly top: string;
  readonly ritual: WorkflowName;
  readonly change: CodeChange;
  /** Label of the button that applies them. */
  readonly accept: string;
}

interface Held extends Proposed {
  state: 'open' | 'working' | 'applied';
  /** Text of the files after applying, possibly changed by formatters. */
  written: readonly FileChange[];
  isProving: boolean;
}

type ProofAnswer = z.output<(typeof evidenceRun)['output']>;

interface Choice {
  readonly title: string;
  run(): Promise<unknown> | Thenable<unknown>;
}

/** Holds file changes proposed in the chat in memory, shows them as a diff, and applies and undoes them as a whole. */
export class ProposedChanges implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly pending = new Map<string, Held>();
  private readonly provider: vscode.Disposable;
  private made = 0;

  constructor(private readonly environment: CommandEnvironment) {
    this.provider = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  }

  dispose(): void {
    this.provider.dispose();
  }

  /** Holds a proposal and returns the id for the buttons, whose arguments then contain no text to be written. */
  hold(proposed: Proposed): string {
    this.made += 1;
    const id = `${this.environment.clock.now()}-${this.made}`;
    this.pending.set(id, { ...proposed, state: 'open', written: [], isProving: false });
    const [oldest] = this.pending.keys();
    if (this.pending.size > maxPending && oldest !== undefined) this.pending.delete(oldest);
    return id;
  }

  provideTextDocumentContent({ query }: vscode.Uri): string {
    const { id, path, side } = JSON.parse(query) as { id: string; path: string; side: 'before' | 'after' };
    const edit = this.pending.get(id)?.change.edits.find(each => each.path === path);
    return edit?.[side] ?? '';
  }

  /** Shows all files in one editor, before and after; changes too large for the chat are applied from here. */
  async show(id: unknown): Promise<void> {
    const pending = this.find(id);
    const top = pending && this.treeOf(pending)?.root;
    if (pending === undefined || top === undefined) return;
    const rows = pending.change.edits.map(({ path, before }) => {
      const uri = vscode.Uri.joinPath(vscode.Uri.file(top), path);
      const sideOf = (side: 'before' | 'after') =>
        vscode.Uri.from({ scheme, path: uri.path, query: JSON.stringify({ id, path, side }) });
      return [uri, before === null ? undefined : sideOf('before'), sideOf('after')];
    });
    await vscode.commands.executeCommand('vscode.changes', l10n.t('Proposed Changes'), rows);
    if (pending.state !== 'open' || !isCut(pending.change.edits)) return;
    this.tell(l10n.t('Nothing has been saved yet.'), [{ title: pending.accept, run: () => this.apply(id) }]);
  }

  /** Writes all files or none, then runs the test and reports its result. Resolves with true once written. */
  async apply(id: unknown): Promise<boolean> {
    const pending = this.find(id);
    const tree = pending && this.treeOf(pending);
    if (pending === undefined || tree === undefined) return false;
    if (pending.state !== 'open') {
      // Restores the choices of a notification that was closed.
      const isBusy = pending.state === 'working' || pending.isProving;
      const ways = isBusy ? [] : [...this.waysToProve(pending), this.wayBack(pending)];
      this.tell(l10n.t('These changes have already been applied.'), ways, 'warn');
      return false;
    }
    pending.state = 'working';
    try {
      const wanted = pending.change.edits.map(({ path, before, after }) => ({ path, from: before, to: after }));
      const replaced = await replaceFiles(tree, wanted, 'apply');
      if ('problem' in replaced) {
        pending.state = 'open';
        this.warn(replaced.problem);
        return false;
      }
      pending.written = replaced.written;
      pending.state = 'applied';
    } catch (error) {
      pending.state = 'open';
      this.environment.notice.showError(l10n.t('Could not apply the changes.'), error);
      return false;
    }
    void this.prove(pending);
    return true;
  }

  /** Restores the previous contents unless someone has edited them since. */
  private async takeBack(pending: Held): Promise<void> {
    const tree = this.treeOf(pending);
    if (tree === undefined || pending.state !== 'applied') return;
    pending.state = 'working';
    const back = pending.written.map(({ path, from, to }) => ({ path, from: to, to: from }));
    try {
      const replaced = await replaceFiles(tree, back, 'takeBack');
      pending.state = 'problem' in replaced ? 'applied' : 'open';
      // Keep offering to undo: the obstacle may be temporary.
      if ('problem' in replaced) this.tell(replaced.problem, [this.wayBack(pending)], 'warn');
      else this.tell(l10n.t('The changes were undone.'), []);
    } catch (error) {
      pending.state = 'applied';
      this.environment.notice.showError(l10n.t('Could not undo the changes.'), error);
    }
  }

  private wayBack(pending: Held): Choice {
    return { title: l10n.t('Undo'), run: () => this.takeBack(pending) };
  }

  private waysToProve(pending: Held): Choice[] {
    return pending.change.proof === undefined ? [] : [{ title: l10n.t('Run Test'), run: () => this.prove(pending) }];
  }

  private async prove(pending: Held): Promise<void> {
    const { proof } = pending.change;
    const back = this.wayBack(pending);
    // The button may be from an outdated notification.
    if (pending.state !== 'applied' || pending.isProving) return;
    if (proof === undefined) {
      this.tell(l10n.t('The changes were applied. There is no test to run.'), [back]);
      return;
    }
    const repository = this.environment.repositories.all.find(({ id }) => id === pending.repository);
    if (repository === undefined || this.treeOf(pending) === undefined) return;
    const again = this.waysToProve(pending);
    pending.isProving = true;
    try {
      const { command, task, slice } = proof;
      const order = {
        command: [command],
        directory: '',
        ...(task === undefined ? {} : { task }),
        ...(slice === undefined ? {} : { slice }),
      };
      const answer = await invokeLong(evidenceRun, repository, order, { folder: pending.top });
      if (isRefusal(answer)) {
        this.tell(l10n.t('The changes were applied. {0}', inEditorsLanguage(answer.message)), [...again, back], 'warn');
        return;
      }
      void this.environment.status.refresh();
      await this.judge(pending, answer as ProofAnswer, again);
    } catch (error) {
      this.environment.notice.showError(l10n.t('The changes were applied, but the test could not be run.'), error);
    } finally {
      pending.isProving = false;
    }
  }

  private async judge(pending: Held, answer: ProofAnswer, again: readonly Choice[]): Promise<void> {
    const { evidence, exitCode, treeChanged, tail } = answer;
    const { ref, command, passed } = evidence;
    const { expect } = pending.change;
    const back = this.wayBack(pending);
    const show: Choice = {
      title: l10n.t('Show Evidence'),
      run: () => this.environment.run(evidenceShow, { id: ref }, standingIn(pending)),
    };
    const ask = (title: string): Choice => ({ title, run: () => this.ask(pending, title) });
    const last = shortened(tail.trim().split('\n').at(-1) ?? '', 120);
    if ([124, 126, 127].includes(exitCode)) {
      this.tell(
        l10n.t('The test could not be run, so there is no result ({0}): {1}', ref, last),
        [...again, show, back],
        'warn',
      );
    } else if (treeChanged && passed === (expect === 'green')) {
      const text = l10n.t('Files changed while “{0}” ran, so {1} does not apply to the current files.', command, ref);
      this.tell(text, [...again, show, back], 'warn');
    } else if (expect === 'red' && !passed) {
      this.tell(l10n.t('The test fails, as expected ({0}). Next, write the code.', ref), [
        ask(l10n.t('Continue')),
        show,
        back,
      ]);
    } else if (expect === 'red') {
      const text = l10n.t('The test already passes ({0}), so it does not cover the change yet.', ref);
      this.tell(text, [ask(l10n.t('Try Again')), show, back], 'warn');
    } else if (passed) {
      await this.goOn(pending, ref);
    } else {
      this.tell(l10n.t('The test still fails ({0}): {1}', ref, last), [ask(l10n.t('Try Again')), show, back], 'warn');
    }
  }

  /** Offers the next acts after a passing test: first the commit, if an act requires it. */
  private async goOn(pending: Held, proof: string): Promise<void> {
    const { next } = pending.change;
    const acts = [...next.map(act => this.choiceOf(pending, act, proof)), this.wayBack(pending)];
    if (!next.some(({ afterCommit }) => afterCommit) || (await this.uncommitted(pending)).size === 0) {
      this.tell(l10n.t('The test passes ({0}).', proof), acts);
      return;
    }
    const commit: Choice = {
      title: l10n.t('Open Source Control'),
      run: async () => {
        await vscode.commands.executeCommand('workbench.view.scm');
        // For after the commit: pressing the button closed the notification with the other choices.
        this.tell(
          l10n.t('After you commit all changes, you can mark the findings covered by {0} as fixed.', proof),
          acts,
        );
      },
    };
    this.tell(l10n.t('The test passes ({0}). Commit all changes, then mark the findings as fixed.', proof), [
      commit,
      ...acts,
    ]);
  }

  /** Returns the uncommitted paths of the worktree; none if git fails, since the act itself then reports it. */
  private async uncommitted({ repository, top }: Held): Promise<ReadonlySet<string>> {
    const found = this.environment.repositories.all.find(({ id }) => id === repository);
    return (await found?.changedPaths(top).catch(() => undefined)) ?? new Set();
  }

  private choiceOf(pending: Held, { title, operation, input, proofAs, afterCommit }: ThenAct, proof: string): Choice {
    const whole = proofAs === undefined ? input : { ...input, [proofAs]: proof };
    return {
      title,
      run: async () => {
        // Ignores files changed since by others: the act itself checks that the commit matches the evidence.
        const uncommitted = afterCommit ? await this.uncommitted(pending) : undefined;
        if (pending.written.some(({ path }) => uncommitted?.has(path))) return this.goOn(pending, proof);
        return this.environment.run(await operationNamed(operation), whole, standingIn(pending));
      },
    };
  }

  /** Asks again in the chat, which uses the edited worktree: the person must first switch to the change's. */
  private async ask(pending: Held, title: string): Promise<unknown> {
    const { ritual, change, top } = pending;
    if (this.environment.repositories.active?.files?.root !== top) {
      const text = l10n.t('These changes are in worktree {0}. Open one of its files first.', top);
      return this.tell(text, [{ title, run: () => this.ask(pending, title) }], 'warn');
    }
    const query = `@stateroom /${ritual} ${change.again}`.trim();
    return vscode.commands.executeCommand('workbench.action.chat.open', { query });
  }

  private find(id: unknown): Held | undefined {
    const pending = typeof id === 'string' ? this.pending.get(id) : undefined;
    if (pending === undefined) this.warn(l10n.t('These changes are no longer available. Try again.'));
    return pending;
  }

  private treeOf({ repository, top }: Held): RepositoryFiles | undefined {
    const tree = this.environment.repositories.all.find(({ id }) => id === repository)?.filesAt(top);
    if (tree === undefined) {
      this.warn(
        l10n.t('The worktree of these changes no longer exists, or its repository is not open or not trusted.'),
      );
    }
    return tree;
  }

  private warn(text: string): void {
    this.tell(text, [], 'warn');
  }

  /** Returns at once: the person may answer at any time. */
  private tell(text: string, choices: readonly Choice[], kind: 'say' | 'warn' = 'say'): void {
    const { showInformationMessage, showWarningMessage } = vscode.window;
    const message = kind === 'warn' ? showWarningMessage : showInformationMessage;
    void message(asMessage(text), ...choices.map(({ title }) => title)).then(async chosen => {
      await choices.find(({ title }) => title === chosen)?.run();
    });
  }
}

/** Returns the worktree of the change, in which its next acts run, whichever worktree is shown by then. */
function standingIn({ repository, top }: Held): RepositoryRef {
  return { repository, folder: top, top };
}

export function isCut(edits: readonly FileEdit[]): boolean {
  return edits.length > max.files || edits.some(edit => editLines(edit).lines.length > max.lines);
}

/** Formats the changes as code blocks for the chat; long ones are cut and shown whole by the button. */
export function diffBlocks(edits: readonly FileEdit[]): vscode.MarkdownString[] {
  return edits.slice(0, max.files).map(edit => {
    const { lines } = editLines(edit);
    const shown = lines.slice(0, max.lines);
    const name = edit.path.replace(/\p{Cc}/gu, ' ');
    const cut = lines.length > shown.length ? ['…'] : [];
    return new vscode.MarkdownString().appendCodeblock([`# ${name}`, ...shown, ...cut].join('\n'), 'diff');
  });
}
