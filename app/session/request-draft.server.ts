import type { DraftRef } from "./draft-cookie.server";

const draftRefs = new WeakMap<object, DraftRef>();

/**
 * Stores the draft that an action assigned to this browser: the loaders of the same request still
 * see the old cookie.
 * @param context shared by action and loaders of one request.
 */
export function setRequestDraft(context: object, ref: DraftRef): void {
  draftRefs.set(context, ref);
}

export function requestDraft(context: object): DraftRef | undefined {
  return draftRefs.get(context);
}
