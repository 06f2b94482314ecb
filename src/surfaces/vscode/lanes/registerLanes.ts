import * as vscode from 'vscode';
import { allLaneActs } from '../../../manifest/laneActs.js';
import { inEnglish } from '../../../messages/inEnglish.js';
import type { LaneActRunner } from './laneActRunner.js';
import type { LaneEnvironment } from './laneCommands.js';
import { LaneDecorations } from './laneDecorations.js';
import { LaneTabs } from './laneTabs.js';
import { repairLanes } from './repairLanes.js';
import { registerToldDocuments } from './toldDocument.js';

export function registerLanes(environment: LaneEnvironment, acts: LaneActRunner): vscode.Disposable {
  const { repositories, status, lanesView } = environment;
  const decorations = new LaneDecorations(repositories);
  const tabs = new LaneTabs();
  return vscode.Disposable.from(
    decorations,
    lanesView.onDidRead(lanes => decorations.show(status.current.repository, lanes)),
    lanesView.onDidRead(lanes => void tabs.show(lanes)),
    repairLanes(environment),
    registerToldDocuments(repositories),
    vscode.languages.registerHoverProvider(
      { scheme: 'file' },
      {
        provideHover: async (document, { line }) =>
          vscode.workspace.isTrusted ? (await import('./lineWhy.js')).lineWhy(repositories, document, line) : undefined,
      },
    ),
    ...Object.keys(allLaneActs).map(act =>
      vscode.commands.registerCommand(`stateroom.lane.${act}`, async (...args: unknown[]) =>
        inEnglish(await acts.runCommand(act, args)),
      ),
    ),
  );
}
