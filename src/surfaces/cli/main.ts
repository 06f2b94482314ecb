#!/usr/bin/env node
import { loadPrograms } from '../loadPrograms.js';
import { groupWords } from './groupWords.js';

// The commands behind each word call functions of their own.
const word = [...Object.values(groupWords).flat(), 'agent-hook'].find(one => one === process.argv[2]);
const { programs, kept } = loadPrograms(import.meta.url, word ?? 'other');
process.once('exit', () => kept.keep());
await programs.runCommandLine(import.meta.url, kept);
