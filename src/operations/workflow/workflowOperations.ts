import { ritualBrief } from './ritualBrief.js';

export const workflowOperations = { ritualBrief };
