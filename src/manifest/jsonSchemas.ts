import * as z from 'zod';
import { repositoryConfigSchema } from '../domain/config/repositoryConfig.js';
import { jsonAnswerSchema } from '../domain/refusal/jsonAnswer.js';
import { taskFileSchema } from '../domain/taskFile/taskFile.js';

/** Returns the JSON Schemas, by name, of files exchanged between Stateroom and people or programs. */
export function jsonSchemas(): Readonly<Record<string, object>> {
  return {
    'config.json': {
      title: '.stateroom/config.json',
      ...z.toJSONSchema(repositoryConfigSchema, { io: 'input' }),
    },
    'answer.json': {
      title: 'What stateroom --json prints',
      ...z.toJSONSchema(jsonAnswerSchema),
    },
    'task.json': {
      title: 'What stateroom task export writes',
      // References between rows are checked by `task import` only.
      ...z.toJSONSchema(taskFileSchema(), { io: 'input' }),
    },
  };
}
