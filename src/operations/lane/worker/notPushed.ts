import type { LaneRow } from '../../../domain/lane/laneRow.js';
import { type RefusalError, refusalError } from '../../../domain/refusal/refusal.js';
import { remoteLimit } from '../../../git/lane/fetchBranch.js';
import type { PushAnswer } from '../../../git/lane/pushBranch.js';
import { type Message, message } from '../../../messages/message.js';
import { laneCalled } from '../../../records/lane/laneAccess.js';
import { firstWords } from '../../gitWords.js';

/** Reason as the rest of a sentence. */
export function whyNotPushed(answer: Exclude<PushAnswer, { outcome: 'pushed' }>): Message | string {
  switch (answer.outcome) {
    case 'noRemote':
      return message('workers.noOrigin');
    case 'noAnswer':
      return message('workers.remoteSilent', { seconds: remoteLimit });
    case 'refused':
      return firstWords(answer.said);
  }
}

export function notPushed(lane: LaneRow, why: Message | string): RefusalError {
  return refusalError('conflict', message('workers.notPushed', { lane: laneCalled(lane), why }), {
    hint: 'workers.notPushedHint',
  });
}
