import type { briefWorkflow } from './briefWorkflow.js';
import type { converse } from './converse.js';
import type { workflowNamed } from './workflows.js';

/** What surfaces have of rituals. */
export interface WorkflowRepository {
  readonly workflowNamed: typeof workflowNamed;
  readonly briefWorkflow: typeof briefWorkflow;
  readonly converse: typeof converse;
}

/** The rituals, whose code is read when somebody asks for one: the editor takes it from the programs' file. */
export async function loadWorkflows(): Promise<WorkflowRepository> {
  const [{ workflowNamed }, { briefWorkflow }, { converse }] = await Promise.all([
    import('./workflows.js'),
    import('./briefWorkflow.js'),
    import('./converse.js'),
  ]);
  return { workflowNamed, briefWorkflow, converse };
}
