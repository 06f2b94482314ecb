import type { AnyOperation } from '../operation.js';
import { ritualBrief } from './ritualBrief.js';

/** The operations of this group, in the order in which surfaces list them. */
export const workflowOperations: readonly AnyOperation[] = [ritualBrief];
