/** Shown to a model once per session: one screen, only instructions that change an agent's behavior. */
export const instructions = `Begin with load_session: it returns the state of the work and the next step. Stateroom is this repository's durable memory: one queue of work items that people and all coding agents share, live. Use it instead of a private to-do list.

Loop (tool work_items, field action):
1. next claims the best ready item for you alone; claim takes a named one. nothing_ready: stop, or do what your person asked.
2. Work on that item only. Your claim has a lease, renewed by itself while you are connected and active.
3. annotate what another agent would need to go on (branch, findings, what is left).
4. End it: resolve with status done, failed or cancelled and notes; ask when a person must decide (then take another item); release when you cannot go on. Then next again.

Rules:
- Never work on an item that you do not hold: another agent may be editing for it right now. Do not edit in parallel for one item.
- Found more work? add it, with dependsOn and an id of your own (adding the same id again changes nothing).
- Names of an item: W-12, its ULID, or its own id, also as id:42. Times: ISO 8601, unix ms, or +2h.
- Lists are cut to a size; go on with cursor. show gives an item whole.
- Inputs that few calls need are not in the tool list and go into options: {task: "T-2"} wherever another task than this worktree's is meant. A refused input is answered with all that the action takes.
- A task is work on a branch: switch_task start {workItem} answers where to work, and later calls apply there. Commit with slices commit.
- Agents side by side: dispatch_lane_work spawn opens a lane, a branch with a worktree for another agent; the tools for lanes are listed from then on.
- The tool events is the timeline; append milestones of your own.

Refusals come as {code, message, hint} and have changed nothing:
conflict: someone else holds it, take another. stale or transition_not_allowed: your claim or the item's state has changed; show it, and stop working on it if it is not yours. not_allowed: a person does this. invalid_input: correct the fields named. store_locked: try again soon. store_uncertain: show before you repeat. Other store_* codes, no_repository and git_missing: tell your person.`;
