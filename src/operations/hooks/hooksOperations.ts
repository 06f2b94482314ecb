import { hooksInstall } from './hooksInstall.js';
import { hooksRun } from './hooksRun.js';
import { hooksStatus } from './hooksStatus.js';
import { hooksUninstall } from './hooksUninstall.js';

/** The operations of this group by the names of their declarations, in the order in which surfaces list them. */
export const hooksOperations = { hooksInstall, hooksUninstall, hooksStatus, hooksRun };
