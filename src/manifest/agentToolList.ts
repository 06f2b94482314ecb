import { blockingSeverities } from '../domain/finding/findingSeverity.js';
import { listWords } from '../domain/text/listWords.js';
import { findingFix } from '../operations/finding/findingFix.js';
import { findingList } from '../operations/finding/findingList.js';
import { findingRecord } from '../operations/finding/findingRecord.js';
import { gateCheck } from '../operations/gate/gateCheck.js';
import { laneList } from '../operations/lane/laneList.js';
import type { AnyOperation } from '../operations/operation.js';
import { queueAdd } from '../operations/queue/queueAdd.js';
import { queueAsk } from '../operations/queue/queueAsk.js';
import { queueClaim } from '../operations/queue/queueClaim.js';
import { queueList } from '../operations/queue/queueList.js';
import { queueNext } from '../operations/queue/queueNext.js';
import { queueRelease } from '../operations/queue/queueRelease.js';
import { queueResolve } from '../operations/queue/queueResolve.js';
import { queueShow } from '../operations/queue/queueShow.js';
import { taskContext } from '../operations/task/taskContext.js';

/** One operation as a tool for models, in English only. The editor accepts 128 tools in all: at most 12 here. */
export interface AgentTool {
  /** `stateroom_claim`: the name that a model calls. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** For models: purpose, result, when to use it and when not, limits. */
  readonly model: string;
  readonly icon: string;
  readonly operation: AnyOperation;
  /** The operation to run if this input is missing. */
  readonly without?: { readonly input: string; readonly operation: AnyOperation };
  /** Accepted inputs besides the folder, which each tool accepts; all others are refused. */
  readonly inputs: readonly string[];
}

const sizes = 'Cut to 8 kB; go on with cursor.';
const names = 'Items: W-12, ULID or own id.';

