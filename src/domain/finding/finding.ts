import * as z from 'zod';
import { shownShape } from '../record/record.js';
import { findingDefinition } from './findingRow.js';

export const findingSchema = z.object(shownShape(findingDefinition));
export type Finding = z.infer<typeof findingSchema>;
