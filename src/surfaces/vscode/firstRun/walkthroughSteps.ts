import * as vscode from 'vscode';
import { isInstalled } from '../../../install/offerRule.js';
import { contextKeys } from '../../../manifest/contextKeys.js';
import { walkthroughId } from '../../../manifest/walkthrough.js';
import { throttle } from '../../../platform/throttle.js';
import type { CommandEnvironment } from '../commands/commandEnvironment.js';
import { setContextKey } from '../support/contextKey.js';
import { recordedSteps } from './recordedSteps.js';

/** Memento key of the last event that was made with the sample. */
export const sampleEventKey = 'stateroom.sampleEvent';

/** Completes walkthrough steps, even those done before it was opened. Reads nothing until it may be visible. */
export class WalkthroughSteps implements vscode.Disposable {
  private readonly subscriptions: vscode.Disposable;
  private readonly tickOnce = throttle(() => this.tick());
  private readonly ticked = new Set<string>();
  private isInSight = false;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly environment: CommandEnvironment,
  ) {
    this.subscriptions = vscode.Disposable.from(
      vscode.window.tabGroups.onDidChangeTabs(() => this.look()),
      environment.status.onDidRead(() => {
        if (this.isInSight) void this.tickOnce();
      }),
    );
    this.look();
  }

  dispose(): void {
    this.subscriptions.dispose();
  }

  private look(): void {
    const before = this.isInSight;
    // Tabs with the editor's own pages have no input: this may be the walkthrough or the settings.
    this.isInSight = vscode.window.tabGroups.all.some(
      ({ activeTab }) => activeTab !== undefined && activeTab.input === undefined,
    );
    if (this.isInSight && !before) void this.environment.status.refresh();
  }

  private async tick(): Promise<void> {
    const { status, variables, log } = this.environment;
    const { repository } = status.current;
    const isConnected = isInstalled(variables, repository?.top);
    const since = this.context.workspaceState.get<number>(sampleEventKey);
    const steps = repository === undefined ? [] : await recordedSteps(repository, since ?? 0).catch(() => []);
    const done = [
      ...(repository === undefined ? [] : ['open']),
      ...steps,
      // Agents of a demo need no connection.
      ...(isConnected || (since === undefined && steps.includes('watch')) ? ['connect'] : []),
    ];
    setContextKey(contextKeys.stepsDone, done.map(step => ` ${step} `).join(''));
    // The editor ignores conditions that already hold when it first reads a walkthrough: the step would stay open.
    for (const step of done.filter(one => !this.ticked.has(one))) {
      this.ticked.add(step);
      const id = `${this.context.extension.id}#${walkthroughId}#${step}`;
      await vscode.commands
        .executeCommand('welcome.markStepComplete', id)
        .then(undefined, error => log.debug(`The step ${step} of the walkthrough could not be ticked: ${error}`));
    }
  }
}