export const agentTools: readonly AgentTool[] = [
  {
    name: 'stateroom_queue',
    title: 'Task Queue',
    description: 'Lists the work items of this repository’s shared queue',
    model: `Lists work items of the queue that people and coding agents share: ref, title, status, section, priority, owner. For what there is to do, who works on what, what waits for a person (section needs_you). One whole: stateroom_item. Changes nothing. ${sizes}`,
    icon: '$(checklist)',
    operation: queueList,
    inputs: ['section', 'status', 'kind', 'label', 'owner', 'text', 'order', 'limit', 'cursor'],
  },
  {
    name: 'stateroom_item',
    title: 'Work Item',
    description: 'Shows a work item with its dependencies and its history',
    model: `Shows one work item whole (to 128 kB): payload, notes, question and answer, dependencies both ways, its latest 20 events. Use it before you work on one or judge its state. ${names} Changes nothing.`,
    icon: '$(note)',
    operation: queueShow,
    inputs: ['id'],
  },
  {
    name: 'stateroom_context',
    title: 'Task Context',
    description: 'Returns the state of this worktree’s task and what is next',
    model:
      "Returns what a session needs of this worktree's task: objective, slices, open findings, decisions, blockers, gates, next actions. Call it first when you begin or continue work here. Without a task it says what to do. All work: stateroom_queue. Changes nothing; 4 kB unless budget says otherwise.",
    icon: '$(book)',
    operation: taskContext,
    inputs: ['task', 'profile', 'budget'],
  },
  {
    name: 'stateroom_findings',
    title: 'Review Findings',
    description: 'Lists review findings; open ones by default',
    model: `Lists review findings: ref, severity, status, file, line, text, most severe first, with counts of all. Use it before you fix findings, or for what holds up a review; path is a file or folder. Open ones unless status says otherwise. Changes nothing. ${sizes}`,
    icon: '$(comment-unresolved)',
    operation: findingList,
    inputs: ['status', 'severity', 'path', 'task', 'text', 'order', 'limit', 'cursor'],
  },
  {
    name: 'stateroom_gate',
    title: 'Gate',
    description: 'Checks whether the task may go to review or be closed, and what is missing',
    model:
      'Checks this worktree\'s task: review-ready (may it be reviewed, pushed, merged), close-check (may it be finished), plan-accept (may its plan be accepted). Gives ready, or each reason with its remedy. For "why can\'t I push?" and before you say that work is done. Asks git; changes nothing.',
    icon: '$(shield)',
    operation: gateCheck,
    inputs: ['gate', 'task'],
  },
  {
    name: 'stateroom_lanes',
    title: 'Lanes',
    description: 'Lists this repository’s lanes with their workers and progress',
    model:
      'Lists lanes (each a branch with a worktree, for agents side by side): name, branch, status, owned paths, worker, commits ahead and behind. For who works where and who owns a path. Open ones unless all is true. Changes nothing.',
    icon: '$(git-branch)',
    operation: laneList,
    inputs: ['status', 'all'],
  },
  {
    name: 'stateroom_add',
    title: 'Add Work Item',
    description: 'Adds a work item to the queue',
    model:
      'Adds a work item to the shared queue and gives its ref. For work you found and do not do now, or that the person wants noted; not for steps of what you do. Give an id of your own if you may repeat the call: the same id again adds nothing. The person confirms it first.',
    icon: '$(add)',
    operation: queueAdd,
    inputs: ['title', 'id', 'kind', 'priority', 'labels', 'dependsOn', 'due', 'question', 'notes'],
  },
  {
    name: 'stateroom_claim',
    title: 'Claim Work Item',
    description: 'Claims a work item for the agent in this window',
    model: `Takes a work item for you alone and gives it whole (to 128 kB): the one named by id, else the best ready one (of this kind and label). Use it before you change files for an item. Refused while another holds it: take another. The claim lasts until an hour after this window's last tool call; end it with stateroom_resolve or stateroom_release. ${names} The person confirms it first.`,
    icon: '$(play)',
    operation: queueClaim,
    without: { input: 'id', operation: queueNext },
    inputs: ['id', 'kind', 'label'],
  },
  {
    name: 'stateroom_release',
    title: 'Release Work Item',
    description: 'Releases a claimed work item, or asks a person a question about it',
    model: `Ends your work on an item you hold, not the item itself. With question it goes to Needs you for a person to answer; without, it is ready for anyone. Use it when a person must decide or you cannot go on; notes tell the next one what to know (not with question). Finished work: stateroom_resolve. ${names} The person confirms it first.`,
    icon: '$(discard)',
    operation: queueAsk,
    without: { input: 'question', operation: queueRelease },
    inputs: ['id', 'question', 'notes'],
  },
  {
    name: 'stateroom_resolve',
    title: 'Resolve Work Item',
    description: 'Closes a work item as done, failed or cancelled',
    model: `Ends a work item as done, failed or cancelled, with notes on the outcome; gives what it freed. Use it when work on an item you hold is over and checked. Refused while another agent holds it. ${names} The person confirms it first.`,
    icon: '$(check)',
    operation: queueResolve,
    inputs: ['id', 'status', 'notes'],
  },
  {
    name: 'stateroom_record',
    title: 'Record Finding',
    description: 'Records a review finding on a line of a file',
    model: `Records one review finding: severity (${listWords(blockingSeverities, 'and')} block the review), path, line (3 or 3-7), what is wrong and why, and your suggested fix. Use it for each defect you do not fix at once. The same again returns the existing finding. Not for praise or tasks. The person confirms it first.`,
    icon: '$(comment)',
    operation: findingRecord,
    inputs: ['severity', 'path', 'line', 'text', 'fix', 'id', 'task', 'repository'],
  },
  {
    name: 'stateroom_fix',
    title: 'Mark Findings as Fixed',
    description: 'Marks review findings as fixed by a commit',
    model:
      'Marks findings (F-12) as fixed by commit (default: HEAD), all or none. Use it after the fix is committed. Many at once, and reopened findings, need evidence (E-4) that passed on that commit. Changes no file. The person confirms it first.',
    icon: '$(pass)',
    operation: findingFix,
    inputs: ['ids', 'commit', 'evidence', 'note'],
  },
];
