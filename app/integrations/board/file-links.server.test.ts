import { expect, test } from "vitest";
import { addDays } from "~/platform/clock";
import { verifyFileLink } from "~/platform/file-link";
import { signedFileLink } from "./file-links.server";

const keys = { secret: "k".repeat(32), keys: [] };
const now = new Date("2026-11-21T12:00:00Z");
const file = {
  uploadId: "01UP",
  kind: "track" as const,
  slot: "audio:track-1",
  key: "k",
  fileName: "Söng #1 50%.wav",
  contentType: "audio/wav",
  size: 1,
};

test("a link opens for 180 days, whatever characters the file name has", async () => {
  const link = new URL(await signedFileLink("https://submit.example.com", keys)(file, now));
  expect(link.origin).toBe("https://submit.example.com");
  expect(decodeURIComponent(link.pathname)).toBe(`/files/01UP/${file.fileName}`);
  expect(await verifyFileLink(keys, link, addDays(now, 179))).toMatchObject({ kind: "signed" });
  expect(await verifyFileLink(keys, link, addDays(now, 181))).toEqual({ kind: "expired" });
});
