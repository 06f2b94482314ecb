/** Commands on lanes that are no operations of the catalogue: `stateroom.lane.refresh` for `refresh`. */
export const laneActs = [
  'refresh',
  'openWorkTree',
  'openTerminal',
  'startAgent',
  'showChanges',
  'showChange',
  'openFile',
  'copyBranch',
  'reveal',
] as const;
export type LaneAct = (typeof laneActs)[number];
