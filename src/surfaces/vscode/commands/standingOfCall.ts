import type * as vscode from 'vscode';
import { findingOfThread } from '../problems/threadOf.js';
import type { Rooms } from '../room.js';
import { type RoomStanding, readStanding, standingOfFile } from '../rooms/roomStanding.js';

/**
 * Where a command is to act: as its second argument says, or where the file of a comment's thread is. Undefined where neither
 * tells: then it is the repository that is looked at. Every repository has an `F-1`, so what stands on a file's lines must say
 * which it means.
 */
export function standingOfCall(
  rooms: Pick<Rooms, 'roomFor'>,
  [first, second]: readonly unknown[],
): RoomStanding | undefined {
  const given = readStanding(second);
  if (given !== undefined || findingOfThread(first) === undefined) return given;
  return standingOfFile(rooms, (first as vscode.CommentThread).uri);
}
