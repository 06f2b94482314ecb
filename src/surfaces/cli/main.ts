#!/usr/bin/env node
import { forgoWasmOptimiser } from '../../platform/wasmTiering.js';
import { composeCli } from './compose.js';
import { processHost } from './processHost.js';
import { runCli } from './runCli.js';

forgoWasmOptimiser();
const host = processHost(import.meta.url);
runCli(process.argv.slice(2), host, composeCli(host)).then(code => host.end(code));
