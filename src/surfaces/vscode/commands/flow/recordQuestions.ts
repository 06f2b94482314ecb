import { l10n } from 'vscode';
import type { z } from 'zod';
import type { NextAction } from '../../../../domain/task/task.js';
import { actionField } from '../../../../records/action/actionFields.js';
import { sliceField } from '../../../../records/slice/sliceFields.js';
import type { Answer, StepPlace } from '../../support/prompt.js';
import { askNextAction, askSlice } from '../taskPickers.js';
import type { Flow } from './flow.js';
import { picked, type Question } from './questions.js';

export const pickAction = (flow: Flow, at: StepPlace): Promise<Answer<NextAction>> =>
  askNextAction(flow.repository, { ...at, placeholder: l10n.t('Select a next action'), task: flow.task });

export const nextAction = (name: string): Question => picked(name, pickAction, ({ ref }) => ref);

export const slice = (name: string): Question =>
  picked(
    name,
    (flow, at) => askSlice(flow.repository, { ...at, placeholder: l10n.t('Select a slice'), task: flow.task }),
    ({ ref }) => ref,
  );

/** Questions for fields that name a record, by the schema that operations share. */
export const recordQuestions: ReadonlyMap<z.ZodType, (name: string) => Question> = new Map<
  z.ZodType,
  (name: string) => Question
>([
  [actionField, nextAction],
  [sliceField, slice],
]);
