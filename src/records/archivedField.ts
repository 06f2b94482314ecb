import * as z from 'zod';

/** The field of reads that may be about archived records: `invoke` runs those on the archives. */
export const archivedField = z.boolean().optional().describe('Read archived work (store archive) instead');
