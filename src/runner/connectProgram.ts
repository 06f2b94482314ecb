import { type AgentProcess, startAgent } from '../backends/agentProcess.js';
import type { AgentConnection, AgentStart } from '../backends/agentProgram.js';
import { say } from '../messages/say.js';
import { CleanLines } from '../platform/cleanLines.js';
import { redact } from '../platform/redact.js';

/** Place of the prompt in the words of a command. */
const place = '{prompt}';

/**
 * Starts a program that speaks no protocol: its only turn is its run, its output are its messages. It gets `prompt` in place of
 * `{prompt}` in its words, else on stdin. `prompt` of the connection resolves with exit code 0, and rejects with any other.
 */
export async function connectProgram(start: AgentStart, prompt: string): Promise<AgentConnection> {
  const takesWord = start.command.some(word => word.includes(place));
  const command = start.command.map(word => word.replaceAll(place, prompt));
  const program = await startAgent({ ...start, command });
  program.stdin.on('error', () => {});
  program.stdin.end(takesWord ? '' : prompt);
  program.readErrors(text => start.onUpdate({ kind: 'error-output', text: redact(text) }));
  readOutput(program, text => start.onUpdate({ kind: 'message', text: redact(text) }));
  return {
    sessionId: '',
    agent: undefined,
    model: undefined,
    canResume: false,
    // It may work without Stateroom's tools.
    sawMcp: Promise.resolve(true),
    async prompt() {
      const { exitCode } = await program.ended;
      if (exitCode !== 0) throw new Error(`Its program ended with ${say(program.howItEnded())}.`);
      return { reason: 'end_turn' };
    },
    async cancel() {
      await program.end();
      return 'cancelled';
    },
    end: () => program.end(),
    ended: program.ended,
  };
}

function readOutput(program: AgentProcess, onLines: (text: string) => void): void {
  const lines = new CleanLines();
  const add = (text: string): void => {
    if (text !== '') onLines(text.replace(/\n$/, ''));
  };
  program.stdout.on('data', (chunk: Buffer) => add(lines.add(chunk)));
  program.stdout.once('close', () => add(lines.finish()));
}
