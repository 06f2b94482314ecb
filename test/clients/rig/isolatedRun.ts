import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Step } from './dialect.js';
import { ScriptedModel } from './scriptedModel.js';

/** One run of a client. `{port}` in arguments, environment and files becomes the model's port. */
export interface RunSpec {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
  readonly script: readonly Step[];
  /** What the client puts before the names of tools that it does not offer at first. */
  readonly deferred?: string;
  readonly timeoutMs: number;
  /** True inside a network namespace of its own, whose loopback interface is still down. */
  readonly ownNetwork: boolean;
  readonly resultFile: string;
}

export interface RunResult {
  /** Exit code, or the signal's name. Proves nothing: clients end with 0 after a refused tool. */
  readonly ended: number | string | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly requests: readonly import('./scriptedModel.js').RecordedRequest[];
  readonly problems: readonly string[];
}

async function run(spec: RunSpec): Promise<RunResult> {
  if (spec.ownNetwork) execFileSync('ip', ['link', 'set', 'lo', 'up']);
  const model = new ScriptedModel(spec.script, spec.deferred);
  const port = String(await model.listen());
  const fill = (text: string) => text.replaceAll('{port}', port);
  for (const [path, text] of Object.entries(spec.files)) writeFileSync(path, fill(text));
  const child = spawn(spec.command, spec.args.map(fill), {
    cwd: spec.cwd,
    env: Object.fromEntries(Object.entries(spec.env).map(([name, value]) => [name, fill(value)])),
    // An open stdin makes some clients wait for more of the prompt.
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  const endGroup = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The group is gone already.
    }
  };
  const timer = setTimeout(endGroup, spec.timeoutMs);
  const ended = await new Promise<number | string | null>(done => {
    child.once('error', error => done(error.message));
    child.once('exit', (code, signal) => done(code ?? signal));
  });
  clearTimeout(timer);
  // What the client left behind in its own group goes with it.
  endGroup();
  await model.close();
  return { ended, stdout, stderr, requests: model.requests, problems: model.problems };
}

const spec = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as RunSpec;
writeFileSync(spec.resultFile, JSON.stringify(await run(spec)));
process.exit(0);
