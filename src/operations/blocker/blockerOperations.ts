import type { AnyOperation } from '../operation.js';
import { blockerAdd } from './blockerAdd.js';
import { blockerList } from './blockerList.js';
import { blockerResolve } from './blockerResolve.js';

/** The operations of this group, in the order in which surfaces list them. */
export const blockerOperations: readonly AnyOperation[] = [blockerAdd, blockerResolve, blockerList];
