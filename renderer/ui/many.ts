/** Counts and lists in words. */
export function many(count: number, label: string): string {
  if (count === 1) return `1 ${label}`;
  return `${count} ${label === 'branch' ? 'branches' : `${label}s`}`;
}

/** `a, b and c`. */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
