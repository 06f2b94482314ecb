#!/usr/bin/env node
import { loadPrograms } from '../loadPrograms.js';
import { groupWords } from './groupWords.js';

// Each group of commands calls functions of its own.
const group = groupWords.find(word => word === process.argv[2]) ?? 'other';
const { programs, kept } = loadPrograms(import.meta.url, group);
process.once('exit', () => kept.keep());
await programs.runCommandLine(import.meta.url, kept);
