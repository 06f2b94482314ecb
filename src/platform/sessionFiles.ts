import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomically } from './files.js';
import { insteadOf } from './insteadOf.js';
import { makeOwnFolder, namesInOwnFolder, noFollow, requireOwnFolder } from './ownFolder.js';
import { readRegularFile } from './regularFile.js';

/** Transcripts and live facts of agents' sessions, by the ULID of the session. One process writes those of a session. */
export interface SessionFiles {
  path(session: string): string;
  /** Appends whole lines. A full transcript loses its older half first, with a line that says so. */
  append(session: string, lines: readonly string[]): Promise<void>;
  /**
   * Whole lines from byte `from` on, at most `maxBytes`, with the byte after them. If the transcript was shortened since, from its
   * beginning. Without `from`, the last ones. Undefined without a transcript.
   */
  read(session: string, maxBytes: number, from?: number): Promise<TranscriptPart | undefined>;
  /** Replaces the live facts. */
  writeLive(session: string, text: string): Promise<void>;
  /** Live facts of all sessions; unreadable files are left out. */
  live(): Promise<ReadonlyMap<string, string>>;
}

export interface TranscriptPart {
  readonly lines: readonly string[];
  readonly end: number;
  readonly isLast: boolean;
}

export const transcriptBytes = 20 * 1024 * 1024;
const liveBytes = 64 * 1024;
const liveEnd = '.live.json';
const namePattern = /^[0-9A-HJKMNP-TV-Z]{26}$/;

/** Does no I/O before the first call. */
export function openSessionFiles(folder: string, maxBytes = transcriptBytes): SessionFiles {
  const path = (session: string): string => {
    if (!namePattern.test(session)) throw new Error(`“${session}” is not the ULID of a session.`);
    return join(folder, `${session}.jsonl`);
  };
  const livePath = (session: string): string => path(session).replace(/\.jsonl$/, liveEnd);
  return {
    path,
    async append(session, lines) {
      if (lines.length === 0) return;
      const content = Buffer.from(lines.map(line => `${line}\n`).join(''));
      await makeOwnFolder(folder);
      const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK | noFollow;
      const file = await open(path(session), flags, 0o600);
      try {
        const { size } = await file.stat();
        if (size > 0 && size + content.length > maxBytes) {
          const kept = Math.floor(maxBytes / 2);
          const { bytesRead, buffer } = await file.read(Buffer.alloc(kept), 0, kept, size - kept);
          const end = buffer.subarray(0, bytesRead);
          const whole = end.subarray(end.indexOf(0x0a) + 1);
          const note = JSON.stringify({ kind: 'shortened', bytes: size - whole.length });
          const text = Buffer.concat([Buffer.from(`${note}\n`), whole, content]);
          await writeFileAtomically(path(session), text, { mode: 0o600, inStore: true });
          return;
        }
        await file.writeFile(content);
      } finally {
        await file.close();
      }
    },
    async read(session, max, from) {
      await requireOwnFolder(folder);
      const flags = constants.O_RDONLY | constants.O_NONBLOCK | noFollow;
      const file = await open(path(session), flags).catch(insteadOf('ENOENT', undefined));
      if (file === undefined) return undefined;
      try {
        const { size } = await file.stat();
        const start = from === undefined ? Math.max(0, size - max) : from > size ? 0 : from;
        const { bytesRead, buffer } = await file.read(Buffer.alloc(Math.min(max, size - start)), 0, undefined, start);
        const text = buffer.subarray(0, bytesRead);
        // The last ones begin in the middle of a line, unless the part begins the file.
        const first = from === undefined && start > 0 ? text.indexOf(0x0a) + 1 : 0;
        const last = text.lastIndexOf(0x0a) + 1;
        const lines =
          last <= first
            ? []
            : text
                .subarray(first, last - 1)
                .toString('utf8')
                .split('\n');
        return { lines, end: start + last, isLast: start + last === size };
      } finally {
        await file.close();
      }
    },
    async writeLive(session, text) {
      await writeFileAtomically(livePath(session), text, { mode: 0o600, sync: false, inStore: true });
    },
    async live() {
      const found = new Map<string, string>();
      for (const name of await namesInOwnFolder(folder)) {
        const session = name.slice(0, -liveEnd.length);
        if (!name.endsWith(liveEnd) || !namePattern.test(session)) continue;
        const file = await readRegularFile(join(folder, name), { maxBytes: liveBytes, followsLinks: false });
        if (file !== undefined && 'content' in file) found.set(session, file.content.toString('utf8'));
      }
      return found;
    },
  };
}
