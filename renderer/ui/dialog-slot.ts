/**
 * A dialog that is opened without importing it, so that dialogs that open each other do not import each other. Each slot is filled once
 * at startup with the function that loads the dialog.
 */
interface DialogSlot<Args extends readonly unknown[]> {
  readonly open: (...args: Args) => Promise<void>;
  readonly fill: (load: () => Promise<(...args: Args) => void>) => void;
}

export function createDialogSlot<Args extends readonly unknown[]>(): DialogSlot<Args> {
  let load: (() => Promise<(...args: Args) => void>) | null = null;
  return {
    open: async (...args) => {
      if (load === null) throw new Error('This dialog has not been registered');
      (await load())(...args);
    },
    fill: (loader) => {
      load = loader;
    },
  };
}
