import * as z from 'zod';
import { message } from '../../messages/message.js';
import { problem } from '../../messages/schemaProblem.js';
import { isOwnId } from '../identifier/identifier.js';
import { jsonSchema } from '../json/jsonSchema.js';
import { jsonText } from '../json/writtenJson.js';
import { shownShape } from '../record/record.js';
import { isWellFormed, wellFormed } from '../text/wellFormed.js';
import { workItemDefinition } from './workItemRow.js';
import { workItemStatuses } from './workItemStatus.js';

/** Limits of one work item; sizes in UTF-8 bytes where they say bytes, else in characters. */
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

/** The kind of a work item that was given none. */
export const defaultKind = 'general';
/** 0 is the most urgent; 2 is the default. */
export const defaultPriority = 2;
/** How long an agent's claim holds without a heartbeat, in ms. A person's claim has no lease. */
export const defaultLeaseMs = 15 * 60 * 1000;
/** The longest and the shortest lease one may ask for, in ms. */
export const maxLeaseMs = 24 * 60 * 60 * 1000;
export const minLeaseMs = 1000;

const byteLength = (value: unknown): number => new TextEncoder().encode(jsonText(value)).length;

const halfCharacter = problem(message('schema.halfCharacter'));

/** Characters without a shape alone would show as nothing; among others they join and direct what is seen. */
const hasShape = (text: string): boolean => /[^\s\p{Cf}]/u.test(text);

export const titleSchema = z
  .string()
  // As typed, but in one line.
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
  // Commas separate labels where they are typed.
  .refine(label => !/[\p{Cc}\p{Zl}\p{Zp},]/u.test(label), problem(message('schema.labelCharacters')))
  .refine(isWellFormed, halfCharacter)
  .max(workItemLimits.label);

/** A name as actors have it; empty for nobody. */
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

/** Where a work item is in the sidebar: computed from status, dependencies, time and lease. */
export const workItemSections = ['needs_you', 'ready', 'in_flight', 'blocked', 'scheduled', 'done'] as const;
export type WorkItemSection = (typeof workItemSections)[number];

/** A work item as returned to callers. */
export const workItemSchema = z.object({
  ...shownShape(workItemDefinition),
  section: z.enum(workItemSections),
  payload: jsonSchema,
  /** When the claim runs out (heartbeats counted); null for a person's claim and outside in_flight. */
  leaseUntil: z.iso.datetime().nullable(),
  /** True when the item is in_flight and its lease has run out: the next claim may take it over. */
  leaseExpired: z.boolean(),
  dependsOn: z.array(z.string()),
  /**
   * What it waits for; a failed or cancelled one keeps the item blocked until someone acts. `through` is the item above it that
   * depends on this; without it, it depends on this itself.
   */
  blockedBy: z.array(z.object({ ref: z.string(), status: z.enum(workItemStatuses), through: z.string().optional() })),
  /** A JSON object after `annotate`, else the text given. */
  notes: z.json(),
});
export type WorkItem = z.infer<typeof workItemSchema>;
