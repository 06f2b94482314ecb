import type { AnyOperation } from '../../operations/operation.js';
import { isObject, type Shaped } from './shape.js';

/** The next call after an act, for a model that knows only the tools, by tool and action. Undefined if the answer says it itself. */
export const following: Readonly<Record<string, (answer: Shaped) => string | undefined>> = {
  'work_items next': begun,
  'work_items claim': begun,
  'work_items resolve': () => nextItem,
  'work_items release': () => nextItem,
  'work_items ask': asked,
  'work_items show': ({ item }) =>
    isObject(item) && item.section === 'ready' && typeof item.answer === 'string'
      ? `To go on: work_items {"action":"claim","id":"${item.ref}"}.`
      : undefined,
  'switch_task start': ({ task }) =>
    isObject(task) && task.light === true
      ? 'Next: work, commit with slices {"action":"commit","message":"…"}, then evidence {"command":["…"]}.'
      : 'Next: slices {"action":"start","title":"…","test":"…"}.',
  'switch_task hand_over': handedOver,
  'slices start': ({ state }) =>
    state === 'red' ? 'Next: make it pass, then close_slice {"rationale":"…"}.' : undefined,
  'dispatch_lane_work spawn': () =>
    'Next: an agent that is started there begins with load_session. Leave the lane to it.',
  'dispatch_lane_work start': ({ conflicts }) =>
    conflicts === undefined
      ? 'Next: work, dispatch_lane_work {"action":"commit","message":"…"}, then {"action":"done"}.'
      : undefined,
  'dispatch_lane_work done': submitted,
  'dispatch_lane_work repair_merge': submitted,
  'review_runs start': ({ run }) =>
    isObject(run)
      ? `Next: read its diff, review_findings {"action":"record"} for each fault, then review_runs {"action":"record","run":"${run.ref}","verdict":"…","coveredFiles":["…"]} or {"action":"request_changes","run":"${run.ref}","comment":"…"}.`
      : undefined,
  'review_runs request_changes': () => 'Its author gets this as a message. Sending the lane back is done by a person.',
};

/** Fields that the caller knows, or that the sentence above says. */
export const known: Readonly<Record<string, readonly string[]>> = {
  'switch_task hand_over': ['item', 'task', 'lane', 'directory', 'from', 'to'],
  'switch_task switch': ['directory', 'changed'],
  'dispatch_lane_work commit': ['lane', 'branch'],
};

const nextItem = 'Next: work_items {"action":"next"}.';

/** Returns one sentence with the call that follows an act; undefined for none. */
export function followingCall({ mcp }: Pick<AnyOperation, 'mcp'>, output: unknown): string | undefined {
  const name = `${mcp?.tool} ${mcp?.action}`;
  return isObject(output) && Object.hasOwn(following, name) ? following[name]?.(output) : undefined;
}

export function knownFields({ mcp }: Pick<AnyOperation, 'mcp'>): readonly string[] | undefined {
  const name = `${mcp?.tool} ${mcp?.action}`;
  return Object.hasOwn(known, name) ? known[name] : undefined;
}

function begun({ item, continues }: Shaped): string | undefined {
  if (!isObject(item) || typeof continues === 'string') return undefined;
  return `Next: switch_task {"action":"start","workItem":"${item.ref}"}; without a branch: work_items {"action":"resolve","id":"${item.ref}","status":"done"} when done.`;
}

/** State of the question, and the way in which its asker gets the answer. */
function asked({ item }: Shaped): string | undefined {
  if (!isObject(item) || !Array.isArray(item.questions)) return undefined;
  const last: unknown = item.questions.at(-1);
  if (!isObject(last)) return undefined;
  const { choices, recommended, ifNoAnswer } = last;
  const listed = Array.isArray(choices) ? choices.map(one => (one === recommended ? `${one} (recommended)` : one)) : [];
  const said = listed.length === 0 ? '' : `Choices: ${listed.join(', ')}. `;
  const taken = isObject(ifNoAnswer) ? `Without an answer in ${ifNoAnswer.after}: ${ifNoAnswer.take}. ` : '';
  return `${said}${taken}The answer comes in work_items {"action":"show","id":"${item.ref}"} and load_session. Meanwhile: work_items {"action":"next"}.`;
}

function handedOver({ item, task, to, directory }: Shaped): string | undefined {
  if (!isObject(item)) return undefined;
  const what = `${item.ref}${typeof task === 'string' ? ` (${task})` : ''}`;
  const place = directory === null ? '' : `, in ${directory}`;
  return `${what} is ${to === null ? 'ready for the next agent' : `ready for ${to}`}${place}. You no longer hold it. For other work: work_items {"action":"next"}.`;
}

function submitted({ state, conflicts, merging, into, repeated }: Shaped): string | undefined {
  if (Array.isArray(conflicts) && conflicts.length > 0) {
    const goOn = merging === undefined && into === undefined ? 'git rebase --continue' : 'git commit --no-edit';
    return `Next: resolve these files, git add them, ${goOn}, then dispatch_lane_work {"action":"done"}.`;
  }
  if (state !== 'IN_REVIEW' && state !== 'APPROVED') return undefined;
  return `${repeated === true ? 'It was submitted before. ' : ''}A person reviews and merges it; load_session then shows what was asked for.`;
}
