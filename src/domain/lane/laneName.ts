import { type Message, message } from '../../messages/message.js';
import { looksLikeNumberedId } from '../identifier/identifier.js';

/** Maximum number of characters of a lane's name; it is part of a branch, a folder and a reference. */
export const maxLaneNameLength = 60;

const grammar = /^[a-z0-9]+(?:[._-][a-z0-9]+)*$/;
/** Names that Windows keeps for devices, and those that git or we would trip over. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d|head|all|person|main|master)$/;

/** What is wrong with a lane's name, in one sentence; undefined when it can be one. */
export function laneNameProblem(name: string): string | Message | undefined {
  if (name === '') return message('lanes.nameEmpty');
  if (name.length > maxLaneNameLength) return message('lanes.nameTooLong', { max: maxLaneNameLength });
  if (looksLikeNumberedId(name)) return message('input.looksLikeNumber');
  if (!grammar.test(name)) {
    return message('lanes.nameCharacters');
  }
  if (name.endsWith('.lock')) return message('lanes.nameLock');
  return reserved.test(name) ? message('lanes.nameReserved') : undefined;
}

/** A name that would do in the place of one that does not; undefined when the text has nothing to offer. */
export function suggestLaneName(text: string): string | undefined {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(word => word !== '');
  let name = '';
  for (const word of words) {
    const longer = name === '' ? word.slice(0, maxLaneNameLength) : `${name}-${word}`;
    if (longer.length > maxLaneNameLength) break;
    name = longer;
  }
  return laneNameProblem(name) === undefined ? name : undefined;
}
