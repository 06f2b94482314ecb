import * as z from 'zod';
import { message } from '../../messages/message.js';
import { problem } from '../../messages/schemaProblem.js';
import { isOwnId } from '../identifier/identifier.js';
import { jsonSchema } from '../json/jsonSchema.js';
import { jsonText } from '../json/writtenJson.js';
import { shownShape } from '../record/record.js';
import { isWellFormed, wellFormed } from '../text/wellFormed.js';
import { questionSchema } from './question.js';
import { workItemDefinition } from './workItemRow.js';
import { workItemStatuses } from './workItemStatus.js';

/** Max characters, or UTF-8 bytes for limits named so. */
export const workItemLimits = {
  title: 500,
  key: 200,
  kind: 100,
  label: 100,
  assignee: 200,
  labels: 20,
  payloadBytes: 64 * 1024,
  notesBytes: 64 * 1024,
  text: 4000,
  dependencies: 200,
} as const;

export const defaultKind = 'general';
/** 0 is the most urgent; 2 is the default. */
export const defaultPriority = 2;
/** Default lease of an agent's claim without a heartbeat, in ms. A person's claim has no lease. */
export const defaultLeaseMs = 15 * 60 * 1000;
/** Bounds of a requested lease, in ms. */
export const maxLeaseMs = 24 * 60 * 60 * 1000;
export const minLeaseMs = 1000;

const byteLength = (value: unknown): number => new TextEncoder().encode(jsonText(value)).length;

const halfCharacter = problem(message('schema.halfCharacter'));

/** Text of only format characters would be invisible; inside other text they join letters and set direction. */
const hasShape = (text: string): boolean => /[^\s\p{Cf}]/u.test(text);

export const titleSchema = z
  .string()
  // As typed, but on one line.
  .overwrite(title => title.replace(/\r\n|[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ').trim())
  .min(1)
  .refine(isWellFormed, halfCharacter)
  .refine(title => title === '' || hasShape(title), problem(message('schema.empty')))
  .max(workItemLimits.title);

export const keySchema = z
  .string()
  .trim()
  .min(1)
  .max(workItemLimits.key)
  .refine(key => key === '' || hasShape(key), problem(message('schema.empty')))
  .refine(key => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(key), problem(message('schema.hasControl')))
  .refine(isWellFormed, halfCharacter)
  .refine(key => !isOwnId(key), problem(message('schema.looksLikeNumber')));

export const kindSchema = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][\w.:-]*$/, problem(message('schema.kindCharacters')))
  .max(workItemLimits.kind);

export const labelSchema = z
  .string()
  .trim()
  .min(1, { abort: true })
  .refine(hasShape, problem(message('schema.empty')))
  // Commas separate labels in input.
  .refine(label => !/[\p{Cc}\p{Zl}\p{Zp},]/u.test(label), problem(message('schema.labelCharacters')))
  .refine(isWellFormed, halfCharacter)
  .max(workItemLimits.label);

/** Name of an actor; empty for nobody. */
export const assigneeSchema = z
  .string()
  .trim()
  .refine(name => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name), problem(message('schema.hasControl')))
  .refine(name => name === '' || hasShape(name), problem(message('schema.empty')))
  .refine(isWellFormed, halfCharacter)
  .max(workItemLimits.assignee);

export const labelsSchema = z.array(labelSchema).max(workItemLimits.labels);

const outsidePriorities = problem(message('schema.priorityRange'));
export const prioritySchema = z.int().min(0, outsidePriorities).max(4, outsidePriorities);

export const payloadSchema = jsonSchema
  .refine(value => jsonText(wellFormed(value)) === jsonText(value), halfCharacter)
  .refine(
    value => byteLength(value) <= workItemLimits.payloadBytes,
    problem(message('schema.tooLarge', { kilobytes: workItemLimits.payloadBytes / 1024 })),
  );

/** Section of the sidebar, computed from status, dependencies, time and lease. */
export const workItemSections = ['needs_you', 'ready', 'in_flight', 'blocked', 'scheduled', 'done'] as const;
export type WorkItemSection = (typeof workItemSections)[number];

export const workItemSchema = z.object({
  ...shownShape(workItemDefinition),
  section: z.enum(workItemSections),
  payload: jsonSchema,
  /** Expiry of the claim, heartbeats included; null for a person's claim and outside in_flight. */
  leaseUntil: z.iso.datetime().nullable(),
  /** True for an in_flight item with an expired lease: the next claim may take it over. */
  leaseExpired: z.boolean(),
  dependsOn: z.array(z.string()),
  /** Open dependencies; a failed or cancelled one blocks until someone acts. `through` is the parent that has it. */
  blockedBy: z.array(z.object({ ref: z.string(), status: z.enum(workItemStatuses), through: z.string().optional() })),
  /** A JSON object after `annotate`, else text. */
  notes: z.json(),
  /** Questions to a person, open and answered. */
  questions: z.array(questionSchema),
});
export type WorkItem = z.infer<typeof workItemSchema>;
