import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { DeliveryPlace } from "~/domain/delivery/delivery-place";
import { knownTemplates } from "~/domain/review/sheets/known-templates";
import { sheetTemplates } from "~/domain/review/sheets/sheet-tables.server";
import { submissions } from "~/domain/submission/submission-tables.server";
import { jobs } from "~/jobs/job-tables.server";
import {
  createDeliveryFixture,
  type DeliveryFixture,
  sha256,
} from "../../support/delivery-fixture";
import { s3Distributor, sftpDistributor } from "../../support/delivery-places";
import { openForFile } from "../../support/open-for-file";

const s3 = await openForFile(() => createDeliveryFixture(s3Distributor));
const sftp = await openForFile(() => createDeliveryFixture(sftpDistributor));

/** Where the message of a release asked for now goes. */
const folderNow = (fixture: DeliveryFixture) =>
  `inbox/label/N_${fixture.upc}_${fixture.now.toISOString().replace(/\D/g, "")}`;

/** What is below a folder of the distributor: checksums by path. */
const delivered = ({ distributor }: DeliveryFixture, folder: string) =>
  Object.fromEntries(
    distributor
      .paths()
      .filter((path) => path.startsWith(folder))
      .map((path) => [
        path.slice(folder.length + 1),
        sha256(distributor.read(path) ?? Buffer.of()),
      ]),
  );

/** Asks for a delivery, later than any other, and returns its job. */
async function askFor(
  fixture: DeliveryFixture,
  id: string,
  kind: "message" | "package",
): Promise<string> {
  fixture.later(1);
  const jobId = await fixture.ask(id, kind);
  if (!jobId) throw new Error("It was asked for before.");
  return jobId;
}

