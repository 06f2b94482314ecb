import { hooksInstall } from '../../../operations/hooks/hooksInstall.js';
import { hooksStatus } from '../../../operations/hooks/hooksStatus.js';
import { hooksUninstall } from '../../../operations/hooks/hooksUninstall.js';
import { hooksInstallText, hooksText } from '../format/gateText.js';
import { hooksRunTexts } from './hooksRunTexts.js';

/** What the answers of operations on git’s hooks say to a person. */
export const hooksTexts = {
  [hooksInstall.name]: hooksInstallText,
  [hooksUninstall.name]: hooksInstallText,
  [hooksStatus.name]: hooksText,
  ...hooksRunTexts,
} as const;
