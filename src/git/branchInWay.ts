import { type RefusalError, refusalError } from '../domain/refusal/refusal.js';
import { message } from '../messages/message.js';

/** Returns `a/b` and `a` for `a/b/c`: git cannot create a branch below an existing one. */
export function namesAbove(branch: string): readonly string[] {
  const parts = branch.split('/');
  return parts.slice(1).map((_part, index) => parts.slice(0, parts.length - 1 - index).join('/'));
}

export function branchInWay(branch: string, other: string): RefusalError {
  return refusalError('conflict', message('lanes.branchInWay', { branch, other }), {
    hint: message('lanes.branchInWayHint', { other }),
    details: { branch, other },
  });
}
