const opened = new WeakMap<object, string>();

/**
 * Remembers the key of a draft that an action opened. The loaders of the same request run after it
 * and still see the old cookie; without this they would answer for the draft that is gone.
 * @param context what the action and the loaders of one request share.
 */
export function rememberOpened(context: object, key: string): void {
  opened.set(context, key);
}

/** The key of the draft that was opened while this request was answered, if one was. */
export function openedKey(context: object): string | undefined {
  return opened.get(context);
}
