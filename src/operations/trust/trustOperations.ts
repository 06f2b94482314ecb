import { trustGrant } from './trustGrant.js';
import { trustRevoke } from './trustRevoke.js';
import { trustShow } from './trustShow.js';

export const trustOperations = { trustShow, trustGrant, trustRevoke };
