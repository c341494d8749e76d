import { createHash } from "node:crypto";
import * as v from "valibot";
import { releaseDetails } from "~/domain/artists/artist-tables.server";
import { detailsSchema } from "~/domain/artists/release/details";
import type { DeliveryKind } from "~/domain/delivery/delivery-kinds";
import type { DeliveryPlace } from "~/domain/delivery/delivery-place";
import { packageReaders } from "~/domain/delivery/package-readers.server";
import { deliveryVersion } from "~/domain/delivery/plan-delivery.server";
import { requestDelivery } from "~/domain/delivery/request-delivery.server";
import { readPackagedRelease } from "~/domain/review/package/packaged-release.server";
import { submissions } from "~/domain/submission/submission-tables.server";
import { uploads } from "~/domain/uploads/receiving/upload-tables.server";
import type { LogEvent, LogFields } from "~/observability/log";
import { noExtraStatement, openDatabase } from "~/platform/database.server";
import { parseSettings } from "~/platform/settings";
import { deliverRelease } from "../../workers/jobs/deliver-release";
import { jobRows } from "../../workers/jobs/job-rows";
import { runJob } from "../../workers/jobs/run-job";
import { batchedDatabase, DATABASE_WORKER_SCRIPT } from "./batched-database";
import { applyMigrations } from "./board-fixture";
import { type Distributor, TRACK_BYTES } from "./delivery-places";
import { memoryCarrier } from "./memory-carrier";
import { noopRunContext } from "./noop-run-context";
import { receivingDeps } from "./receiving-deps";
import { SteadyMiniflare } from "./steady-runtime";
import { submissionRow } from "./submission-row";

export const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

const MIB = 1024 * 1024;

const track = Buffer.alloc(TRACK_BYTES, "sound of a track ");
const cover = Buffer.alloc(40_000, "a cover ");
const UPC = "5060700000019";

const settings = parseSettings({
  SIGNING_SECRET: "s".repeat(32),
  DDEX_SENDER_ID: "PADPIDA2026113001A",
  DDEX_RECIPIENT_ID: "PADPIDA2026113002B",
});

const form = {
  ...{ artistName: "Ada Berg", firstName: "Ada", surname: "Berg", email: "ada@example.com" },
  ...{ country: "Norway", city: "Oslo", releaseTitle: "Tide", primaryGenre: "Folk" },
  ...{ releaseDate: "2027-03-12", artworkUploadId: "cover" },
  tracks: [{ title: "Tide", uploadId: "track", metadata: { soloWork: true } }],
};

const details = v.parse(detailsSchema, {
  ...{ upc: UPC, labelName: "Harbour", language: "en", territory: "worldwide" },
  ...{ cYear: "2027", cName: "Ada Berg", pYear: "2027", pName: "Ada Berg" },
  tracks: [{ id: "track-1", isrc: "GBH1N2610001", explicit: "no", credits: "right" }] as never,
});

/** An accepted release with its files in storage, and a place of a distributor on a real server. */
export async function createDeliveryFixture<D extends Distributor>(
  openDistributor: () => Promise<D>,
) {
  const miniflare = new SteadyMiniflare({
    modules: true,
    script: DATABASE_WORKER_SCRIPT,
    d1Databases: ["DB"],
  });
  const binding = batchedDatabase(miniflare);
  await applyMigrations(binding);
  const db = openDatabase(binding);
  const distributor = await openDistributor();
  const { carrier, objects } = memoryCarrier();
  const storage = receivingDeps(db, carrier);
  const state = { now: new Date("2026-12-02T10:20:30.405Z") };
  const clock = () => state.now;
  const lines: [LogEvent, LogFields | undefined][] = [];
  const log = (_: unknown, event: LogEvent, fields?: LogFields) => void lines.push([event, fields]);
  let serial = 0;

  const stored = [
    { uploadId: "track", kind: "track", bytes: track, contentType: "audio/wav", name: "t.wav" },
    { uploadId: "cover", kind: "artwork", bytes: cover, contentType: "image/jpeg", name: "c.jpg" },
  ];
  for (const { uploadId, bytes } of stored) objects.set(`k/${uploadId}`, new Uint8Array(bytes));
  const probes = {
    track: { kind: "wav", format: "pcm", channels: 2, sampleRate: 44_100, bitsPerSample: 16 },
    cover: { kind: "jpeg", width: 3000, height: 3000, components: 3 },
  };

  /** Adds an accepted release. */
  async function addRelease(status = "in progress"): Promise<string> {
    serial += 1;
    const id = `S${serial}`;
    const [createdAt, updatedAt] = [state.now.toISOString(), state.now.toISOString()];
    const files = stored.map(({ uploadId, kind, bytes, contentType, name }) => ({
      ...{ uploadId: `${uploadId}-${id}`, kind, slot: kind, key: `k/${uploadId}`, contentType },
      ...{ fileName: name, size: bytes.length, sha256: sha256(bytes) },
    }));
    const formData = JSON.stringify(form)
      .replaceAll('"uploadId":"track"', `"uploadId":"track-${id}"`)
      .replace('"artworkUploadId":"cover"', `"artworkUploadId":"cover-${id}"`);
    const row = submissionRow({ id, status, formData, files: JSON.stringify(files), createdAt });
    await db.insert(submissions).values(row);
    for (const { uploadId, ...file } of files) {
      const probe = file.kind === "track" ? { ...probes.track, seconds: 65 } : probes.cover;
      await db.insert(uploads).values({
        ...{ ...file, id: uploadId, draftId: id, multipartId: "", partSize: MIB },
        ...{ state: "complete", probe: JSON.stringify(probe), createdAt, updatedAt },
      });
    }
    const sent = JSON.stringify({ details });
    await db
      .insert(releaseDetails)
      .values({ submissionId: id, answers: sent, sent, sentAt: createdAt, createdAt, updatedAt });
    return id;
  }

  const place = () => distributor.place();

  const readPackaged = async (id: string) => {
    const packaged = await readPackagedRelease(db, id, state.now, packageReaders);
    if (!packaged) throw new Error("No such release");
    return packaged;
  };

  return Object.assign(state, {
    ...{ db, distributor, addRelease, lines, objects, log },
    upc: UPC,
    bytes: { track, cover },
    later: (seconds: number) => {
      state.now = new Date(state.now.getTime() + seconds * 1000);
    },
    /** Asks for a delivery as staff do; the id of its job, undefined if this call did not ask first. */
    async ask(submissionId: string, kind: DeliveryKind) {
      serial += 1;
      const jobId = `JOB${serial}`;
      const version = await deliveryVersion(
        db,
        kind,
        await readPackaged(submissionId),
        place().name,
      );
      const isNew = await requestDelivery(db, {
        ...{ submissionId, kind, version, jobId, requestId: "R", at: state.now },
        auditStatement: noExtraStatement(db),
      });
      return isNew ? jobId : undefined;
    },
    /** Runs a job as a message of the queue does. */
    run(jobId: string, to: DeliveryPlace | null = place()) {
      const job = deliverRelease({
        db,
        clock,
        log,
        place: to ?? undefined,
        uploads: storage,
        settings,
      });
      const findHandler = () => job;
      const rows = jobRows(db, clock);
      return runJob(
        { ...noopRunContext, rows, findHandler, log, now: clock, random: () => 0.5 },
        jobId,
      );
    },
    close: async () => {
      await distributor.stop();
      await miniflare.dispose();
    },
  });
}
export type DeliveryFixture = Awaited<ReturnType<typeof createDeliveryFixture<Distributor>>>;
