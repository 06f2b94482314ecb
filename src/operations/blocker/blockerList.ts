import { listOfTask } from '../listOfTask.js';
import { defineOperation } from '../operation.js';

export const blockerList = defineOperation({
  name: 'blocker.list',
  order: 30,
  title: 'List Blockers',
  summary: 'Lists the blockers of a task, oldest first; all unless a status is given.',
  mcp: { tool: 'get_handoff_state', action: 'blockers', brief: '', rare: ['task', 'status', 'limit'] },
  ...listOfTask('blockers'),
});
