import { type Message, message } from '../../messages/message.js';
import { isOwnId } from '../identifier/identifier.js';

/** Max characters of a lane's name; it is part of a branch, a folder and a reference. */
export const maxLaneNameLength = 60;

const grammar = /^[a-z0-9]+(?:[._-][a-z0-9]+)*$/;
/** Device names of Windows, and names that git or Stateroom use. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d|head|all|person|main|master)$/;

/** Returns the problem with a lane's name, as one sentence; undefined if valid. */
export function laneNameProblem(name: string): string | Message | undefined {
  if (name === '') return message('lanes.nameEmpty');
  if (name.length > maxLaneNameLength) return message('lanes.nameTooLong', { max: maxLaneNameLength });
  const ref = refMeantBy(name);
  if (ref !== undefined) return message('lanes.nameMeans', { ref });
  if (/^-?\d+$/.test(name) || isOwnId(name)) return message('input.looksLikeNumber');
  if (!grammar.test(name)) {
    return message('lanes.nameCharacters');
  }
  if (name.endsWith('.lock')) return message('lanes.nameLock');
  return reserved.test(name) ? message('lanes.nameReserved') : undefined;
}

/** `T-2` for `t2`; undefined for names such as `c1` and `i-5`. */
function refMeantBy(name: string): string | undefined {
  const [, letter, digits] = /^([lwt])-?(\d+)$/i.exec(name) ?? [];
  return letter === undefined ? undefined : `${letter.toUpperCase()}-${Number(digits)}`;
}

/** Undefined if the text has no usable characters. */
export function suggestLaneName(text: string, longest = maxLaneNameLength): string | undefined {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(word => word !== '');
  let name = '';
  for (const word of words) {
    const longer = name === '' ? word.slice(0, longest) : `${name}-${word}`;
    if (longer.length > longest) break;
    name = longer;
  }
  if (refMeantBy(name) !== undefined) name = `${name}-lane`;
  return laneNameProblem(name) === undefined ? name : undefined;
}

/** Max characters of a generated name: it appears in every row, event, branch and folder. */
const maxMadeName = 24;
/** Words dropped from the end of a cut name. */
const trailing =
  /-(?:an?|and|are|as|at|by|for|from|if|in|into|is|it|its|not|of|on|onto|or|so|that|the|to|when|while|with|without)$/;

/** Returns `w2-cache-links` for item W-2, “Cache links by address without the fragment”: as many whole words as fit. */
export function laneNameForItem(number: number, title: string): string {
  let name = suggestLaneName(`w${number} ${title}`, maxMadeName) ?? '';
  const isCut = name !== suggestLaneName(`w${number} ${title}`, title.length + maxMadeName);
  while (isCut && trailing.test(name)) name = name.replace(trailing, '');
  return laneNameProblem(name) === undefined && name.startsWith(`w${number}-`) && name !== `w${number}-lane`
    ? name
    : `item-w${number}`;
}
