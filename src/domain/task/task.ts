import * as z from 'zod';
import { shownShape } from '../record/record.js';
import { blockerDefinition } from './blockerRow.js';
import { nextActionDefinition } from './nextActionRow.js';
import { taskDefinition } from './taskRow.js';
import { touchedFileDefinition } from './touchedFileRow.js';

/** Default priority of a next action; smaller comes first. */
export const defaultActionPriority = 100;

export const taskSchema = z.object(shownShape(taskDefinition));
export type Task = z.infer<typeof taskSchema>;

export const blockerSchema = z.object(shownShape(blockerDefinition));

export const nextActionSchema = z.object(shownShape(nextActionDefinition));
export type NextAction = z.infer<typeof nextActionSchema>;

export const touchedFileSchema = z.object(shownShape(touchedFileDefinition));
export type TouchedFile = z.infer<typeof touchedFileSchema>;
