/**
 * What tests call a row of a view that is about a record with a page: the number that its description begins with, then its
 * title, as in `W-1 Fix the login`; any other row by its label. `facts` is what the description says beside the number.
 */
export function rowName(label: string, description = ''): { readonly name: string; readonly facts: string } {
  const [ref, ...facts] = description.split(' · ');
  return /^[FLMPSTW]-\d+$/.test(ref ?? '')
    ? { name: `${ref} ${label}`, facts: facts.join(' · ') }
    : { name: label, facts: description };
}
