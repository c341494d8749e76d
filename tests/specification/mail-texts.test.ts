import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/**
 * The files outside the mail room that may read the bodies of stored mails: the job that sends them, and
 * code that empties them or first checks whether they are secret. All others use `toDisplayedMail`.
 */
const READERS = [
  "app/api/mails.ts",
  "app/domain/privacy/personal-data.server.ts",
  "workers/jobs/send-mail.ts",
];

test("the bodies of stored mails are read only where they are sent, emptied or filtered", () => {
  const files = ["app", "functions", "workers"]
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`),
    )
    .filter((path) => /\.(?:tsx?|mjs)$/.test(path) && !/\.test\.tsx?$/.test(path))
    .filter((path) => !/^app\/(?:domain|integrations)\/mail\//.test(path));
  expect(files.length).toBeGreaterThan(500);
  const readers = files.filter((path) =>
    /\b(?:textBody|htmlBody|text_body AS|html_body)\b/.test(readFileSync(path, "utf8")),
  );
  expect(readers.sort()).toEqual(READERS);
});
