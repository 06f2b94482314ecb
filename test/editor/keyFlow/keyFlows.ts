import { findingKeyFlows } from './findingKeyFlows.js';
import { laneKeyFlows } from './laneKeyFlows.js';
import { handOverKeyFlows, queueKeyFlows } from './queueKeyFlows.js';
import { runKeyFlows } from './runKeyFlows.js';
import { sessionKeyFlows } from './sessionKeyFlows.js';
import { storeKeyFlows } from './storeKeyFlows.js';
import { taskKeyFlows } from './taskKeyFlows.js';
import { findingViewKeyFlows, laneViewKeyFlows, nowViewKeyFlows, queueViewKeyFlows } from './viewKeyFlows.js';

/** All flows by keyboard, in the order in which they are driven, by the spec that drives them. */
export const keyFlows = {
  paletteFlows: [
    ...[...queueKeyFlows, ...queueViewKeyFlows, ...taskKeyFlows, ...nowViewKeyFlows, ...handOverKeyFlows],
    ...[...findingKeyFlows, ...findingViewKeyFlows, ...runKeyFlows, ...storeKeyFlows],
  ],
  laneFlows: [...laneViewKeyFlows, ...sessionKeyFlows, ...laneKeyFlows],
};
