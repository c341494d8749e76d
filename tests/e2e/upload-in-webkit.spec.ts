import * as v from "valibot";
import { appUnderTest } from "../support/app-under-test";
import { createDraftAt, SONG } from "../support/drafts";
import { queryAppDatabase, storedDraft } from "../support/inject-site-failure";
import { expect, test } from "../support/journey";
import { writeTestWav } from "../support/test-files";
import { missingWebKit, WebKitDriver } from "../support/webkit-driver";

const missing = missingWebKit();
const AUDIO = "input[type=file][id=tracks-0-file]";
const BOX = `const box = document.querySelector("${AUDIO}")?.parentElement;`;

test(
  "WebKit itself, which keeps no copy of files: reloaded, it sends the rest of the file",
  {
    tag: "@deep-links",
  },
  async ({ mode: _ }, info) => {
    info.skip(missing !== undefined, missing);
    const { url } = appUnderTest();
    const visitor = await createDraftAt("music");
    const file = writeTestWav("shore.wav", 60_000_000);
    const webkit = await WebKitDriver.start();
    const readStatus = async () =>
      v.parse(v.string(), await webkit.run(`${BOX} return box?.innerText ?? ""`));
    const { id } = await storedDraft(visitor);
    const tracks = () =>
      queryAppDatabase(
        "SELECT id, state, sha256 FROM uploads WHERE draft_id = ? AND slot = ?",
        id,
        SONG.slot,
      );
    try {
      await webkit.open(`${url}/privacy-policy`);
      await webkit.addCookie(visitor.cookie);
      await webkit.open(`${url}/submit/music`);
      const isHydrated = `${BOX} return Object.keys(box ?? {}).some((key) => key.startsWith("__react"))`;
      await expect.poll(() => webkit.run(isHydrated)).toBe(true);
      await webkit.type(AUDIO, file.path);
      await expect
        .poll(readStatus, { intervals: [100] })
        .toMatch(/Sending: [1-9]\d\.\dMB of 57\.2MB/);
      await webkit.reload();
      await expect
        .poll(readStatus)
        .toMatch(/[1-9]\d\.\dMB of 57\.2MB is safely stored\. Choose the same file again/);
      const [before] = await tracks();
      await webkit.type(AUDIO, file.path);
      await expect.poll(readStatus, { timeout: 120_000 }).toContain("Uploaded and ready");
      expect(await tracks()).toMatchObject([
        { id: before?.id, state: "complete", sha256: file.sha256 },
      ]);
    } finally {
      await webkit.close();
    }
  },
);
