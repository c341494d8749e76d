import type { DraftRef } from "./draft-cookie.server";

const draftNames = new WeakMap<object, DraftRef>();

/**
 * Remembers the draft that an action has given this browser. The loaders of the same request run
 * after it and still see the old cookie; without this they would answer for the draft that is gone.
 * @param context what the action and the loaders of one request share.
 */
export function setRequestDraft(context: object, name: DraftRef): void {
  draftNames.set(context, name);
}

/** The draft that this browser was given while this request was answered, if it was. */
export function requestDraft(context: object): DraftRef | undefined {
  return draftNames.get(context);
}
