#!/usr/bin/env node
import { loadPrograms } from '../loadPrograms.js';

const { programs, kept } = loadPrograms(import.meta.url, 'mcp');
const serve = await programs.loadServer();
// A server lives for hours: what its code needs to begin is kept now, before V8 is tuned for it.
kept.keep();
process.exitCode = await serve(import.meta.url, process.argv.slice(2));
// What a timer or a socket might still hold up is of no use to a client that has gone.
process.exit();
