import type { AnyOperation } from '../operation.js';
import { gateCheck } from './gateCheck.js';
import { gateList } from './gateList.js';

/** The operations of this group, in the order in which surfaces list them. */
export const gateOperations: readonly AnyOperation[] = [gateCheck, gateList];
