import { listOfTask } from '../listOfTask.js';
import { defineOperation } from '../operation.js';

export const actionList = defineOperation({
  name: 'action.list',
  order: 50,
  title: 'List Next Actions',
  summary: 'Lists the next actions of a task by priority; all unless a status is given.',
  mcp: { tool: 'task_records', kind: 'action', action: 'list', brief: '', rare: ['task', 'status', 'limit'] },
  ...listOfTask('nextActions'),
});
