import type { Verdict } from '../../gates/gate.js';
import { judgeGate } from '../../gates/judgeGate.js';
import type { Context, GateQuestion } from '../../records/context.js';
import { collectSnapshot } from '../../records/gate/collectSnapshot.js';

export async function askGate(context: Context, { gate, ...subject }: GateQuestion): Promise<Verdict> {
  return judgeGate(gate, (await collectSnapshot(context, { ...subject, withProofChanges: true })).snapshot);
}
