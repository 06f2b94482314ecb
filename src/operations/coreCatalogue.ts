import { coreGroups } from './coreGroups.generated.js';
import type { AnyOperation } from './operation.js';

/** Operations that editors load as they start, in the order of surfaces. */
export const coreCatalogue: readonly AnyOperation[] = Object.freeze(coreGroups.flatMap(group => Object.values(group)));
