#!/usr/bin/env node
import module from 'node:module';

// Half of a short command is reading code: newer Nodes keep what they compiled, below the system's temporary folder.
module.enableCompileCache?.();
const { runProgram } = await import('./program.js');
await runProgram(import.meta.url);
