import { blockerAdd } from './blockerAdd.js';
import { blockerList } from './blockerList.js';
import { blockerResolve } from './blockerResolve.js';

export const blockerOperations = { blockerAdd, blockerResolve, blockerList };
