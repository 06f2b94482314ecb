import type { ControlShiftRow } from '../../domain/control/controlShiftRow.js';
import { newEvent } from '../../domain/event/newEvent.js';
import type { OwnEventType } from '../../domain/event/ownEvents.js';
import type { NewRow } from '../../store/tables/table.js';
import type { Act } from '../act.js';

type ShiftRow = NewRow<ControlShiftRow>;

export interface ShiftStart {
  /** ULID, made before the transaction. */
  readonly id: string;
  readonly settings: string;
  readonly repositorySettings: string;
  readonly policy: ControlShiftRow['policy'];
  /** ms UTC. */
  readonly untilAt: number | null;
}

/** Switches control on; the time that it is on already goes on with these settings, also if its end was asked for. */
export async function beginShift(act: Act, start: ShiftStart): Promise<{ shift: ShiftRow; isNew: boolean }> {
  const { transaction, actor, now } = act;
  const { id, settings, repositorySettings, policy, untilAt } = start;
  const given = { settings, repository_settings: repositorySettings, policy, until_at: untilAt };
  const open = await transaction.controlShifts.open();
  const shift =
    open === undefined
      ? await transaction.controlShifts.create({ ...given, id, started_by: actor.name, started_at: now })
      : ((await transaction.controlShifts.change(open, { ...given, stop: null, stop_by: null, stop_at: null })) ??
        open);
  await tell(act, 'control_started', { settings, until: untilAt });
  return { shift, isNew: open === undefined };
}

/** Asks for the end of a shift; `now` replaces `finish`, never the other way round. */
export async function stopShift(act: Act, shift: ControlShiftRow, stop: 'finish' | 'now'): Promise<void> {
  if (shift.stop === stop || shift.stop === 'now') return;
  const { transaction, actor, now } = act;
  await transaction.controlShifts.change(shift, { stop, stop_by: actor.name, stop_at: now });
  await tell(act, 'control_stop_asked', { stop });
}

/** Ends a shift once nothing of it runs; an ended one stays as it is. */
export async function endShift(act: Act, id: string): Promise<void> {
  const { transaction, now } = act;
  const [shift] = await transaction.controlShifts.ofIds([id]);
  if (shift === undefined || shift.ended_at !== null) return;
  await transaction.controlShifts.change(shift, { ended_at: now });
  await tell(act, 'control_ended', {});
}

async function tell(
  { transaction, actor, now }: Act,
  type: OwnEventType,
  payload: Readonly<Record<string, unknown>>,
): Promise<void> {
  await transaction.events.append([newEvent(actor, now, type, null, payload)]);
}
