export { applyPlan, planInstall, planLauncher, planUninstall } from './install.js';
export { readLedger } from './ledger.js';
export { canOverwrite, changedFiles, driftOf, impostorText, partWord, stepsOf } from './shownPlan.js';
export { rootsIn, trustSteps } from './trustSteps.js';
export { optionalParts } from './wanted.js';
