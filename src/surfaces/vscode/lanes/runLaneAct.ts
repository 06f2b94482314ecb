import { isFileAct, isItemAct, isTalkAct, type LaneAct } from '../../../manifest/laneActs.js';
import type { OpenRepository } from '../repository/openRepository.js';
import { AgentStart } from './agentStart.js';
import { LaneCommands, type LaneEnvironment } from './laneCommands.js';
import { LaneFileActs } from './laneFileActs.js';
import { LaneTalk } from './laneTalk.js';

// Exported from here because another entry module would split the code into a fifth more files.
export { showInDiff, UnresolvedComments } from '../review/unresolvedComments.js';
export { toldText } from './toldText.js';

export async function runLaneAct(
  environment: LaneEnvironment,
  act: LaneAct,
  repository: OpenRepository,
  given: Readonly<Record<string, unknown>>,
  title: string,
): Promise<unknown> {
  if (isTalkAct(act)) return new LaneTalk(environment).run(act, repository, given);
  if (isFileAct(act)) return new LaneFileActs(environment).run(act, repository, given, title);
  if (isItemAct(act)) {
    // A row of the queue passes its item where other acts get their lane.
    const [item, command] = [given.item ?? given.lane, given.command].map(textOf);
    return new AgentStart(environment).onItem(
      repository,
      { item, command, isOther: act === 'startOtherOnItem' },
      title,
    );
  }
  return new LaneCommands(environment).run(act, repository, given, title);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
