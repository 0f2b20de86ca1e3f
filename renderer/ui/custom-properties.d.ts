import 'react';

declare module 'react' {
  // React passes custom properties on to the element, but its own type does not contain them.
  interface CSSProperties {
    readonly [customProperty: `--${string}`]: string | number | undefined;
  }
}
