/** Model families by id prefix; the first match counts. */
const families: readonly (readonly [family: string, ...prefixes: string[]])[] = [
  ['claude', 'claude', 'opus', 'sonnet', 'haiku'],
  ['gpt', 'gpt', 'chatgpt', 'codex', 'o1', 'o3', 'o4'],
  ['gemini', 'gemini', 'gemma'],
  ['qwen', 'qwen', 'qwq'],
  ['deepseek', 'deepseek'],
  ['mistral', 'mistral', 'mixtral', 'codestral', 'devstral', 'magistral', 'ministral'],
  ['llama', 'llama', 'meta-llama'],
  ['grok', 'grok'],
  ['kimi', 'kimi', 'moonshot'],
  ['glm', 'glm'],
  ['minimax', 'minimax'],
];

/** `claude` for `us.anthropic.claude-opus-4-5`; for an unknown model its id in lower case. */
export function modelFamily(model: string): string {
  const id = model.trim().toLowerCase();
  // Resellers put their own name before the id.
  const parts = id.split(/[/.:]/);
  return (
    families.find(([, ...prefixes]) => prefixes.some(prefix => parts.some(part => part.startsWith(prefix))))?.[0] ?? id
  );
}
