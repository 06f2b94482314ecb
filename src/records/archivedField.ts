import * as z from 'zod';

/** Input field of reads that `invoke` can run on archives. */
export const archivedField = z.boolean().optional().describe('Read archived work (store archive) instead');
