import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import {
  type AgentStart,
  type AgentUpdate,
  connectAgent,
  type PermissionRequest,
} from '../../../src/backends/agentProgram.js';
import type { Step } from './dialect.js';
import { type RecordedRequest, ScriptedModel } from './scriptedModel.js';

/** An agent over ACP: a turn, the end, the same session in a second program, and a turn of it that is cancelled. */
export interface AcpSpec {
  /** `{port}` in the environment and in files becomes the model's port. */
  readonly start: Pick<AgentStart, 'command' | 'directory' | 'environment' | 'mcpServer' | 'mode' | 'turnUsage'>;
  readonly files: Readonly<Record<string, string>>;
  /** What the client puts before the names of tools that it does not offer at first. */
  readonly deferred?: string;
  readonly first: readonly Step[];
  /** A command that takes long, to be cancelled. */
  readonly long: readonly Step[];
  /** In the command line of the long command. */
  readonly longWord: string;
  /** The session is continued in another minute than that in which it began. */
  readonly namesByMinute: boolean;
  readonly ownNetwork: boolean;
  readonly resultFile: string;
}

export interface AcpResult {
  readonly agent: { readonly name: string; readonly version: string } | undefined;
  readonly reasons: readonly string[];
  readonly sawMcp: boolean;
  readonly cancelled: string;
  /** Number of updates before the second program was prompted. */
  readonly said: number;
  readonly permissions: readonly PermissionRequest[];
  readonly updates: readonly AgentUpdate[];
  /** Whether the long command ran when it was cancelled. */
  readonly ranLong: boolean;
  readonly ends: readonly object[];
  /** Command lines of processes that were left, after each end. */
  readonly left: readonly string[];
  readonly requests: readonly RecordedRequest[];
  readonly problems: readonly string[];
  readonly error?: string;
}

const session = 'acp-run';

async function run(spec: AcpSpec): Promise<AcpResult> {
  if (spec.ownNetwork) execFileSync('ip', ['link', 'set', 'lo', 'up']);
  const model = new ScriptedModel(spec.first, spec.deferred);
  const port = String(await model.listen());
  const fill = (text: string) => text.replaceAll('{port}', port);
  for (const [path, text] of Object.entries(spec.files)) writeFileSync(path, fill(text));
  const updates: AgentUpdate[] = [];
  const permissions: PermissionRequest[] = [];
  const environment = Object.fromEntries(
    Object.entries(spec.start.environment).map(([name, value]) => [name, fill(value)]),
  );
  const start: AgentStart = {
    ...spec.start,
    environment: { ...environment, STATEROOM_SESSION: session },
    limits: { handshakeMs: 120_000, cancelMs: 20_000, mcpMs: 60_000 },
    onUpdate: update => updates.push(update),
    async onPermission(request) {
      permissions.push(request);
      return { allow: true };
    },
  };
  const result = {
    agent: undefined as AcpResult['agent'],
    reasons: [] as string[],
    sawMcp: false,
    cancelled: '',
    said: 0,
    ranLong: false,
    ends: [] as object[],
    left: [] as string[],
  };
  const rest = { permissions, updates, requests: model.requests, problems: model.problems };
  try {
    const began = minute();
    const agent = await connectAgent(start);
    result.agent = agent.agent;
    result.reasons.push((await agent.prompt('Take the next work item.')).reason);
    result.sawMcp = await agent.sawMcp;
    result.ends.push(await agent.end());
    result.left.push(...processes(session));
    model.follow([{ text: 'AGAIN AS THE SCRIPT SAYS' }]);
    while (spec.namesByMinute && minute() === began) await new Promise(done => setTimeout(done, 500));
    const again = await connectAgent({ ...start, resume: agent.sessionId });
    result.said = updates.length;
    result.reasons.push((await again.prompt('Say it again.')).reason);
    model.follow(spec.long);
    const turn = again.prompt('Go on.');
    result.ranLong = await isRunning(spec.longWord);
    result.cancelled = await again.cancel();
    result.reasons.push((await turn).reason);
    result.ends.push(await again.end());
    result.left.push(...processes(session), ...processes(spec.longWord));
    return { ...result, ...rest };
  } catch (error) {
    return { ...result, ...rest, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

const minute = (): string => new Date().toISOString().slice(0, 16);

/** Up to 60 seconds for it to begin. */
async function isRunning(word: string): Promise<boolean> {
  for (let looks = 0; looks < 300; looks += 1) {
    if (processes(word).length > 0) return true;
    await new Promise(done => setTimeout(done, 200));
  }
  return false;
}

/** Command lines of processes with a word in them or in their environment, except this one. */
function processes(word: string): readonly string[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name) && name !== String(process.pid))
    .filter(pid => /^[^ZX]/.test(read(`/proc/${pid}/stat`).replace(/^.*\) /s, '')))
    .filter(pid => read(`/proc/${pid}/cmdline`).includes(word) || read(`/proc/${pid}/environ`).includes(`=${word}\0`))
    .map(pid => `${pid} ${read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')}`);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

const spec = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as AcpSpec;
writeFileSync(spec.resultFile, JSON.stringify(await run(spec)));
process.exit(0);
