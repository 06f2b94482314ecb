import type { LineReader } from './lineScan.js';

interface CommitState {
  /** Below it git shows the change, of which nothing is kept. */
  readonly isCut: boolean;
}

/** Reads the message of a commit as git has it edited: lines that begin with `#` are its own. */
export const commitReader: LineReader<CommitState> = {
  first: { isCut: false },
  read(line, { isCut }) {
    const after = { isCut: isCut || /^# -+ >8 -+/.test(line) };
    return { text: after.isCut || line.startsWith('#') ? undefined : line, after };
  },
};
