import { sha256 } from '../../../platform/sha256.js';
import type { HeldArchives } from './archivesInCopy.js';
import { Connection } from './connection.js';
import { schemaVersionOf } from './loadGeneration.js';
import type { SqlJsModule } from './sqlJsModule.js';

/** Messages came with this schema. */
const withMessages = 3;

/** A copy of a store that needs no file beside it. */
export interface WholeCopy {
  readonly image: Uint8Array;
  /** Contents of messages that it took in, and those whose file is gone or was changed: they are named as before. */
  readonly contents: { readonly held: number; readonly missing: number };
  readonly archives: HeldArchives;
}

/** What a copy takes along from the files beside the store. */
export interface FilesBeside {
  /** The content of a message by the name of its file; undefined where there is none. */
  message(name: string): Uint8Array | undefined;
  /** Puts the archives into the copy. */
  archives(copy: Connection): HeldArchives;
}

/** Puts what is in files beside the store into the rows of a copy. */
export function holdContents(module: SqlJsModule, image: Uint8Array, beside: FilesBeside): WholeCopy {
  const copy = new Connection(module, image);
  try {
    const apart = 'select id, blob, blob_sha256 from messages where blob is not null';
    const rows = schemaVersionOf(copy) < withMessages ? [] : copy.run(apart, []).rows;
    let count = 0;
    copy.begin();
    for (const { id, blob, blob_sha256 } of rows) {
      const bytes = beside.message(String(blob));
      if (bytes === undefined || sha256(bytes) !== blob_sha256) continue;
      copy.run('update messages set payload = ?, blob = null, blob_sha256 = null where id = ?', [
        new TextDecoder().decode(bytes),
        String(id),
      ]);
      count += 1;
    }
    const archives = beside.archives(copy);
    copy.commit();
    const isChanged = count + archives.held > 0;
    return {
      image: isChanged ? copy.exportImage() : image,
      contents: { held: count, missing: rows.length - count },
      archives,
    };
  } finally {
    copy.close();
  }
}
