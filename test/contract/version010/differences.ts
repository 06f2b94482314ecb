import { rewordedTexts } from './rewordedTexts.js';

/** How one answer differs from another; fields are named by their paths, as `data.items.0.title`. */
export interface Differences {
  /** Fields that only the later one has. */
  readonly added: readonly string[];
  /** Fields that the later one lacks or fills otherwise, with both values. */
  readonly changed: Readonly<Record<string, readonly [before: unknown, after: unknown]>>;
}

/**
 * Fields of 0.1.0 that mean something else since, by command: what needs a person and what is in progress are counted over
 * tasks and lanes too, so the two lists of the dashboard have more rows, and time changes them earlier. What an agent called last
 * is a sign of life as a heartbeat is.
 */
export const changedOnPurpose: Readonly<Record<string, RegExp>> = {
  // What a successor needs, and with it the digest.
  context: /^data\.(?:digest|task\.createdBy|next|item|slice|uncommitted)(?:\.|$)/,
  // Its files are others, and begin with what 0.1.0 did not write.
  'store check': /^data\.(?:commits|generation|journalBytes|snapshotBytes)$/,
  // There is one more, commit-msg.
  'hooks status': /^data\.hooks\.\d+(?:\.name)?$/,
  dashboard: /^data\.(?:nextChangeAt$|counts\.needs_you$|(?:needsYou|working)\.)/,
  'lane list --all': /^data\.lanes\.\d+\.worker\.lastBeatAt$/,
  'lane show merged': /^data\.worker\.lastBeatAt$/,
  'lane needs-you': /^data\.total$/,
  // 0.1.0 exports every column it finds, also those it does not know; what is not recorded in them is left out since.
  'task export limit-1': /^data\.content\.\w+\.\d+\.(?:effort|input_tokens|output_tokens|replies)$/,
};

/** Compares two answers, but for the time of the call and for texts that were reworded on purpose. */
export function differences(before: unknown, after: unknown): Differences {
  const added: string[] = [];
  const changed: Record<string, [unknown, unknown]> = {};
  const compare = (one: unknown, other: unknown, path: string): void => {
    if (isFilled(one) && isFilled(other) && Array.isArray(one) === Array.isArray(other)) {
      for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
        const field = path === '' ? key : `${path}.${key}`;
        if (field === 'data.at') continue;
        if (key in one || Array.isArray(one)) compare(one[key], other[key], field);
        else added.push(field);
      }
    } else if (one !== other && !isReworded(one, other)) changed[path] = [one, other];
  };
  compare(before, after, '');
  return { added, changed };
}

function isReworded(one: unknown, other: unknown): boolean {
  return typeof one === 'string' && Object.hasOwn(rewordedTexts, one) && rewordedTexts[one] === other;
}

function isFilled(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
