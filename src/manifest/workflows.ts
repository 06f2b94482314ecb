import type { Workflow } from '../workflows/workflow.js';
import { whenWorkflow } from './availability.js';
import { categoryText } from './commandCategory.js';
import { commandTitles } from './commandTitles.js';
import { type Fragment, localised } from './fragment.js';

/** Palette command that asks for a workflow's subject. */
export const workflowCommand = (name: string): string => `stateroom.ritual.${name}`;

/** Declares a palette command per workflow. Those of the chat are declared with the participant. */
export function workflowsFragment(workflows: readonly Workflow[]): Fragment {
  return {
    contributes: {
      commands: workflows.map(({ name, title }) => ({
        command: workflowCommand(name),
        ...commandTitles(`ritual.${name}`, { title: title(message => message), asks: true }),
        category: categoryText(`ritual.${name}`),
      })),
      menus: {
        commandPalette: workflows.map(workflow => ({
          command: workflowCommand(workflow.name),
          when: whenWorkflow(workflow),
        })),
      },
    },
  };
}

/** Returns the chat participant's commands for workflows. */
export function workflowChatCommands(workflows: readonly Workflow[]) {
  return workflows.map(workflow => {
    const { name, summary, sample } = workflow;
    return {
      name,
      description: localised(`chat.${name}.description`, summary),
      sampleRequest: localised(`chat.${name}.sample`, sample),
      when: whenWorkflow(workflow),
    };
  });
}
