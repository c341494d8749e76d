import autocannon from "autocannon";
import { signedInArtist, staffPasscode } from "../support/accounts";
import { fillWeek } from "../support/analytics-week";
import { type AppServer, startApp } from "../support/app-server";
import { openStoreReader } from "../support/app-stores";
import { announceApp } from "../support/app-under-test";
import { createDraftAt } from "../support/drafts";
import { Visitor } from "../support/visitor";
import { BUNDLES, startBareRemix } from "./bare-remix";
import { compressedSize, startUpTimes } from "./bundles";
import { median, table } from "./figures";
import { atLeast, atMost } from "./verdict";
import { workerdRuntime } from "./workerd-cpu";

const CONNECTIONS = 8;
const STEP_SHARE = 0.6;
const WEEK_RATIO = 2;
/** Rounds and seconds per page, visits of the dashboard, and the rows of a week's figures. */
const FULL = {
  rounds: 5,
  seconds: 3,
  visits: 80,
  starts: 7,
  week: { views: 1_000_000, errors: 10_000 },
};
const SMOKE: Size = {
  rounds: 1,
  seconds: 1,
  visits: 1,
  starts: 1,
  week: { views: 1_000, errors: 10 },
};
type Size = typeof FULL;
/** All requests come from one machine, so its limits are lifted. */
const UNLIMITED = { LIMIT_STATUS_READS_PER_MINUTE: "999999999" };

interface Page {
  name: string;
  url: string;
  cookie: string;
  /** The process group of the server that answers it. */
  group: number;
}

interface Load {
  perSecond: number;
  /** CPU milliseconds per request of the runtime, including its local D1 and KV. */
  cpuMs: number;
  p99: number;
}

/** Requests a page over several connections as fast as it answers. */
async function load({ name, url, cookie, group }: Page, seconds: number): Promise<Load> {
  const before = workerdRuntime(group);
  const { requests, latency, non2xx, errors } = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    headers: { accept: "text/html", cookie },
  });
  if (non2xx > 0 || errors > 0) throw new Error(`${name}: ${non2xx} refused, ${errors} broken off`);
  const cpuMs = ((workerdRuntime(group) - before) * 1_000) / requests.total;
  return { perSecond: requests.average, cpuMs, p99: latency.p99 };
}

async function signInStaff(app: AppServer): Promise<Visitor> {
  const staff = new Visitor(app.url);
  const passcode = staffPasscode(app);
  const reply = await staff.post("/staff/sign-in", { name: "Ada Berg", passcode, to: "/staff" });
  if (reply.status !== 302) throw new Error(`The sign-in answered ${reply.status}`);
  return staff;
}

async function visit(staff: Visitor): Promise<number> {
  const startedAt = performance.now();
  const reply = await staff.send("/analytics?hours=168");
  await reply.arrayBuffer();
  if (reply.status !== 200) throw new Error(`The dashboard answered ${reply.status}`);
  return performance.now() - startedAt;
}

const p95 = (figures: readonly number[]) =>
  figures.toSorted((a, b) => a - b)[Math.ceil(figures.length * 0.95) - 1] ?? Number.NaN;

/** Compares the dashboard with a week's figures to one without any, in alternating visits. */
async function benchDashboard(full: Visitor, empty: Visitor, { visits }: Size): Promise<boolean> {
  const [appRatios, bareRatios]: [number[], number[]] = [[], []];
  for (let run = -5; run < visits; run++) {
    const [a, b] = [await visit(full), await visit(empty)];
    if (run >= 0) [appRatios.push(a), bareRatios.push(b)];
  }
  const ratio = p95(appRatios) / p95(bareRatios);
  const ms = [p95(appRatios), p95(bareRatios)].map((figure) => figure.toFixed(1));
  console.log(`dashboard of a week: p95 ${ms[0]} ms, of an empty installation ${ms[1]} ms`);
  return atMost("dashboard: p95 against an empty one", ratio, WEEK_RATIO, ratio.toFixed(2));
}

