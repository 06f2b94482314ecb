/**
 * What modules of the editor surface get as `vscode` in unit tests: their texts, in English, and nothing else. Whatever
 * needs more of the editor is tested in the real one (test/host, test/ui).
 */
export const l10n = {
  t(message: string, ...values: (string | number)[]): string {
    return message.replace(/\{(\d+)\}/g, (whole, index: string) => String(values[Number(index)] ?? whole));
  },
};
