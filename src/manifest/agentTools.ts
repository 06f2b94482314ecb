import * as z from 'zod';
import type { AnyOperation } from '../operations/operation.js';
import { type AgentTool, agentTools } from './agentToolList.js';
import { folderInput, serverProviderId } from './agentToolNames.js';
import { contextKeys } from './contextKeys.js';
import { type Fragment, localised, type ManifestObject } from './fragment.js';
import { settingKeys } from './settingKeys.js';

/** The operations of a tool: one, or the one with and the one without an input. */
function operationsOf({ operation, without }: AgentTool): readonly AnyOperation[] {
  return without === undefined ? [operation] : [operation, without.operation];
}

/** What a person types behind `#`: `stateroomClaim` for `stateroom_claim`. */
export function referenceOf({ name }: AgentTool): string {
  return name.replace(/_(.)/, (_, letter: string) => letter.toUpperCase());
}

/** What a tool takes, as JSON Schema: the shapes of the catalogue, of the named inputs alone, and which repository is meant. */
export function inputSchemaOf(tool: AgentTool): ManifestObject {
  const schemas = operationsOf(tool).map(({ input }) => z.toJSONSchema(input, { io: 'input' }));
  const properties: Record<string, unknown> = {};
  for (const name of tool.inputs) {
    const found = schemas.map(schema => schema.properties?.[name]).find(property => property !== undefined);
    if (found === undefined) throw new Error(`${tool.name} takes ${name}, and its operation does not.`);
    properties[name] = found;
  }
  // Told by the answers of a window with several repositories, so that it need not be described twelve times.
  properties[folderInput] = { type: 'string' };
  // What each of its operations cannot do without.
  const required = tool.inputs.filter(name => schemas.every(schema => schema.required?.includes(name) === true));
  const schema = { type: 'object', properties, ...(required.length === 0 ? {} : { required }) };
  return { ...schema, additionalProperties: false } as unknown as ManifestObject;
}

/** The tools of language models and the provider of the MCP server, of which a setting offers the one or the other. */
export const agentToolsFragment: Fragment = {
  contributes: {
    languageModelTools: agentTools.map(tool => ({
      name: tool.name,
      tags: ['stateroom'],
      toolReferenceName: referenceOf(tool),
      displayName: localised(`tool.${tool.name}.title`, tool.title),
      userDescription: localised(`tool.${tool.name}.description`, tool.description),
      modelDescription: tool.model,
      icon: tool.icon,
      canBeReferencedInPrompt: true,
      when: `${contextKeys.enabled} && config.stateroom.${settingKeys.agentTools} != mcp`,
      inputSchema: inputSchemaOf(tool),
    })),
    mcpServerDefinitionProviders: [{ id: serverProviderId, label: 'Stateroom' }],
  },
};
