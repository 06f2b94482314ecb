/** Does it when it is first asked for; whoever asks again gets the same answer, or the same failure. */
export function once<T>(work: () => T): () => T {
  let done: { readonly answer: T } | undefined;
  return () => {
    done ??= { answer: work() };
    return done.answer;
  };
}
