/** Why something is not named. */
const because = {
  chord: 'a chord for a command that tests name; the chord itself is not pressed',
  clicked: 'clicked by its words or icon in the screen tests, which do not name its id',
  ritual: 'its ritual is driven in the chat by the screen tests; the box of the palette is not',
} as const;

/** What no test in the real editor names yet, each with the reason. This list only ever gets shorter. */
export const notExercised: Readonly<Record<string, string>> = {
  'command stateroom.now.refresh': because.clicked,
  'command stateroom.now.openWorkTree': because.clicked,
  'command stateroom.now.revealRow': because.clicked,
  'command stateroom.queue.refresh': because.clicked,
  'command stateroom.showStatus': because.clicked,
  'command stateroom.showLog': because.clicked,
  'command stateroom.ritual.scope': because.ritual,
  'command stateroom.ritual.branch-review': because.ritual,
  'command stateroom.ritual.branch-lifecycle': because.ritual,
  'command stateroom.ritual.plan-analyze': because.ritual,
  'command stateroom.ritual.planning-review': because.ritual,
  'command stateroom.ritual.handoff-lifecycle': because.ritual,
  'command stateroom.lane.openWorkTree': because.clicked,
  'command stateroom.finding.refresh': because.clicked,
  'key ctrl+alt+a a stateroom.queue.add': because.chord,
  'key ctrl+alt+a n stateroom.queue.next': because.chord,
  'key ctrl+alt+a q stateroom.queue.focus': because.chord,
  'key ctrl+alt+a s stateroom.showStatus': because.chord,
  'key ctrl+alt+a d stateroom.lane.showChanges': because.chord,
  'key ctrl+alt+a t stateroom.lane.openTerminal': because.chord,
  'key ctrl+alt+a o stateroom.lane.openWorkTree': because.chord,
  'key ctrl+alt+a x stateroom.finding.fix': because.chord,
  'key ctrl+alt+a d stateroom.finding.defer': because.chord,
  'key ctrl+alt+a w stateroom.finding.wontfix': because.chord,
  'key ctrl+alt+a r stateroom.finding.reopen': because.chord,
};
