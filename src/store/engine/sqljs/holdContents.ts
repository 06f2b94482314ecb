import { sha256 } from '../../../platform/sha256.js';
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
}

/** Puts the contents of messages that are in files into their rows; `read` has such a file by its name. */
export function holdContents(
  module: SqlJsModule,
  image: Uint8Array,
  read: (name: string) => Uint8Array | undefined,
): WholeCopy {
  const copy = new Connection(module, image);
  try {
    const apart = 'select id, blob, blob_sha256 from messages where blob is not null';
    const rows = schemaVersionOf(copy) < withMessages ? [] : copy.run(apart, []).rows;
    if (rows.length === 0) return { image, contents: { held: 0, missing: 0 } };
    let count = 0;
    copy.begin();
    for (const { id, blob, blob_sha256 } of rows) {
      const bytes = read(String(blob));
      if (bytes === undefined || sha256(bytes) !== blob_sha256) continue;
      copy.run('update messages set payload = ?, blob = null, blob_sha256 = null where id = ?', [
        new TextDecoder().decode(bytes),
        String(id),
      ]);
      count += 1;
    }
    copy.commit();
    return { image: copy.exportImage(), contents: { held: count, missing: rows.length - count } };
  } finally {
    copy.close();
  }
}
