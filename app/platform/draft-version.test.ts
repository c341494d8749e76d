import { expect, test, vi } from "vitest";
import { hearDraftVersion, noteDraftVersion, onDraftVersion } from "./draft-version.client";
import { DRAFT_VERSION_HEADER } from "./draft-version-header";

test.each([
  ["nobody has changed it", "4.7", {}, false],
  ["the call has announced three files", "4.10", { files: 3 }, false],
  ["another device has changed a file, too", "4.11", { files: 3 }, true],
  ["the call has saved answers", "5.7", { answers: 1 }, false],
  ["another device has saved answers meanwhile", "5.8", { files: 1 }, true],
])("a page hears of a draft's change by others alone: %s", (_, version, ownChanges, isNews) => {
  const listen = vi.fn();
  const stop = onDraftVersion(listen);
  noteDraftVersion("4.7");
  hearDraftVersion(new Headers({ [DRAFT_VERSION_HEADER]: version }), ownChanges);
  stop();
  expect(listen).toHaveBeenCalledTimes(isNews ? 1 : 0);
});
