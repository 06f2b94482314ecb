#!/usr/bin/env node
import { loadPrograms } from '../loadPrograms.js';

const { programs, kept } = loadPrograms(import.meta.url, 'mcp');
process.exitCode = await programs.serve(import.meta.url, kept, process.argv.slice(2));
// The client is gone, so pending timers and sockets need not finish.
process.exit();