describe.each<[string, DeliveryFixture, number]>([
  // Each of three files is looked for; a track has a list, a start, three parts and an end.
  ["S3", s3, 11],
  // Four folders and three files are looked for, the large one twice; two are made. Each file is opened, closed and renamed.
  ["SFTP", sftp, 4 + 4 + 2 + 9 + 402],
])("by %s", (_, fixture, requests) => {
  const { distributor } = fixture;

  test("a message and its files are delivered with their hashes, the message last", async () => {
    const id = await fixture.addRelease();
    const jobId = await askFor(fixture, id, "message");
    const folder = folderNow(fixture);
    expect(await fixture.run(jobId)).toEqual({ kind: "done", reason: "delivered" });
    const found = delivered(fixture, folder);
    const { upc, bytes } = fixture;
    expect(found).toEqual({
      [`${upc}.xml`]: expect.any(String),
      [`resources/${upc}_T1.wav`]: sha256(bytes.track),
      [`resources/${upc}_T2.jpg`]: sha256(bytes.cover),
    });
    expect(distributor.lastPath()).toContain(`${upc}.xml`);
    const message = distributor.read(`${folder}/${upc}.xml`);
    for (const hash of [sha256(bytes.track), sha256(bytes.cover)])
      expect(message?.toString()).toContain(`<HashSumValue>${hash}</HashSumValue>`);
    const lines = fixture.lines.filter(([event]) => event === "delivery.file-sent");
    expect(lines).toHaveLength(3);
  });

  test("a package is delivered as a folder with sheets, whose list of checksums fits its files", async () => {
    const id = await fixture.addRelease();
    const jobId = await askFor(fixture, id, "package");
    expect(await fixture.run(jobId)).toEqual({ kind: "done", reason: "delivered" });
    const folder = `inbox/label/Ada Berg - Tide (${id}) ${fixture.now.toISOString().replace(/\D/g, "")}`;
    const { "manifest-sha256.txt": _, ...found } = delivered(fixture, folder);
    expect(Object.keys(found).sort()).toEqual([
      ...["Artwork/Tide.jpg", "Audio/01 Tide.wav", "Sheet for Believe (Album Extended).xlsx"],
      ...["Sheet for Mixbank.xlsx", "release.csv", "release.json"],
    ]);
    const list = distributor.read(`${folder}/manifest-sha256.txt`);
    const entries = list?.toString().trimEnd().split("\n") ?? [];
    expect(Object.fromEntries(entries.map((line) => line.split("  ").reverse()))).toEqual(found);
  });

  test("a new template of a sheet makes another package, and no other message", async () => {
    const id = await fixture.addRelease();
    await askFor(fixture, id, "message");
    await askFor(fixture, id, "package");
    const [mixbank] = knownTemplates.filter(({ name }) => name === "Mixbank");
    const [createdAt, updatedAt] = [fixture.now.toISOString(), fixture.now.toISOString()];
    await fixture.db.insert(sheetTemplates).values({
      ...{ id: "T1", name: "Mixbank", template: JSON.stringify({ sheets: mixbank?.sheets }) },
      ...{ readyAt: createdAt, updatedBy: "Rosa", createdAt, updatedAt },
    });
    expect(await fixture.ask(id, "message")).toBeUndefined();
    const jobId = await askFor(fixture, id, "package");
    expect(await fixture.run(jobId)).toEqual({ kind: "done", reason: "delivered" });
    const stamp = fixture.now.toISOString().replace(/\D/g, "");
    const names = distributor.paths();
    expect(names.filter((key) => key.includes(stamp) && key.endsWith(".xlsx"))).toHaveLength(3);
  });

  test("of many who ask at once for a delivery one is heard, and the same version goes once", async () => {
    const id = await fixture.addRelease();
    const asked = await Promise.all(Array.from({ length: 20 }, () => fixture.ask(id, "message")));
    const [jobId, ...others] = asked.filter((job) => job !== undefined);
    expect([typeof jobId, others]).toEqual(["string", []]);
    expect(await fixture.db.select().from(jobs).where(eq(jobs.submissionId, id))).toHaveLength(1);
    await fixture.run(jobId ?? "");
    fixture.later(60);
    // Neither a status nor time makes another version; what is sent to people is another thing.
    await fixture.db.update(submissions).set({ status: "live" }).where(eq(submissions.id, id));
    expect(await fixture.ask(id, "message")).toBeUndefined();
    expect(await fixture.ask(id, "package")).toBeDefined();
    const before = distributor.asked();
    expect(await fixture.run(jobId ?? "")).toEqual({ kind: "skipped" });
    expect(distributor.asked()).toBe(before);
  });

  test.each(["pending", "rejected"])("a release that is %s is not delivered", async (status) => {
    const id = await fixture.addRelease(status);
    expect(await fixture.ask(id, "message")).toBeUndefined();
  });

  test("after a cut at any request the delivery goes on, and keeps what was sent", async () => {
    const whole = await askFor(fixture, await fixture.addRelease(), "message");
    const before = distributor.asked();
    await fixture.run(whole);
    const count = distributor.asked() - before;
    expect(count).toBe(requests);
    // The first and the last requests, and some of what comes in many pieces.
    const cuts = Array.from({ length: count }, (_, index) => index + 1).filter(
      (cut) => cut <= 12 || cut > count - 16 || cut % 97 === 0,
    );
    for (const cut of cuts) {
      const id = await fixture.addRelease();
      const jobId = await askFor(fixture, id, "message");
      const folder = folderNow(fixture);
      const outcome = await fixture.run(jobId, distributor.cutAt(cut));
      fixture.later(3600);
      expect([cut, outcome]).toEqual([cut, expect.objectContaining({ kind: "retry" })]);
      expect([cut, await fixture.run(jobId)]).toEqual([cut, { kind: "done", reason: "delivered" }]);
      const found = delivered(fixture, folder);
      expect(Object.keys(found)).toHaveLength(3);
      expect(found[`resources/${fixture.upc}_T1.wav`]).toBe(sha256(fixture.bytes.track));
      // A part whose request was cut never came; none came twice.
      expect([cut, distributor.partsIn(folder)]).toEqual([cut, 3]);
      expect(distributor.unfinished()).toEqual([]);
    }
  });

  test("a delivery works in slices, and goes on where the last one ended", async () => {
    const id = await fixture.addRelease();
    const jobId = await askFor(fixture, id, "message");
    const folder = folderNow(fixture);
    const place = distributor.place();
    const slow: DeliveryPlace = {
      ...place,
      send: ({ read, ...file }, pause) => {
        const readSlowly: typeof read = (range) => {
          fixture.later(61);
          return read(range);
        };
        return place.send({ ...file, read: readSlowly }, pause);
      },
    };
    const outcomes: string[] = [];
    for (let outcome = ""; outcome !== "done"; outcomes.push(outcome))
      outcome = (await fixture.run(jobId, slow)).kind;
    expect(outcomes).toEqual(
      ["again", "again", "again", "again", "again", "done"].slice(-outcomes.length),
    );
    expect(outcomes.length).toBeGreaterThan(3);
    expect(Object.keys(delivered(fixture, folder))).toHaveLength(3);
  });

  test("a release that was changed since is not sent under the earlier version", async () => {
    const id = await fixture.addRelease();
    const jobId = await askFor(fixture, id, "message");
    const [row] = await fixture.db.select().from(submissions).where(eq(submissions.id, id));
    const formData = (row?.formData ?? "").replace('"releaseTitle":"Tide"', '"releaseTitle":"Ebb"');
    await fixture.db.update(submissions).set({ formData }).where(eq(submissions.id, id));
    expect(await fixture.run(jobId)).toEqual({ kind: "failed", reason: "release-changed" });
    expect(await fixture.ask(id, "message")).toBeDefined();
  });

  test("a file that is not in our storage any more fails the job", async () => {
    const jobId = await askFor(fixture, await fixture.addRelease(), "message");
    const cover = fixture.objects.get("k/cover");
    fixture.objects.delete("k/cover");
    expect(await fixture.run(jobId)).toEqual({ kind: "failed", reason: "FILE_MISSING" });
    if (cover) fixture.objects.set("k/cover", cover);
  });

  test("without a place nothing is delivered, and the job says so", async () => {
    const jobId = await askFor(fixture, await fixture.addRelease(), "message");
    expect(await fixture.run(jobId, null)).toEqual({ kind: "failed", reason: "delivery-off" });
  });
});

test("a refused key of S3 fails the job and says why; an outage is tried again", async () => {
  const jobId = await askFor(s3, await s3.addRelease(), "message");
  const answering = (status: number) =>
    s3.distributor.place(async () => new Response("", { status }));
  for (const status of [503, 429, 408]) {
    expect(await s3.run(jobId, answering(status))).toMatchObject({ kind: "retry" });
    s3.later(3600 * 5);
  }
  expect(await s3.run(jobId, answering(403))).toEqual({ kind: "failed", reason: "S3_403" });
  const [job] = await s3.db.select().from(jobs).where(eq(jobs.id, jobId));
  expect(job?.lastError).toContain("The S3 server answered 403 to HeadObject.");
});

test("an S3 place says whether it opens", async () => {
  expect(await s3.distributor.place().check()).toBeUndefined();
  const refused = s3.distributor.place(async () => new Response("", { status: 403 })).check();
  await expect(refused).rejects.toThrow("The S3 server answered 403 to ListObjectsV2.");
});
