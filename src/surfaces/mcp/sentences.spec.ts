import { expect, it } from 'vitest';
import { englishTemplates } from '../../messages/englishTemplates.generated.js';
import { type Message, made } from '../../messages/message.js';
import { say } from '../../messages/say.js';
import { catalogue } from '../../operations/catalogue.js';
import { commandPath } from '../../operations/commandLine.js';
import { withNextCalls } from './withNextCalls.js';

/** A message with a value for each of its places. */
function sentence(key: string, template: string): Message {
  const places = [...template.matchAll(/\{(\w+)(, (?:plural|number))?/g)];
  const values = places.map(([, name = '', number]) => [name, number === undefined ? `<${name}>` : 2]);
  return made({ key, values: Object.fromEntries(values) } as never);
}

/** Commands that only people run, which no call replaces. */
const ofPeople: Readonly<Record<string, string>> = {
  'control plan': 'people let agents start on their own',
  'control start': 'the same',
  'lane close': 'agents may where the repository lets them review, and have it in their list then',
  'lane rescue restore': 'takes a backup out, for a person who looks at it',
  permit: 'only people answer an agent that asks for permission',
  say: 'only people write to an agent that Stateroom started',
  start: 'only people start agents',
  'ritual brief': 'has no place over MCP, where prompts give briefs',
  stop: 'only people stop agents',
  'store archive': 'people keep the store',
  'store backup': 'the same',
  'store export': 'the same',
  'store repair': 'the same',
  'store restore': 'the same',
  'task export': 'writes a file for another repository',
  transcript: 'people read along',
  'trust grant': 'only people trust commands',
  'trust show': 'the same',
  'worker approve': 'as lane close',
  'worker cancel': 'as lane close',
  'worker merge': 'as lane close',
  'worker request-changes': 'as lane close',
  'worker restore': 'as lane close',
  'worker retry': 'as lane close',
};

it('no sentence names a command line that an agent could call instead', async () => {
  const verbs = catalogue.map(operation => commandPath(operation).join(' '));
  const seen = new Set<string>();
  const wrong: string[] = [];
  for (const [group, texts] of Object.entries(englishTemplates)) {
    for (const [name, template] of Object.entries(texts)) {
      const { hint } = await withNextCalls({ hint: sentence(`${group}.${name}`, template) });
      const said = say(hint);
      const quoted = [...said.matchAll(/`([^`]*)`/g)].map(([, text = '']) => text);
      const isCommand = (text: string): boolean => verbs.some(verb => `${text} `.startsWith(`${verb} `));
      for (const text of quoted) {
        const command = Object.keys(ofPeople).find(one => `${text} `.startsWith(`stateroom ${one} `));
        if (command !== undefined) seen.add(command);
        const isAllowed =
          command === undefined ? !isCommand(text) && !text.startsWith('stateroom ') : /person/.test(said);
        if (!isAllowed) wrong.push(`${group}.${name}: ${said}`);
      }
      const rest = said.replace(/`[^`]*`/g, '');
      if (/(?<![\w.])stateroom [a-z]|(?<![\w-])--[a-z]/.test(rest)) wrong.push(`${group}.${name}: ${said}`);
    }
  }
  expect(wrong).toEqual([]);
  expect([...seen].sort()).toEqual(Object.keys(ofPeople).sort());
});
