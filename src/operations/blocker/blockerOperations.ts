import { blockerAdd } from './blockerAdd.js';
import { blockerList } from './blockerList.js';
import { blockerResolve } from './blockerResolve.js';

/** The operations of this group by the names of their declarations, in the order in which surfaces list them. */
export const blockerOperations = { blockerAdd, blockerResolve, blockerList };
