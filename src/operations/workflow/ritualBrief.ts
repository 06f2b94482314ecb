import * as z from 'zod';
import { refuse } from '../../domain/refusal/refusal.js';
import { briefSchema } from '../../domain/workflow/brief.js';
import { maxRequestLength } from '../../domain/workflow/readRequest.js';
import { workflowNames } from '../../domain/workflow/workflowNames.js';
import { defineOperation } from '../operation.js';

export const ritualBrief = defineOperation({
  name: 'ritual.brief',
  order: 10,
  title: 'Show Workflow Brief',
  summary: 'Returns what a workflow finds without a model: state, open questions and next actions. Writes nothing.',
  input: z.strictObject({
    ritual: z.enum(workflowNames).describe('The workflow'),
    request: z.string().trim().max(maxRequestLength).optional().describe('The request, as text'),
  }),
  output: briefSchema,
  effect: 'read',
  // Agents have it as an MCP prompt of the workflow's name.
  mcp: null,
  cli: { positionals: ['ritual', 'request'], examples: ['ritual brief scope "we should add rate limiting"'] },
  // Each workflow has its own command.
  palette: false,
  async run(context, { ritual, request = '' }) {
    if (context.brief !== undefined) return context.brief(context, ritual, request);
    return refuse('transition_not_allowed', 'workflows.notLoaded', { hint: 'workflows.notLoadedHint' });
  },
});
