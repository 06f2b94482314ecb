import { sha256 } from '../../../platform/sha256.js';
import type { HeldArchives } from './archivesInCopy.js';
import { Connection } from './connection.js';
import { schemaVersionOf } from './schemaVersion.js';
import type { SqlJsModule } from './sqlJsModule.js';

const withMessages = 3;

/** A copy that needs no other files. */
export interface WholeCopy {
  readonly image: Uint8Array;
  /** Included, and missing or changed; their names stay. */
  readonly contents: { readonly held: number; readonly missing: number };
  readonly archives: HeldArchives;
}

export interface FilesBeside {
  message(name: string): Uint8Array | undefined;
  /** Copies the archives, each converted by `complete`. */
  archives(copy: Connection, complete: (image: Uint8Array) => Uint8Array): HeldArchives;
}

/** Copies files beside the store into rows of a copy and of its archives. */
export function holdContents(module: SqlJsModule, image: Uint8Array, beside: FilesBeside): WholeCopy {
  const contents = { held: 0, missing: 0 };
  /** Returns true if the connection was changed. */
  const hold = (connection: Connection): boolean => {
    const { held, missing } = holdMessages(connection, beside);
    contents.held += held;
    contents.missing += missing;
    return held > 0;
  };
  const complete = (archived: Uint8Array): Uint8Array => {
    const archive = new Connection(module, archived);
    try {
      archive.ignoreForeignKeys();
      archive.begin();
      const isChanged = hold(archive);
      archive.commit();
      return isChanged ? archive.exportImage() : archived;
    } finally {
      archive.close();
    }
  };
  const copy = new Connection(module, image);
  try {
    copy.begin();
    const isChanged = hold(copy);
    const archives = beside.archives(copy, complete);
    copy.commit();
    return { image: isChanged || archives.held > 0 ? copy.exportImage() : image, contents, archives };
  } finally {
    copy.close();
  }
}

/** Requires a transaction. */
function holdMessages(connection: Connection, beside: Pick<FilesBeside, 'message'>): WholeCopy['contents'] {
  const apart = 'select id, blob, blob_sha256 from messages where blob is not null';
  const rows = schemaVersionOf(connection) < withMessages ? [] : connection.run(apart, []).rows;
  let held = 0;
  for (const { id, blob, blob_sha256 } of rows) {
    const bytes = beside.message(String(blob));
    if (bytes === undefined || sha256(bytes) !== blob_sha256) continue;
    connection.run('update messages set payload = ?, blob = null, blob_sha256 = null where id = ?', [
      new TextDecoder().decode(bytes),
      String(id),
    ]);
    held += 1;
  }
  return { held, missing: rows.length - held };
}
