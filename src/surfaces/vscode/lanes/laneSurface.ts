import * as vscode from 'vscode';
import { isLaneAct, isTalkAct } from '../../../manifest/laneActs.js';
import { loadLaneOperations } from '../../../operations/loadLaneCatalogue.js';
import { allLaneFlows } from '../commands/flow/allLaneFlows.js';
import { laneResult } from '../commands/laneResults.js';
import { readLaneNeeds } from '../views/lanes/laneNeeds.js';
import type { LanesRow } from '../views/lanes/laneRows.js';
import { LanesView } from '../views/lanes/lanesView.js';
import type { RowNode } from '../views/rowNodes.js';
import { registerBaseDocuments } from './baseDocument.js';
import { LaneCommands } from './laneCommands.js';
import { LaneDecorations } from './laneDecorations.js';
import type { LaneSurface, LanesEnvironment } from './lanesPart.js';
import { LaneTalk } from './laneTalk.js';
import { LaneTerminals } from './laneTerminals.js';

/** All that the editor shows of lanes and does with them. */
export function openLaneSurface(environment: LanesEnvironment, view: vscode.TreeView<RowNode<LanesRow>>): LaneSurface {
  const { status, repositories, clock, log } = environment;
  const lanesView = new LanesView({ view, status, clock, log });
  const decorations = new LaneDecorations(repositories);
  const terminals = new LaneTerminals();
  const commands = new LaneCommands({ ...environment, lanesView, terminals });
  const talk = new LaneTalk(environment);
  const owned = vscode.Disposable.from(
    registerBaseDocuments(repositories),
    lanesView.onDidRead(lanes => decorations.show(status.current.repository, lanes)),
    decorations,
    terminals,
    lanesView,
  );
  return {
    tree: lanesView.tree,
    snapshot: () => lanesView.snapshot(),
    run: async (act, args) =>
      isLaneAct(act) ? commands.run(act, args) : isTalkAct(act) ? talk.run(act, args) : undefined,
    flowOf: async operation => allLaneFlows(await loadLaneOperations(), environment.pickers)[operation.name],
    resultOf: async (operation, output) => laneResult(await loadLaneOperations(), operation, output),
    needs: repository => readLaneNeeds(repository, clock.now()),
    release: (repository, lane) => terminals.release(repository, lane),
    dispose: () => owned.dispose(),
  };
}
