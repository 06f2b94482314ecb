import type { AnyOperation } from '../operation.js';
import { trustGrant } from './trustGrant.js';
import { trustRevoke } from './trustRevoke.js';
import { trustShow } from './trustShow.js';

/** The operations of this group, in the order in which surfaces list them. */
export const trustOperations: readonly AnyOperation[] = [trustShow, trustGrant, trustRevoke];
