#!/usr/bin/env node
import { loadPrograms } from '../loadPrograms.js';
import { commandWords } from './commandWords.generated.js';

// The code cache is per first word: the commands of each call their own functions.
const word = [...commandWords, 'agent-hook'].find(one => one === process.argv[2]);
const { programs, kept } = loadPrograms(import.meta.url, word ?? 'other');
process.once('exit', () => kept.keep());
await programs.runCommandLine(import.meta.url, kept);
