import { expect, test } from "vitest";
import { visitorsAtReview } from "../bench/clone-drafts";
import { journey } from "../bench/drive-draft";
import { openStoreReader } from "../support/app-stores";
import { appUnderTest } from "../support/app-under-test";
import { Visitor } from "../support/visitor";

const { url } = appUnderTest();
const store = openStoreReader(url);

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
