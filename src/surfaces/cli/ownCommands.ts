import { agentHook } from './command/agentHook.js';
import { agentRun } from './command/agentRun.js';
import { completion } from './command/completion.js';
import { configShow } from './command/configShow.js';
import { doctor } from './command/doctor.js';
import { eventsExport } from './command/eventsExport.js';
import { install, overrides, uninstall, update } from './command/install.js';
import { mcp } from './command/mcp.js';
import { runner } from './command/runner.js';
import { scaffold } from './command/scaffold.js';
import { vscodeInstall } from './command/vscodeInstall.js';
import { which } from './command/which.js';
import type { OwnCommand } from './commandLine/commandSet.js';

/** In the order of the help. */
export const ownCommands: readonly OwnCommand[] = [
  ...[mcp, install, update, overrides, uninstall, doctor],
  ...[which, configShow, eventsExport, scaffold, agentHook, agentRun, runner, completion, vscodeInstall],
];
