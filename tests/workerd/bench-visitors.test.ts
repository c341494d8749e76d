import { expect, test } from "vitest";
import { sendSources } from "../bench/clip-sources";
import { visitorsAtReview } from "../bench/clone-drafts";
import { journey } from "../bench/drive-draft";
import { openStoreReader } from "../support/app-stores";
import { appUnderTest } from "../support/app-under-test";
import { Visitor } from "../support/visitor";

const { url } = appUnderTest();
const store = openStoreReader(url);

test("the sources of the clip benchmark are accepted and belong to a release", async () => {
  const wav = { seconds: 2, sampleRate: 8_000, bits: 16 };
  const wavs = Object.fromEntries([1, 2, 3, 4, 5].map((number) => [`Source ${number}`, wav]));
  const { submissionId, sources } = await sendSources({ url }, wavs);
  expect(sources).toHaveLength(5);
  const [row] = await store.rows(
    "SELECT form_data AS form FROM submissions WHERE id = ?",
    submissionId,
  );
  for (const { key, subject } of sources) {
    expect(key).toMatch(/\.wav$/);
    expect(String(row?.form)).toContain(subject.split(":")[0]);
  }
});

test("the artists of the job benchmark are at Review", async () => {
  for (const visitor of await visitorsAtReview(store, url, 3)) {
    const reply = await visitor.send("/submit/review");
    expect([reply.status, await reply.text()]).toEqual([
      200,
      expect.stringContaining("Night Ferry"),
    ]);
  }
});

test("the draft of the page benchmark reaches each step", async () => {
  const visitor = new Visitor(url);
  for (const { path, lands, reach } of journey(visitor)) {
    await reach();
    const reply = await visitor.send(path);
    await reply.arrayBuffer();
    // The entry page redirects to the first step.
    expect([path, lands, reply.status]).toEqual([path, lands, 200]);
  }
});
