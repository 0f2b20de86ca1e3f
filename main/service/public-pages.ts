/** What is answered without a key: the page for people who come by with a browser ([G14]), and the interface described. */
export function publicPage(_method: string, _path: string): Response | undefined {
  return undefined;
}
