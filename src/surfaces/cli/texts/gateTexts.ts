import { gateCheck } from '../../../operations/gate/gateCheck.js';
import { gateList } from '../../../operations/gate/gateList.js';
import { gatesText, gateText } from '../format/gateText.js';

/** What the answers of operations on gates say to a person. */
export const gateTexts = {
  [gateCheck.name]: gateText,
  [gateList.name]: gatesText,
} as const;
