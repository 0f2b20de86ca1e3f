/** A story of three files that says in each file, first and last, which one it is: so a torn file shows. */
export function storyFiles(number: number): { path: string; text: string }[] {
  const text = (name: string): string => `${number}|${`${name} `.repeat(8000)}|${number}\n`;
  // One file comes and goes.
  const guest = number % 2 === 0 ? [{ path: 'arcweave/assets/guest.txt', text: text('guest') }] : [];
  return [{ path: 'arcweave/project.json', text: text('project') }, { path: 'arcweave/assets/map.txt', text: text('map') }, ...guest];
}

/** Which story the text is of; throws if it is torn. */
export function numberOf(text: string): number {
  const [first = '', , last = ''] = text.trimEnd().split('|');
  const number = Number(first);
  if (!last || first !== last || !storyFiles(number).some((file) => file.text === text))
    throw new Error(`torn: ${text.slice(0, 20)} … ${text.slice(-20)}`);
  return number;
}
