import { SlotCalls, SlotRecords } from "~/domain/uploads/sending/slot-records.client";
import { UploadQueue } from "~/domain/uploads/sending/upload-queue.client";
import { retryImport } from "../retry-import";

const records = new SlotRecords(
  () => window.localStorage,
  () => Date.now(),
);

/** The files of this tab. Undefined on the server, where nothing of it is called. */
export const uploads: UploadQueue = new UploadQueue(records, new SlotCalls(), async () => {
  const { createBrowserEngine } = await retryImport(() => import("./browser-engine.client"));
  return createBrowserEngine(uploads);
});
