import { type DraftVersions, SHOWN_FIELD } from "~/domain/submission/draft/shown-versions";
import { useSlotVersionsOfTab } from "./use-upload";

/** Posts the versions that a page shows, with the choices that this tab has made since. */
export function ShownVersions({ slots, ...versions }: DraftVersions) {
  const tabVersions = useSlotVersionsOfTab();
  const displayedVersions = { ...versions, slots: { ...slots, ...tabVersions } };
  return <input type="hidden" name={SHOWN_FIELD} value={JSON.stringify(displayedVersions)} />;
}
