import * as z from 'zod/mini';

/** What every page tells the extension host of itself. */
export const pageEvents = {
  /** The browser refused something under the page's content security policy. */
  violation: z.strictObject({ directive: z.string(), blocked: z.string() }),
  /** The page could not draw. */
  failure: z.strictObject({ message: z.string() }),
} as const;
