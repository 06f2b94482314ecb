import * as z from 'zod';

const receiptSchema = z.object({ leftOut: z.array(z.string()) });
/** Paths missing from the worktree when evidence was recorded: files, and folders with all tracked content. */
export function readLeftOut(receipt: string | null): readonly string[] {
  if (receipt?.includes('"leftOut"') !== true) return [];
  const found = receiptSchema.safeParse(JSON.parse(receipt));
  return found.success ? found.data.leftOut : [];
}

/** Returns the first of these paths inside the folder or containing it; undefined if the folder was complete. */
export function missingFrom(folder: string, leftOut: readonly string[]): string | undefined {
  const isIn = (path: string, place: string) => place === '.' || path === place || path.startsWith(`${place}/`);
  return leftOut.find(path => isIn(path, folder) || isIn(folder, path));
}
