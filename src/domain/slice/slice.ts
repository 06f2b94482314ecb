import * as z from 'zod';
import { shownShape } from '../record/record.js';
import { sliceDefinition } from './sliceRow.js';

export const sliceSchema = z.object(shownShape(sliceDefinition));
export type Slice = z.infer<typeof sliceSchema>;
