import type { briefWorkflow } from './briefWorkflow.js';
import type { converse } from './converse.js';
import type { workflowNamed } from './workflows.js';

/** What surfaces have of workflows. */
export interface WorkflowRepository {
  readonly workflowNamed: typeof workflowNamed;
  readonly briefWorkflow: typeof briefWorkflow;
  readonly converse: typeof converse;
}

/** The workflows, whose code is read when someone asks for one: the editor takes it from the programs' file. */
export async function loadWorkflows(): Promise<WorkflowRepository> {
  const [{ workflowNamed }, { briefWorkflow }, { converse }] = await Promise.all([
    import('./workflows.js'),
    import('./briefWorkflow.js'),
    import('./converse.js'),
  ]);
  return { workflowNamed, briefWorkflow, converse };
}
