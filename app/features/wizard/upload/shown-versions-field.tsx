import { type DraftVersions, SHOWN_FIELD } from "~/domain/submission/draft/shown-versions";
import { useOwnSlotVersions } from "./use-upload";

/** Posts the versions that a page shows, with the choices that this tab has made since. */
export function ShownVersions({ slots, ...versions }: DraftVersions) {
  const ownVersions = useOwnSlotVersions();
  const shown = { ...versions, slots: { ...slots, ...ownVersions } };
  return <input type="hidden" name={SHOWN_FIELD} value={JSON.stringify(shown)} />;
}
