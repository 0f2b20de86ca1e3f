/** Creates elements of the page's own controls. */

type Children = readonly (Node | string)[];

export function createElement<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>> = {},
  children: Children = [],
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.append(...children);
  return element;
}

export function createButton(label: string, onClick: () => void, attributes: Readonly<Record<string, string>> = {}): HTMLButtonElement {
  const button = createElement('button', { type: 'button', ...attributes }, [label]);
  button.addEventListener('click', onClick);
  return button;
}
