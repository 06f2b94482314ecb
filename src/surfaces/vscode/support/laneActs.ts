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
  'showPage',
] as const;
export type LaneAct = (typeof laneActs)[number];

/** The same of what is said between lanes and people, and of what was kept. */
export const talkActs = ['answer', 'showMessages', 'showReports', 'showRescues'] as const;
export type TalkAct = (typeof talkActs)[number];

export function isLaneAct(act: LaneAct | TalkAct): act is LaneAct {
  return (laneActs as readonly string[]).includes(act);
}
