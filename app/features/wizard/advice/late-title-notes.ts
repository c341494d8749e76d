import { lateComponent } from "~/ui/hydration/late-component";
import { retryImport } from "../retry-import";

/** Loaded only by pages that have something to say. */
export const titleNotes = lateComponent("advice", async () => {
  const { TitleNotes } = await retryImport(() => import("./title-notes"));
  return TitleNotes;
});
