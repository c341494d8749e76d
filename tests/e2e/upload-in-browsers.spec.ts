import * as v from "valibot";
import { appUnderTest } from "../support/app-under-test";
import { createDraftAt, SONG } from "../support/drafts";
import { FaultProxy } from "../support/fault-proxy";
import { FirefoxDriver, missingFirefox } from "../support/firefox-driver";
import { queryAppDatabase, storedDraft } from "../support/inject-site-failure";
import { expect, test } from "../support/journey";
import { megabits } from "../support/slow-link";
import { writeTestWav } from "../support/test-files";
import { missingWebKit, WebKitDriver } from "../support/webkit-driver";

const AUDIO = "input[type=file][id=tracks-0-file]";
const BOX = `const box = document.querySelector("${AUDIO}")?.parentElement;`;

const browsers = [
  ["Firefox", missingFirefox(), () => FirefoxDriver.start()],
  ["WebKit", missingWebKit(), () => WebKitDriver.start()],
] as const;

for (const [name, missing, start] of browsers)
  test(
    `${name} sends a track compressed, and it is stored byte for byte`,
    { tag: "@deep-links" },
    async ({ mode: _ }, info) => {
      info.skip(missing !== undefined, missing);
      // Compressing pauses on a link that is faster than the encoder.
      const proxy = await FaultProxy.start(appUnderTest().url);
      proxy.shape({ upBytesPerSecond: megabits(12) });
      const { url } = proxy;
      const visitor = await createDraftAt("music");
      const file = writeTestWav("shore.wav", 30_000_000);
      const { id } = await storedDraft(visitor);
      const browser = await start();
      try {
        await browser.open(`${url}/privacy-policy`);
        await browser.addCookie(visitor.cookie);
        await browser.open(`${url}/submit/music`);
        const isHydrated = `${BOX} return Object.keys(box ?? {}).some((key) => key.startsWith("__react"))`;
        await expect.poll(() => browser.run(isHydrated)).toBe(true);
        await browser.type(AUDIO, file.path);
        const readStatus = async () =>
          v.parse(v.string(), await browser.run(`${BOX} return box?.innerText ?? ""`));
        await expect.poll(readStatus, { timeout: 120_000 }).toContain("Uploaded and ready");
        const sent = proxy.requests.filter(({ path }) => path.includes("/pieces?"));
        expect(sent.filter(({ path }) => path.includes("kind=flac")).length).toBeGreaterThan(5);
        expect(sent.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(file.size);
        const sql = "SELECT state, sha256 FROM uploads WHERE draft_id = ? AND slot = ?";
        expect(await queryAppDatabase(sql, id, SONG.slot)).toEqual([
          { state: "complete", sha256: file.sha256 },
        ]);
      } finally {
        await browser.close();
        await proxy.close();
      }
    },
  );
