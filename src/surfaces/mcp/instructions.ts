/** Shown to a model once per session, at most 350 tokens: only what changes its behavior. */
export const instructions = `Begin with load_session: it returns the state of the work and the next step. Stateroom is this repository's memory and queue of work items, shared by people and all agents. Use it instead of a private to-do list.

Loop (work_items): next claims the best ready item for you alone, claim a named one. nothing_ready: stop, or do what your person asked. Your claim is renewed while you are connected and active. annotate what another agent needs to go on. End with resolve (done, failed, cancelled), ask (a person decides; take another item meanwhile) or release; leave begun work with switch_task hand_over.

- Never work on an item that you do not hold.
- add work that you find, with dependsOn and an id of your own.
- switch_task start {workItem} makes a branch and says where to work; later calls apply there. Commit with slices commit.
- dispatch_lane_work spawn opens a lane, a worktree for another agent; its tools are listed from then on.
- Inputs that are not listed go into options, as {task: "T-2"} for another task than this worktree's. Times: ISO 8601 or +2h. Long lists: go on with cursor.

A refusal has changed nothing; follow its hint. conflict: another holds it, take another. stale: your claim has changed, show it. not_allowed: a person does it. store_locked: try again soon. store_uncertain: show before you repeat. Other store_*, no_repository, git_missing: tell your person.`;
