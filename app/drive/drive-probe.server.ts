import { type Probe, ProbeError } from "~/monitoring/probe";
import { type DriveClient, readFile, removeFile, testDrive } from "./drive-client.server";
import { DriveError } from "./drive-error.server";
import { sendChunk, startSession } from "./upload-session.server";

const KEY =
  "Google does not take the service account's key. Set GOOGLE_SERVICE_ACCOUNT_EMAIL and GOOGLE_PRIVATE_KEY as its JSON file has them.";
const NOT_THERE =
  "The Shared Drive or the folder was not found. Check GOOGLE_DRIVE_ID and GOOGLE_DRIVE_FOLDER_ID, and that the service account is a member of the drive.";
const MAY_NOT = "The service account may not do that. Make it a manager of the Shared Drive.";
const MAY_NOT_DELETE =
  "The service account may write, but what it deletes stays in the bin. Make it a manager of the Shared Drive, so that artists' deletions are final.";

/** What to do about a failure of the drive. */
function adviceFor({ code, status, permanent, retryAfterSeconds: wait }: DriveError): string {
  if (code === "UNUSABLE_KEY") return "";
  if (code === "NO_REPLY") return "Wait a minute, then test it again.";
  if (code === "invalid_grant" || code === "invalid_client" || status === 401) return KEY;
  if (status === 404) return NOT_THERE;
  if (status === 403 && permanent) return MAY_NOT;
  if (status === 429 || status === 403)
    return `It takes no more calls just now. Try again ${wait === undefined ? "in a minute" : `in ${Math.ceil(wait)} seconds`}.`;
  return "Try again in a minute; if it stays like this, look at Google Workspace's status page.";
}

/** Has a question to the drive fail in words. */
async function inWords<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof DriveError)) throw error;
    throw new ProbeError(
      `${adviceFor(error)} Google said: ${error.message} (${error.code})`.trim(),
    );
  }
}

/** Whether the credentials open the drive. Nothing is changed there. */
export function driveProbe(client: DriveClient): Probe {
  return () => inWords(async () => `"${await testDrive(client)}" opens.`);
}

const TEST_TEXT = "A test of the artist portal: it may write here. This file can be deleted.\n";

/**
 * Whether the portal may write and delete: puts a small text file into the drive's folder, reads it
 * back and deletes it. Where only the bin is open to it, artists' deletions would leave copies there.
 * @param id of this test, by which its file is marked.
 */
export function driveWriteProbe(client: DriveClient, id: string): Probe {
  const bytes = new TextEncoder().encode(TEST_TEXT);
  const { length: size } = bytes;
  return () =>
    inWords(async () => {
      const name = `Portal write test ${id}.txt`;
      const mark = { key: "portalFile", value: `write-test/${id}` } as const;
      const about = { name, description: TEST_TEXT.trim(), mimeType: "text/plain", size };
      const address = await startSession(client, { ...about, parentId: client.rootId, mark });
      // Of a reply, so that the runtime knows its length.
      const body = new Response(bytes).body ?? undefined;
      const chunkReply = await sendChunk(client, address, { offset: 0, length: size, body }, size);
      if (chunkReply.kind === "gone") throw chunkReply.error;
      if (chunkReply.kind === "kept")
        throw new ProbeError(
          `The drive kept ${chunkReply.bytes} of ${size} bytes. Try again in a minute.`,
        );
      const { size: storedSize } = await readFile(client, chunkReply.fileId);
      const removal = await removeFile(client, chunkReply.fileId);
      if (storedSize !== size)
        throw new ProbeError(`The drive stored ${storedSize ?? "no"} bytes of ${size}. Try again.`);
      if (removal === "trashed") throw new ProbeError(MAY_NOT_DELETE);
      return `A file of ${size} bytes was written, read back and deleted.`;
    });
}
