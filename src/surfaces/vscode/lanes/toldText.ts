import { l10n } from 'vscode';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { say } from '../../../messages/say.js';
import { loadLaneOperations } from '../../../operations/loadLaneCatalogue.js';
import { toldPacket } from '../../toldPacket.js';
import type { OpenRepository } from '../repository/openRepository.js';

/** Reads what the agent of a lane is told, below its size; a sentence if that is nothing. */
export async function toldText(repository: OpenRepository, id: string): Promise<string> {
  const lane = await repository.invoke((await loadLaneOperations()).laneShow, { lane: id });
  if (isRefusal(lane)) return say(lane.message);
  const context = await repository.contextFor('read', () => ({ role: 'agent', name: lane.lane }));
  if (isRefusal(context)) return say(context.message);
  const told = await toldPacket(context, lane);
  if (told === undefined) return l10n.t('{0} has no worktree.', lane.ref);
  const size = l10n.t(
    'Answer to {0} in {1}: {2} bytes, about {3} tokens',
    'load_session',
    lane.ref,
    told.bytes,
    told.tokens,
  );
  return `${size}\n\n${told.text}\n`;
}
