import { isRefusal, type Refusal } from '../domain/refusal/refusal.js';
import type { Brief } from '../domain/workflow/brief.js';
import type { WorkflowName } from '../domain/workflow/workflowNames.js';
import { say } from '../messages/say.js';
import { invoke } from '../operations/invoke.js';
import type { Context } from '../records/context.js';
import { plainMarkup } from '../reports/markup.js';
import { english } from '../reports/translate.js';
import { workflowNamed } from './workflows.js';

/** Brief of a workflow in English, for `ritual.brief` and MCP prompts. `withNext` phrases the next steps for the surface. */
export async function briefWorkflow(
  context: Context,
  name: WorkflowName,
  request: string,
  withNext: <Answer>(answer: Answer) => Promise<Answer>,
): Promise<Brief | Refusal> {
  const prepared = await workflowNamed(name).prepare(
    {
      now: context.clock.now(),
      markup: plainMarkup,
      translate: english,
      tell: sentence => say(sentence),
      invoke: async (operation, input) => withNext(await invoke(operation, context, input)),
    },
    request.trim(),
  );
  return isRefusal(prepared) ? prepared : prepared.brief;
}
