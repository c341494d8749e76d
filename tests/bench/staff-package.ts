import type { AppServer } from "../support/app-server";
import { openInside } from "../support/inside";
import type { Visitor } from "../support/visitor";
import { peakDuring, workerdMegabytes } from "../support/workerd-memory";
import { randomWav } from "./random-wav";
import { atMost } from "./verdict";

const FILE_BYTES = 200_000_000;
const FILES = 5;
const GOAL = 64;
const ID = "01BENCHPACKAGE000000000000";

/** A submission of 1 GB: five tracks that share one object; two have no hash yet. */
async function fill(app: AppServer): Promise<void> {
  const inside = await openInside(app);
  try {
    await inside.files.put("bench/track.wav", randomWav(FILE_BYTES));
    const files = Array.from({ length: FILES }, (_, n) => ({
      ...{ uploadId: `U${n}`, kind: "track", slot: `audio:track-${n}`, key: "bench/track.wav" },
      ...{ fileName: "track.wav", contentType: "audio/wav", size: FILE_BYTES },
      ...(n > 1 && { sha256: "0".repeat(64) }),
    }));
    const metadata = { soloWork: true };
    const tracks = files.map(({ uploadId }, n) => ({
      title: `Track ${n + 1}`,
      uploadId,
      metadata,
    }));
    const at = "2026-11-23T12:00:00.000Z";
    await inside.db
      .prepare(
        `INSERT INTO submissions (id, draft_id, reference, artist_name, email, release_title, form_data,
          files, status_history, reply_due_at, created_at, updated_at)
          VALUES (?1, ?1, ?1, 'Ada', 'ada@example.com', 'Engine', ?2, ?3, '[]', ?4, ?4, ?4)`,
      )
      .bind(
        ID,
        JSON.stringify({ artistName: "Ada", releaseTitle: "Engine", tracks }),
        JSON.stringify(files),
        at,
      )
      .run();
  } finally {
    await inside.close();
  }
}

/** Takes a whole package and keeps nothing of it. @returns its bytes. */
async function take(staff: Visitor): Promise<number> {
  const reply = await staff.send(`/staff/submissions/${ID}/package`);
  if (!reply.ok || !reply.body) throw new Error(`The package answered ${reply.status}`);
  let bytes = 0;
  for await (const chunk of reply.body) bytes += chunk.length;
  const said = Number(reply.headers.get("Content-Length"));
  if (said !== bytes) throw new Error(`The package has ${bytes} bytes and said ${said}`);
  return bytes;
}

/** How far a package of 1 GB raises the memory of the app's workers. @returns whether within the goal. */
export async function benchPackage(app: AppServer, staff: Visitor): Promise<boolean> {
  await fill(app);
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const before = workerdMegabytes(app.pid);
  const began = performance.now();
  let bytes = 0;
  const peak = await peakDuring(async () => {
    bytes = await take(staff);
  }, app.pid);
  const seconds = (performance.now() - began) / 1_000;
  console.log(`package: ${bytes} bytes in ${seconds.toFixed(1)} s, from ${before.toFixed(0)} MB\n`);
  const grown = peak - before;
  return atMost("workerd grows in a package of 1 GB", grown, GOAL, `${grown.toFixed(1)} MB`);
}
