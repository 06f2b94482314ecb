/** Why something is not named. */
const because = {
  clicked: 'clicked by its words or icon in the screen tests, which do not name its id',
  ritual: 'its ritual is driven in the chat by the screen tests; the box of the palette is not',
} as const;

/** What no test in the real editor names yet, each with the reason. This list only ever gets shorter. */
export const notExercised: Readonly<Record<string, string>> = {
  'command stateroom.now.refresh': because.clicked,
  'command stateroom.now.openWorkTree': because.clicked,
  'command stateroom.now.revealRow': because.clicked,
  'command stateroom.queue.refresh': because.clicked,
  'command stateroom.showLog': because.clicked,
  'command stateroom.ritual.scope': because.ritual,
  'command stateroom.ritual.branch-review': because.ritual,
  'command stateroom.ritual.branch-lifecycle': because.ritual,
  'command stateroom.ritual.plan-analyze': because.ritual,
  'command stateroom.ritual.planning-review': because.ritual,
  'command stateroom.ritual.handoff-lifecycle': because.ritual,
  'command stateroom.finding.refresh': because.clicked,
};
