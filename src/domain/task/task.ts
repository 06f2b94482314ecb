import * as z from 'zod';
import { shownShape } from '../record/record.js';
import { blockerDefinition } from './blockerRow.js';
import { nextActionDefinition } from './nextActionRow.js';
import { taskDefinition } from './taskRow.js';
import { touchedFileDefinition } from './touchedFileRow.js';

/** Priority of a next action that was given none; smaller comes first. */
export const defaultActionPriority = 100;

/** A task as returned to callers. */
export const taskSchema = z.object(shownShape(taskDefinition));
export type Task = z.infer<typeof taskSchema>;

/** A blocker as returned to callers. */
export const blockerSchema = z.object(shownShape(blockerDefinition));
export type Blocker = z.infer<typeof blockerSchema>;

/** A next action as returned to callers. */
export const nextActionSchema = z.object(shownShape(nextActionDefinition));
export type NextAction = z.infer<typeof nextActionSchema>;

/** A touch of a file as returned to callers. */
export const touchedFileSchema = z.object(shownShape(touchedFileDefinition));
export type TouchedFile = z.infer<typeof touchedFileSchema>;
