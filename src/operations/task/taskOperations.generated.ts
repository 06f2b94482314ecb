// Written by “node build/run.mjs generate” from the files of the folders: changes here are lost.

import { taskArchive } from './taskArchive.js';
import { taskContext } from './taskContext.js';
import { taskExport } from './taskExport.js';
import { taskFinish } from './taskFinish.js';
import { taskGc } from './taskGc.js';
import { taskHandOver } from './taskHandOver.js';
import { taskImport } from './taskImport.js';
import { taskList } from './taskList.js';
import { taskReap } from './taskReap.js';
import { taskRender } from './taskRender.js';
import { taskRestore } from './taskRestore.js';
import { taskScope } from './taskScope.js';
import { taskShow } from './taskShow.js';
import { taskStart } from './taskStart.js';
import { taskSwitch } from './taskSwitch.js';
import { taskUpdate } from './taskUpdate.js';

export const taskOperations = {
  taskContext,
  taskStart,
  taskScope,
  taskSwitch,
  taskHandOver,
  taskShow,
  taskList,
  taskUpdate,
  taskFinish,
  taskArchive,
  taskRestore,
  taskGc,
  taskReap,
  taskExport,
  taskImport,
  taskRender,
};