async function benchBundles({ starts }: Size): Promise<void> {
  const [bare = 0, site = 0] = await startUpTimes([BUNDLES.bare, BUNDLES.site], starts);
  const [bareKb, siteKb] = [compressedSize(BUNDLES.bare), compressedSize(BUNDLES.site)];
  const rows = [
    ["bundle", "KB after gzip", "start-up ms beyond an empty worker"],
    ["bare", bareKb.toFixed(0), bare.toFixed(0)],
    ["site", siteKb.toFixed(0), site.toFixed(0)],
    ["ratio", (siteKb / bareKb).toFixed(1), (site / bare).toFixed(1)],
  ];
  console.log(`\n${table(rows)}\n`);
}

async function benchPages(
  pages: readonly [Page, ...Page[]],
  { rounds, seconds }: Size,
): Promise<boolean> {
  const loads = pages.map((): Load[] => []);
  // The first round is a warm-up: the runtime compiles code while it runs.
  for (let round = -1; round < rounds; round++)
    for (const [index, page] of pages.entries()) {
      const figures = await load(page, seconds);
      if (round >= 0) loads[index]?.push(figures);
    }
  const medianRatio = (index: number, figure: "perSecond" | "p99") =>
    median(
      (loads[index] ?? []).map((load, round) => load[figure] / (loads[0]?.[round]?.[figure] ?? 0)),
    );
  const rows = pages.map(({ name }, index) => [
    name,
    median((loads[index] ?? []).map(({ perSecond }) => perSecond)).toFixed(0),
    medianRatio(index, "perSecond").toFixed(2),
    median((loads[index] ?? []).map(({ cpuMs }) => cpuMs)).toFixed(2),
    median((loads[index] ?? []).map(({ p99 }) => p99)).toFixed(0),
    medianRatio(index, "p99").toFixed(2),
  ]);
  const heads = ["page", "requests/s", "of the bare page", "CPU ms", "p99 ms", "of the bare page"];
  console.log(`\n${table([heads, ...rows])}\n`);
  const step = pages.findIndex(({ name }) => name.startsWith("step 0"));
  const share = medianRatio(step, "perSecond");
  return atLeast("step 0 against the bare page", share, STEP_SHARE, share.toFixed(2));
}

/**
 * Measures requests per second of the site's worker and of Remix's hello-world, built and run the same
 * way and taking turns page by page; the dashboard with a week's figures; and the size of both bundles.
 * @returns whether the goals are met.
 */
export async function benchServer(smoke: boolean): Promise<boolean> {
  const size = smoke ? SMOKE : FULL;
  const { rounds, seconds } = size;
  console.log(
    `server: ${CONNECTIONS} connections, ${rounds} rounds of ${seconds} s for each page in turn, in workerd\n`,
  );
  const full = await startApp({ build: false, env: UNLIMITED });
  const empty = await startApp({ build: false, env: UNLIMITED });
  const bare = await startBareRemix();
  try {
    // The visitors are created by test helpers, which look up the app of the current run.
    announceApp(full);
    await fillWeek(openStoreReader(full.url), size.week);
    const [staff, emptyAppStaff] = [await signInStaff(full), await signInStaff(empty)];
    // Past the first step: before that, the browser has only a draft name and nothing is stored.
    const [artist, { visitor: member }] = [await createDraftAt("music"), await signedInArtist()];
    const page = (name: string, path: string, { cookie }: { cookie: string }): Page => ({
      name,
      url: full.url + path,
      cookie,
      group: full.pid,
    });
    const nobody = { cookie: "" };
    const verdicts = [
      await benchPages(
        [
          { name: "bare Remix /", url: `${bare.url}/`, cookie: "", group: bare.pid },
          {
            name: "the same, asking D1 once",
            url: `${bare.url}/?asks`,
            cookie: "",
            group: bare.pid,
          },
          page("/", "/", nobody),
          page("step 0, with a draft", "/submit/artist", artist),
          page("/api/health", "/api/health", nobody),
          page("/staff", "/staff", staff),
          page("/dashboard", "/dashboard?tab=0", member),
          page("/analytics of a week", "/analytics?hours=168", staff),
          page("the same, vitals by page", "/analytics?hours=168&vitals=pages", staff),
        ],
        size,
      ),
      await benchDashboard(staff, emptyAppStaff, size),
    ];
    await benchBundles(size);
    return verdicts.every(Boolean);
  } finally {
    await bare.stop();
    await empty.stop();
    await full.stop();
  }
}
