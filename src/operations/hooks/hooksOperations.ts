import type { AnyOperation } from '../operation.js';
import { hooksInstall } from './hooksInstall.js';
import { hooksRun } from './hooksRun.js';
import { hooksStatus } from './hooksStatus.js';
import { hooksUninstall } from './hooksUninstall.js';

/** The operations of this group, in the order in which surfaces list them. */
export const hooksOperations: readonly AnyOperation[] = [hooksInstall, hooksUninstall, hooksStatus, hooksRun];
