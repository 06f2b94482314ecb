import * as z from 'zod';
import type { AnyOperation } from '../operations/operation.js';
import { type AgentTool, agentTools } from './agentToolList.js';
import { folderInput, serverProviderId } from './agentToolNames.js';
import { contextKeys } from './contextKeys.js';
import { type Fragment, localised, type ManifestObject } from './fragment.js';
import { settingKeys } from './settingKeys.js';

function operationsOf({ operation, without }: AgentTool): readonly AnyOperation[] {
  return without === undefined ? [operation] : [operation, without.operation];
}

/** `stateroomClaim` for `stateroom_claim`: the name to type after `#`. */
export function referenceOf({ name }: AgentTool): string {
  return name.replace(/_(.)/, (_, letter: string) => letter.toUpperCase());
}

/** Returns the JSON Schema of a tool's input: the catalogue's schemas of the named inputs, and the folder. */
export function inputSchemaOf(tool: AgentTool): ManifestObject {
  const schemas = operationsOf(tool).map(({ input }) => z.toJSONSchema(input, { io: 'input' }));
  const properties: Record<string, unknown> = {};
  for (const name of tool.inputs) {
    const found = schemas.map(schema => schema.properties?.[name]).find(property => property !== undefined);
    if (found === undefined) throw new Error(`${tool.name} takes ${name}, and its operation does not.`);
    properties[name] = found;
  }
  // Described by the answers in a window with several repositories, instead of in each of twelve tools.
  properties[folderInput] = { type: 'string' };
  const required = tool.inputs.filter(name => schemas.every(schema => schema.required?.includes(name) === true));
  const schema = { type: 'object', properties, ...(required.length === 0 ? {} : { required }) };
  return { ...schema, additionalProperties: false } as unknown as ManifestObject;
}

/** Tools for language models, and the provider of the MCP server; a setting enables one or the other. */
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
