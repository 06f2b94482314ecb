export function capitalised(words: string): string {
  return `${words.charAt(0).toLocaleUpperCase()}${words.slice(1)}`;
}
