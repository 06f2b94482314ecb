import * as z from 'zod';
import type { ControlConfig } from '../../domain/config/controlConfig.js';
import { controlActs, controlReasons, isForYou } from '../../domain/control/controlDecision.js';
import { controlShiftDefinition } from '../../domain/control/controlShiftRow.js';
import { reasonText } from '../../domain/control/decisionText.js';
import { shownShape } from '../../domain/record/record.js';
import { sentenceSchema } from '../../messages/sentence.js';
import { sha256 } from '../../platform/sha256.js';
import { judgeClaim, readClaim, runnerName } from '../agentSession/runnerClaim.js';
import type { Context } from '../context.js';
import { requireLanes } from '../lane/laneAccess.js';
import { showRow } from '../showRows.js';
import type { Pass } from './readPass.js';

const decisionSchema = z.object({
  /** `W-15`, `L-4`, or `control` for all. */
  subject: z.string(),
  title: z.string(),
  act: z.enum(controlActs),
  reason: z.enum(controlReasons),
  /** True if it goes on only by a person. */
  needsYou: z.boolean(),
  agent: z.string().nullable(),
  until: z.iso.datetime().nullable(),
  /** Number of the attempt, or of agents then at work. */
  count: z.int().nullable(),
  text: sentenceSchema,
});
export type ShownDecision = z.output<typeof decisionSchema>;

export const shiftSchema = z.object(shownShape(controlShiftDefinition));

export const passSchema = z.object({
  /** Null while control is off: then the decisions are what would happen. */
  shift: shiftSchema.nullable(),
  /** Last time that the process which starts agents renewed its lease; null if none runs. */
  checkedAt: z.iso.datetime().nullable(),
  running: z.int(),
  atOnce: z.int(),
  agents: z.array(z.object({ name: z.string(), atOnce: z.int() })),
  budget: z.object({ money: z.number().nullable(), tokens: z.int().nullable(), minutes: z.int().nullable() }),
  /** Use since control is on; null while it is off. */
  used: z.object({ money: z.number(), tokens: z.number(), minutes: z.number() }).nullable(),
  /** Identifies the settings, for `control start --confirm`. */
  hash: z.string(),
  decisions: z.array(decisionSchema),
});
export type ShownPass = z.output<typeof passSchema>;

/** Shows a pass with the state of the process that does what it decides. */
export async function presentPass(context: Context, pass: Pass): Promise<ShownPass> {
  const { shift, inForce, snapshot, decisions, written } = pass;
  const { settings } = inForce;
  const { runner, machine } = requireLanes(context);
  const claim = readClaim((await runner.read(runnerName)) ?? '');
  const isHeld = claim !== undefined && judgeClaim(claim, machine, context.clock.now()) === 'held';
  return {
    shift:
      shift === undefined
        ? null
        : await context.store.read(transaction =>
            showRow(transaction, controlShiftDefinition, { ...shift, until_at: inForce.untilAt }),
          ),
    checkedAt: isHeld ? new Date(claim.at).toISOString() : null,
    running: [...snapshot.items, ...snapshot.others].filter(({ session }) => session !== null).length,
    atOnce: settings.atOnce,
    agents: settings.agents.map(({ key, atOnce }) => ({ name: key, atOnce })),
    budget: settings.budget,
    used: snapshot.shift?.used ?? null,
    hash: settingsHash(written.config),
    decisions: decisions.map(one => ({
      ...{ subject: one.subject, title: one.title, act: one.act, reason: one.reason, agent: one.agent },
      needsYou: isForYou(one),
      until: one.until === null ? null : new Date(one.until).toISOString(),
      count: one.count,
      text: reasonText(one),
    })),
  };
}

export function settingsHash(config: ControlConfig): string {
  return sha256(JSON.stringify(config)).slice(0, 16);
}
