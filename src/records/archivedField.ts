import * as z from 'zod';

/** Input field of reads that support archived records: `invoke` runs them on the archives. */
export const archivedField = z.boolean().optional().describe('Read archived work (store archive) instead');
