import { type Probe, ProbeError } from "~/observability/health/health-checks.server";
import { formatWaitUntil } from "~/platform/formats/duration";
import { type DriveClient, readFile, removeFile, testDrive } from "./drive-client.server";
import { DriveError } from "./drive-error.server";
import { sendChunk, startSession } from "./upload-session.server";

const KEY_ADVICE =
  "Google does not take the service account's key. Set GOOGLE_SERVICE_ACCOUNT_EMAIL and GOOGLE_PRIVATE_KEY as its JSON file has them.";
const NOT_FOUND_ADVICE =
  "The Shared Drive or the folder was not found. Check GOOGLE_DRIVE_ID and GOOGLE_DRIVE_FOLDER_ID, and that the service account is a member of the drive.";
const PERMISSION_ADVICE =
  "The service account may not do that. Make it a manager of the Shared Drive.";
const DELETE_ADVICE =
  "The service account may write, but what it deletes stays in the bin. Make it a manager of the Shared Drive, so that artists' deletions are final.";

function adviceFor(
  { code, status, permanent, retryAfterSeconds: waitSeconds }: DriveError,
  now: Date,
): string {
  if (code === "UNUSABLE_KEY") return "";
  if (code === "NO_REPLY") return "Wait a minute, then test it again.";
  if (code === "invalid_grant" || code === "invalid_client" || status === 401) return KEY_ADVICE;
  if (status === 404) return NOT_FOUND_ADVICE;
  if (status === 403 && permanent) return PERMISSION_ADVICE;
  if (status === 429 || status === 403)
    return `It takes no more calls just now. Try again ${waitSeconds === undefined ? "in a minute" : `in ${formatWaitUntil(waitSeconds, now)}`}.`;
  return "Try again in a minute; if it stays like this, look at Google Workspace's status page.";
}

async function withProbeError<T>({ clock }: DriveClient, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof DriveError)) throw error;
    throw new ProbeError(
      `${adviceFor(error, clock())} Google said: ${error.message} (${error.code})`.trim(),
    );
  }
}

/** Checks the credentials; changes nothing. */
export function driveProbe(client: DriveClient): Probe {
  return () => withProbeError(client, async () => `"${await testDrive(client)}" opens.`);
}

const TEST_TEXT = "A test of the artist portal: it may write here. This file can be deleted.\n";

/**
 * Checks writing and deleting: uploads a small text file, reads it back and deletes it. If files
 * only go to the bin, deletions of artists would leave copies.
 * @param id marks the file of this test.
 */
export function driveWriteProbe(client: DriveClient, id: string): Probe {
  const bytes = new TextEncoder().encode(TEST_TEXT);
  const { length: size } = bytes;
  return () =>
    withProbeError(client, async () => {
      const name = `Portal write test ${id}.txt`;
      const mark = { key: "portalFile", value: `write-test/${id}` } as const;
      const fileFields = { name, description: TEST_TEXT.trim(), mimeType: "text/plain", size };
      const sessionUrl = await startSession(client, {
        ...fileFields,
        parentId: client.rootId,
        mark,
      });
      // The body of a Response has a known length.
      const body = new Response(bytes).body ?? undefined;
      const chunkReply = await sendChunk(
        client,
        sessionUrl,
        { offset: 0, length: size, body },
        size,
      );
      if (chunkReply.kind === "gone") throw chunkReply.error;
      if (chunkReply.kind === "received")
        throw new ProbeError(
          `The drive kept ${chunkReply.bytes} of ${size} bytes. Try again in a minute.`,
        );
      const { size: storedSize } = await readFile(client, chunkReply.fileId);
      const removal = await removeFile(client, chunkReply.fileId);
      if (storedSize !== size)
        throw new ProbeError(`The drive stored ${storedSize ?? "no"} bytes of ${size}. Try again.`);
      if (removal === "trashed") throw new ProbeError(DELETE_ADVICE);
      return `A file of ${size} bytes was written, read back and deleted.`;
    });
}
