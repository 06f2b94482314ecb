export { applyPlan, planInstall, planLauncher, planUninstall } from './install.js';
export { readLedger } from './ledger.js';
export { canOverwrite, changedFiles, driftOf, grantedTo, impostorText, partWords, stepsOf } from './shownPlan.js';
export { rootsIn, trustSteps } from './trustSteps.js';
export { optionalParts } from './wanted.js';
