import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { type Refusal, RefusalError } from '../../../domain/refusal/refusal.js';
import { say } from '../../../messages/say.js';
import { evidenceRun } from '../../../operations/evidence/evidenceRun.js';
import { findingProve } from '../../../operations/finding/findingProve.js';
import { queueClaim } from '../../../operations/queue/queueClaim.js';
import { queueShow } from '../../../operations/queue/queueShow.js';
import { storeCheck } from '../../../operations/store/storeCheck.js';
import { trustShow } from '../../../operations/trust/trustShow.js';
import type { Log } from '../../../platform/log.js';
import { revealRowCommand } from '../../../present/workRows.js';
import type { Repository } from '../repository.js';
import { causeOf, inEditorsLanguage } from '../support/inEditorsLanguage.js';
import { withLocalTimes } from '../support/localTime.js';
import { asMessage } from '../support/plainText.js';
import { standingOf } from './repositoryRef.js';

interface NextStep {
  readonly title: string;
  run(): Thenable<unknown> | undefined;
}

/** The refused call, as far as the caller knows it. */
export interface RefusedCall {
  readonly operation?: string;
  readonly workItem?: string;
}

/** Shows refusals to the person: one sentence, the hint, and buttons for the next step. */
export class RefusalNotice {
  /** `titles` are those of the contributed commands, by command id. */
  constructor(
    private readonly log: Log,
    private readonly openLog: () => void,
    private readonly titles: ReadonlyMap<string, string> = new Map(),
  ) {}

  /** Returns at once, without waiting for the person. */
  show(refusal: Refusal, repository?: Repository, call: RefusedCall = {}): void {
    this.log.info(`Refused (${refusal.code}): ${say(refusal.message)}`);
    const steps = this.nextSteps(refusal, repository, call);
    const { message, hint } = refusal;
    // Anyone with a button does not need the command for a terminal.
    const isHelpful = hint !== undefined && (steps.length === 0 || !quotesCommand(say(hint)));
    const sentences = isHelpful ? [message, hint] : [message];
    const text = asMessage(withLocalTimes(sentences.map(inEditorsLanguage).join(' ')));
    const show = isStoreTrouble(refusal) ? vscode.window.showErrorMessage : vscode.window.showWarningMessage;
    void show(text, ...steps.map(step => step.title)).then(async chosen => {
      await steps.find(step => step.title === chosen)?.run();
    });
  }

  /** Shows a failure that is a defect or an I/O error, not a refusal. */
  showError(what: string, error: unknown): void {
    this.log.error(what, error);
    const log = l10n.t('Show Log');
    void vscode.window.showErrorMessage(asMessage(l10n.t('{0} {1}', what, causeOf(error))), log).then(chosen => {
      if (chosen === log) this.openLog();
    });
  }

  /** Runs an act; shows and returns a refusal that it throws, and shows other failures. */
  async attempt<T>(
    failure: string,
    repository: Repository | undefined,
    act: () => Promise<T>,
  ): Promise<T | Refusal | undefined> {
    try {
      return await act();
    } catch (error) {
      if (error instanceof RefusalError) {
        this.show(error.refusal, repository);
        return error.refusal;
      }
      this.showError(failure, error);
      return undefined;
    }
  }

  private nextSteps(refusal: Refusal, repository: Repository | undefined, call: RefusedCall): NextStep[] {
    const command = (title: string, id: string, ...input: unknown[]): NextStep => ({
      title,
      run: () => vscode.commands.executeCommand(id, ...input),
    });
    // Acts in the repository of the refused call, whichever one is active when the button is pressed.
    const act = (title: string, operation: string, input?: Readonly<Record<string, unknown>>): NextStep =>
      command(title, `stateroom.${operation}`, input, ...(repository === undefined ? [] : [standingOf(repository)]));
    const log: NextStep = {
      title: l10n.t('Show Log'),
      run: () => {
        this.openLog();
        return undefined;
      },
    };
    if (refusal.details?.restrictedMode === true) {
      return [command(l10n.t('Manage Workspace Trust'), 'workbench.trust.manage')];
    }
    if (refusal.details?.needs === 'trust') {
      return [act(l10n.t('Review Repository Commands…'), trustShow.name, {})];
    }
    if (refusal.details?.gate === 'close-check') {
      const where = repository === undefined ? undefined : standingOf(repository);
      return [command(l10n.t('Show Issues'), revealRowCommand, 'gate.close-check', where, refusal.details.task)];
    }
    const next = (refusal.next ?? []).flatMap(({ operation, input }) => {
      const title = this.titles.get(`stateroom.${operation}`);
      return title === undefined ? [] : [act(title, operation, input)];
    });
    if (next.length > 0) return isStoreTrouble(refusal) ? [...next, log] : next;
    switch (refusal.code) {
      case 'store_corrupt':
        return [act(l10n.t('Check Store'), storeCheck.name), log];
      case 'store_too_new':
        return [command(l10n.t('Check for Extension Updates'), 'workbench.extensions.action.checkForUpdates'), log];
      case 'store_locked':
      case 'store_read_only':
      case 'store_write_failed':
      case 'store_uncertain':
        return [log];
      case 'no_repository':
        return [command(l10n.t('Open Folder'), 'vscode.openFolder')];
      case 'conflict':
      case 'transition_not_allowed':
      case 'stale':
        if (refusal.details?.needs === 'evidence' || refusal.details?.evidence !== undefined) {
          return [act(l10n.t('Run Command as Evidence…'), evidenceRun.name)];
        }
        if (refusal.details?.needs === 'repro') {
          return [act(l10n.t('Verify Finding'), findingProve.name, { id: refusal.details.finding })];
        }
        return repository === undefined || call.workItem === undefined
          ? []
          : workItemSteps(refusal, call.workItem, call, act);
      default:
        return [];
    }
  }
}

function workItemSteps(
  refusal: Refusal,
  id: string,
  call: RefusedCall,
  act: (title: string, operation: string, input: Readonly<Record<string, unknown>>) => NextStep,
): NextStep[] {
  const steps = [act(l10n.t('Show Work Item'), queueShow.name, { id })];
  if (call.operation === queueClaim.name && refusal.code === 'conflict') {
    steps.unshift(act(l10n.t('Take Over'), queueClaim.name, { id, reassign: true }));
  }
  return steps;
}

/** True if a hint names a command of Stateroom's command line, such as `worker restore login`. */
function quotesCommand(hint: string): boolean {
  return /`(?!git )(?:stateroom )?[a-z]+ [a-z]/.test(hint);
}

function isStoreTrouble(refusal: Refusal): boolean {
  return refusal.code.startsWith('store_');
}
