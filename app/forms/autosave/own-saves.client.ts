import * as v from "valibot";
import type { AutosavePage } from "./autosave-queue.client";

/** The used part of sessionStorage. Any call may throw: storage may be forbidden. */
type TabStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;
type StepPage = Pick<AutosavePage, "draftId" | "step">;

const savedSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ base: v.string(), version: v.string() }),
);

/** Followed by the id of the draft and the name of the form. */
const PREFIX = "saved:";
const storageKey = ({ draftId, step }: StepPage) => `${PREFIX}${draftId}:${step}`;

/** Remembers in this tab which answers its last save of a step has replaced, also over a reload. */
export function rememberOwnSave(
  storage: () => TabStorage,
  page: StepPage,
  save: { base: string; version: string },
): void {
  try {
    storage().setItem(storageKey(page), JSON.stringify(save));
  } catch {
    // Then a page that was read too early asks the artist, as after a change made elsewhere.
  }
}

/**
 * Whether a page was read just before this tab's own last save, as by a reload while it was on its way.
 * True once only, so that nobody reloads for ever.
 */
export function wasReadBeforeOwnSave(
  storage: () => TabStorage,
  page: StepPage & Pick<AutosavePage, "version">,
): boolean {
  try {
    const saved = v.safeParse(savedSchema, storage().getItem(storageKey(page)));
    storage().removeItem(storageKey(page));
    if (!saved.success) return false;
    const { base, version } = saved.output;
    return page.version === base && version !== base;
  } catch {
    return false;
  }
}
