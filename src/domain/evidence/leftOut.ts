import * as z from 'zod';

const receiptSchema = z.object({ leftOut: z.array(z.string()) });
/** Paths that were not there when evidence was recorded: files, and folders with all that is tracked in them. */
export function readLeftOut(receipt: string | null): readonly string[] {
  if (receipt?.includes('"leftOut"') !== true) return [];
  const found = receiptSchema.safeParse(JSON.parse(receipt));
  return found.success ? found.data.leftOut : [];
}

/** The first of these paths that is in a folder, or in which the folder is; undefined when the folder was there in full. */
export function missingFrom(folder: string, leftOut: readonly string[]): string | undefined {
  const isIn = (path: string, place: string) => place === '.' || path === place || path.startsWith(`${place}/`);
  return leftOut.find(path => isIn(path, folder) || isIn(folder, path));
}
