import { gzipSync } from "node:zlib";
import { staffPasscode } from "../support/accounts";
import { type AppServer, startApp } from "../support/app-server";
import { openStoreReader, type StoreReader } from "../support/app-stores";
import { Visitor } from "../support/visitor";
import { table } from "./figures";
import { findFileNames } from "./page-load";
import { benchPackage } from "./staff-package";
import { recordQueries } from "./staff-queries";
import { atMost } from "./verdict";

const FEW = 100;
/** Entries of the queue, the middle page that is opened, and the visits per page. */
const FULL = { submissions: 10_000, waiting: 1_000, page: 50, visits: 80, fileBytes: 200_000_000 };
const SMOKE: typeof FULL = {
  submissions: 150,
  waiting: 10,
  page: 2,
  visits: 1,
  fileBytes: 2_000_000,
};
const QUERIES = 3;
const RATIO = 1.5;
/** The budget for scripts in KB after gzip. */
const SCRIPTS = 145;

/** Fills the queue as in a label's third year: one entry in ten waits for a reply. */
async function fill(store: StoreReader, submissions: number, waiting: number): Promise<void> {
  const numbers = (start: number, end: number) =>
    `WITH RECURSIVE n(i) AS (SELECT ${start} UNION ALL SELECT i + 1 FROM n WHERE i < ${end - 1})`;
  const due = "strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-01', '+' || (i * 37 % 700) || ' days')";
  const status =
    "CASE WHEN i % 10 = 0 THEN 'pending' WHEN i % 2 = 0 THEN 'live' ELSE 'rejected' END";
  for (let start = 0; start < submissions; start += 1_000)
    await store.rows(`${numbers(start, Math.min(submissions, start + 1_000))}
      INSERT INTO submissions (id, draft_id, reference, artist_name, email, release_title, form_data,
        files, status, status_history, reply_due_at, created_at, updated_at)
      SELECT printf('01BENCH%019d', i), 'D' || i, printf('BENCH-%06d', i),
        'Artist ' || (i * 7919 % 100003), 'artist' || i || '@example.com', 'Release ' || (i * 104729 % 99991),
        '{"tracks":[]}', '[]', ${status}, '[{"status":"pending","at":"2026-01-01T00:00:00.000Z"}]', ${due}, ${due}, ${due} FROM n`);
  if (waiting > 0)
    await store.rows(`${numbers(0, waiting)}
      INSERT INTO waiting_list (id, reference, artist_name, email, listen_link, artist_data,
        status_history, reply_due_at, created_at, updated_at)
      SELECT printf('01WAITS%019d', i), printf('WAITS-%06d', i), 'Waiter ' || i, 'w' || i || '@example.com',
        'https://example.com', '{}', '[]', ${due}, ${due}, ${due} FROM n`);
}

/** The path of a page of all entries; `number` starts at 1. */
async function pagePath(store: StoreReader, number: number): Promise<string> {
  const [row] = await store.rows(
    "SELECT order_key AS place, id FROM review_items ORDER BY order_key, id LIMIT 1 OFFSET ?",
    (number - 1) * 50 - 1,
  );
  return `/staff?view=all&after=${row?.place}~${row?.id}`;
}

interface Side {
  app: AppServer;
  store: StoreReader;
  staff: Visitor;
  pages: Record<string, string>;
}

async function open(
  app: AppServer,
  submissions: number,
  waiting: number,
  last: number,
): Promise<Side> {
  const store = openStoreReader(app.url);
  await fill(store, submissions, waiting);
  const staff = new Visitor(app.url);
  const passcode = staffPasscode(app);
  const reply = await staff.post("/staff/sign-in", { name: "Ada Berg", passcode, to: "/staff" });
  if (reply.status !== 302) throw new Error(`The sign-in answered ${reply.status}`);
  const [row] = await store.rows(
    "SELECT artist_name AS name FROM review_items ORDER BY id LIMIT 1 OFFSET 40",
  );
  const q = encodeURIComponent(String(row?.name));
  const pages = {
    first: "/staff",
    search: `/staff?q=${q}`,
    "in the midst": await pagePath(store, last),
  };
  return { app, store, staff, pages };
}

async function time({ staff }: Side, path: string): Promise<number> {
  const startedAt = performance.now();
  const reply = await staff.send(path);
  await reply.arrayBuffer();
  if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}`);
  return performance.now() - startedAt;
}

/** The size of the scripts that a page references, in KB (1,000 bytes) after gzip. */
async function findScripts({ staff }: Side, path: string): Promise<number> {
  const html = await (await staff.send(path)).text();
  let bytes = 0;
  for (const file of new Set(findFileNames(html).filter((name) => name.endsWith(".js"))))
    bytes += gzipSync(Buffer.from(await (await staff.send(file)).arrayBuffer()), {
      level: 9,
    }).length;
  return bytes / 1_000;
}

const p95 = (figures: readonly number[]) =>
  figures.toSorted((a, b) => a - b)[Math.ceil(figures.length * 0.95) - 1] ?? Number.NaN;

/**
 * Compares the review queue with 10,000 submissions and 1,000 waiting-list entries to one with 100:
 * D1 queries and time per page. Also measures the memory that a 1 GB package costs.
 * @returns whether the goals are met.
 */
export async function benchStaff(smoke: boolean): Promise<boolean> {
  const size = smoke ? SMOKE : FULL;
  console.log(
    `staff: the queue with ${size.submissions} submissions and ${size.waiting} waiting, against ${FEW}; ${size.visits} visits each, in turn\n`,
  );
  const large = await startApp({ build: false });
  const small = await startApp({ build: false });
  try {
    const largeStore = await open(large, size.submissions, size.waiting, size.page);
    const few = await open(small, FEW, 0, 2);
    const rows = [["page", "queries", "rows read", "p95 ms", `p95 ms of ${FEW}`, "ratio"]];
    const verdicts: boolean[] = [];
    for (const [name, path] of Object.entries(largeStore.pages)) {
      const other = few.pages[name] ?? path;
      const [ours, theirs]: [number[], number[]] = [[], []];
      for (let run = -5; run < size.visits; run++) {
        const [a, b] = [await time(largeStore, path), await time(few, other)];
        if (run >= 0) [ours.push(a), theirs.push(b)];
      }
      const { queries, rowsRead } = await recordQueries(large, path);
      const ratio = p95(ours) / p95(theirs);
      const ms = [p95(ours), p95(theirs)].map((figure) => figure.toFixed(1));
      rows.push([name, String(queries), String(rowsRead), ...ms, ratio.toFixed(2)]);
      verdicts.push(
        atMost(`${name}: queries`, queries, QUERIES, String(queries)),
        atMost(`${name}: p95 against ${FEW} submissions`, ratio, RATIO, ratio.toFixed(2)),
      );
    }
    console.log(`\n${table(rows)}\n`);
    const [entry] = await largeStore.store.rows("SELECT id FROM submissions LIMIT 1");
    for (const path of ["/staff", `/staff/submissions/${entry?.id}`]) {
      const kb = await findScripts(largeStore, path);
      verdicts.push(atMost(`scripts of ${path}`, kb, SCRIPTS, `${kb.toFixed(1)} KB`));
    }
    verdicts.push(await benchPackage(large, largeStore.staff, size.fileBytes));
    return verdicts.every(Boolean);
  } finally {
    await small.stop();
    await large.stop();
  }
}
