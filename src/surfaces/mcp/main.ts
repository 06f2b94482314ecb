#!/usr/bin/env node
import { loadPrograms } from '../loadPrograms.js';

const { programs, kept } = loadPrograms(import.meta.url, 'mcp');
process.exitCode = await programs.serve(import.meta.url, kept, process.argv.slice(2));
// The client has disconnected, so pending timers and sockets are not awaited.
process.exit();
