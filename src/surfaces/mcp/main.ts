#!/usr/bin/env node
import { loadPrograms } from '../loadPrograms.js';

const { programs, kept } = loadPrograms(import.meta.url, 'mcp');
process.exitCode = await programs.serve(import.meta.url, kept, process.argv.slice(2));
// What a timer or a socket might still hold up is of no use to a client that has gone.
process.exit();
