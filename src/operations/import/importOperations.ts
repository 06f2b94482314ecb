import { importTracker } from './importTracker.js';

export const importOperations = { importTracker };
