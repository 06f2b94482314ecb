import { trustGrant } from './trustGrant.js';
import { trustRevoke } from './trustRevoke.js';
import { trustShow } from './trustShow.js';

/** The operations of this group by the names of their declarations, in the order in which surfaces list them. */
export const trustOperations = { trustShow, trustGrant, trustRevoke };
