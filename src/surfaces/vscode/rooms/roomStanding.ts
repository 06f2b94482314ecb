import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { z } from 'zod';
import { isRefusal, type Refusal, refuse } from '../../../domain/refusal/refusal.js';
import type { Operation } from '../../../operations/operation.js';
import type { InvokeOptions, Room, Rooms } from '../room.js';
import type { RepositoryRoom } from './repositoryRoom.js';
import type { WorkspaceRooms } from './workspaceRooms.js';

/**
 * Where somebody stood when they asked: a button below the answer acts there, whatever is edited when it is pressed. Plain data,
 * which comes back from the editor as the second argument of the button's command.
 */
export interface RoomStanding {
  /** Id of the room. */
  readonly room: string;
  /** Absolute path of the folder that the calls stand in. */
  readonly folder: string;
  /** Top folder of its work tree; undefined without one and in Restricted Mode. */
  readonly top?: string | undefined;
}

/** Where the room is looked at from now. */
export function standingOf({ id, folder, top }: Room): RoomStanding {
  return { room: id, folder: folder.fsPath, ...(top === undefined ? {} : { top }) };
}

/** Where a file is looked at from: its repository, in the file's own work tree. Undefined outside of all repositories. */
export function standingOfFile(rooms: Pick<Rooms, 'roomFor'>, uri: vscode.Uri): RoomStanding | undefined {
  const room = rooms.roomFor(uri);
  if (room === undefined) return undefined;
  const top = room.fileOf(uri)?.top;
  return { ...standingOf(room), ...(top === undefined ? {} : { folder: top, top }) };
}

/** The standing among the arguments of a command; views give the rows that are selected in its place. */
export function readStanding(value: unknown): RoomStanding | undefined {
  const { room, folder, top } = (value ?? {}) as Partial<Record<keyof RoomStanding, unknown>>;
  if (typeof room !== 'string' || typeof folder !== 'string') return undefined;
  return { room, folder, ...(typeof top === 'string' ? { top } : {}) };
}

/** The room as it is from there; a refusal once the repository or the work tree is not there any more. */
export function roomAt(rooms: Pick<WorkspaceRooms, 'all'>, at: RoomStanding): Room | Refusal {
  const room = repositoryAt(rooms, at);
  return isRefusal(room) ? room : new StandingRoom(room, at);
}

/** The repository of it, as the window has it; the same refusal. */
export function repositoryAt({ all }: Pick<WorkspaceRooms, 'all'>, at: RoomStanding): RepositoryRoom | Refusal {
  const room = all.find(({ id }) => id === at.room);
  const isThere = room !== undefined && (at.top === undefined || room.filesAt(at.top) !== undefined);
  if (isThere) return room;
  return refuse(
    'not_found',
    l10n.t('The work tree of this answer is gone, or its repository is not open here or not trusted: {0}.', at.folder),
    { hint: l10n.t('Nothing was done. Ask again where it is to be done.') },
  );
}

/** What tells an answer from that of another repository or work tree of the window; neither where there is but one. */
export function namesOf(
  rooms: Pick<WorkspaceRooms, 'all' | 'workTreesOf'>,
  { id, name }: Pick<Room, 'id' | 'name'>,
  { top }: RoomStanding,
): { readonly repository: string | undefined; readonly workTree: string | undefined } {
  const others = rooms.workTreesOf({ id }).filter(tree => tree !== top);
  const isAlike = others.some(tree => top !== undefined && basename(tree) === basename(top));
  return {
    repository: rooms.all.length > 1 ? name : undefined,
    workTree: top === undefined || others.length === 0 ? undefined : isAlike ? top : basename(top),
  };
}

/** A room that is looked at from a folder of its own, wherever the window goes meanwhile. */
class StandingRoom implements Room {
  readonly folder: vscode.Uri;
  readonly top: string | undefined;
  private readonly room: RepositoryRoom;

  constructor(room: RepositoryRoom, { folder, top }: RoomStanding) {
    this.room = room;
    this.folder = vscode.Uri.file(folder);
    this.top = top;
  }

  get id(): string {
    return this.room.id;
  }

  get name(): string {
    return this.room.name;
  }

  readonly onDidChange: Room['onDidChange'] = (...listening) => this.room.onDidChange(...listening);

  readonly fileOf: Room['fileOf'] = uri => this.room.fileOf(uri);

  readonly health: Room['health'] = () => this.room.health();

  readonly commitMark: Room['commitMark'] = () => this.room.commitMark();

  readonly hasLanes: Room['hasLanes'] = () => this.room.hasLanes();
  readonly names: Room['names'] = () => this.room.names();

  readonly personName: Room['personName'] = () => this.room.personName();

  invoke<Input extends z.ZodObject, Output extends z.ZodType>(
    operation: Operation<Input, Output>,
    input: z.input<Input>,
    options: InvokeOptions = {},
  ): Promise<z.output<Output> | Refusal> {
    return this.room.invoke(operation, input, { folder: this.folder.fsPath, ...options });
  }
}
