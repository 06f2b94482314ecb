import { isPageFile } from './baseFile.js';
import { maxPages } from './limits.js';
import { headBytes } from './logRecord.js';
import type { PageFile } from './pageNames.js';

/** The body of the last record of a log: the log that goes on, and for a restore the image that it goes on from. */
export interface Seal {
  readonly next: PageFile;
  readonly image?: PageFile;
  /** Of the image. */
  readonly pages?: number;
}

/** A seal as it was read, with the version of the schema that a reader must know. */
export type ReadSeal = Seal & { readonly schema: number };

/** The bytes of a record with this seal, with room for its head. */
export function sealBytes({ next, image, pages }: Seal): Uint8Array {
  const body = Buffer.from(JSON.stringify({ next, image, pages }));
  const bytes = new Uint8Array(headBytes + body.length);
  bytes.set(body, headBytes);
  return bytes;
}

/** Undefined for anything else: a file of the store may have been planted. */
export function readSeal(text: string): Seal | undefined {
  try {
    const { next, image, pages } = JSON.parse(text);
    if (!isPageFile(next) || (image !== undefined && !isPageFile(image))) return undefined;
    if (pages !== undefined && !(Number.isSafeInteger(pages) && pages >= 0 && pages <= maxPages)) return undefined;
    return { next, ...(image === undefined ? {} : { image }), ...(pages === undefined ? {} : { pages }) };
  } catch {
    return undefined;
  }
}
