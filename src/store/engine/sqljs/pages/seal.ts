import { isPageFile } from './baseFile.js';
import { maxPages } from './limits.js';
import { headBytes } from './logRecord.js';
import type { PageFile } from './pageNames.js';

/** Body of a log's last record: the next log and, for a restore, its image. */
export interface Seal {
  readonly next: PageFile;
  readonly image?: PageFile;
  readonly pages?: number;
}

/** With the schema version that a reader must know. */
export type ReadSeal = Seal & { readonly schema: number };

export function sealBytes({ next, image, pages }: Seal): Uint8Array {
  const body = Buffer.from(JSON.stringify({ next, image, pages }));
  const bytes = new Uint8Array(headBytes + body.length);
  bytes.set(body, headBytes);
  return bytes;
}

/** Undefined for anything else: a file of the store may be planted. */
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
