import { type Browser, chromium } from "playwright";
import type { AppServer } from "../support/app-server";
import type { FaultProxy } from "../support/fault-proxy";
import { BROWSER_FLAGS, ensureBrowser } from "../support/find-browser";
import { megabits } from "../support/slow-link";
import { table } from "./figures";
import { appContender, bucketContender, type Contender, tusContender } from "./link-contenders";
import { type LinkRun, runOver } from "./link-run";
import { describeMusic, type Sound, wavOnDisk } from "./music-wav";
import { atMost } from "./verdict";

const every = (ms: number) => (proxy: FaultProxy) => proxy.cutEvery(ms);
/** Cuts the link after random numbers of bytes, `bytes` on average. */
const random = (bytes: number) => (proxy: FaultProxy) => {
  proxy.randomCuts(10_000, 10, [0, 2 * bytes]);
  return () => void proxy.randomCuts(0, 10, [0, 0]);
};

interface BadLink {
  name: string;
  /** Noise, where it is left out. */
  sound?: Sound;
  bytes: number;
  megabits: number;
  cut: (proxy: FaultProxy) => () => void;
  /** The goals: per cent of the file that may be sent twice, and the time as a multiple of the link's own. */
  repeatGoal: number;
  times?: number;
  /** The goal for the time as a multiple of that of tus-js-client; 1 where it is left out. */
  tusGoal?: number;
  /** Whether whole parts may be sent directly to a bucket. */
  toBucket?: true;
}

const ROUND_TRIP_MS = 100;
/** The goal: the time must not exceed that of tus-js-client. */
const AS_FAST = 1;

const FAST = { bytes: 60e6, megabits: 8 };
const SLOW = { bytes: 19e6, megabits: 0.4, repeatGoal: 10, times: 1.2 };
const never = () => () => {};

/** Music, which is compressed on its way. */
const music = (bits: 16 | 24): BadLink[] => {
  const sound = `music ${bits} bit` as const;
  const goals = { sound, repeatGoal: 5, tusGoal: bits === 16 ? 0.6 : 0.75 };
  const name = (link: string, cut: string) => `${sound}, ${link} Mbit/s, ${cut}`;
  return [
    { name: name("8", "clean"), ...FAST, ...goals, cut: never },
    { name: name("8", "every 10 s"), ...FAST, ...goals, cut: every(10_000) },
    { name: name("0.4", "clean"), bytes: 19e6, megabits: 0.4, ...goals, cut: never },
    { name: name("0.4", "every 10 s"), bytes: 19e6, megabits: 0.4, ...goals, cut: every(10_000) },
  ];
};

const ROWS: BadLink[] = [
  { name: "60 MB, 8 Mbit/s, every 30 s", ...FAST, cut: every(30_000), repeatGoal: 2 },
  { name: "60 MB, 8 Mbit/s, every 10 s", ...FAST, cut: every(10_000), repeatGoal: 5 },
  { name: "60 MB, 8 Mbit/s, every 3 s", ...FAST, cut: every(3_000), repeatGoal: 10 },
  { name: "60 MB, 8 Mbit/s, at random", ...FAST, cut: random(5e6), repeatGoal: 10 },
  {
    name: "S3: 60 MB, 8 Mbit/s, every 30 s",
    ...FAST,
    cut: every(30_000),
    repeatGoal: 2,
    toBucket: true,
  },
  { name: "19 MB, 0.4 Mbit/s, every 30 s", ...SLOW, cut: every(30_000) },
  { name: "19 MB, 0.4 Mbit/s, every 10 s", ...SLOW, cut: every(10_000) },
  // Small enough for one call, but these links are cut before one call can finish.
  { name: "14 MB, 0.4 Mbit/s, every 30 s", ...SLOW, bytes: 14e6, cut: every(30_000) },
  ...music(16),
  ...music(24),
  { name: "noise, 8 Mbit/s, clean", sound: "noise", ...FAST, cut: never, repeatGoal: 1 },
  { name: "sine, 8 Mbit/s, clean", sound: "sine", ...FAST, cut: never, repeatGoal: 1 },
];
/** Slow links disturb nobody: each runs beside the others, which run one after the other. */
const isSlow = ({ megabits: rate }: BadLink) => rate < 1;
const MOST_SLOW = 4;

const SMOKE = { bytes: 15e6, megabits: 16, repeatGoal: 15 };
/** One link of each kind. */
const SMOKE_ROWS: BadLink[] = [
  { name: "15 MB, 16 Mbit/s, every 3 s", ...SMOKE, cut: every(3_000) },
  { name: "15 MB, 16 Mbit/s, at random", ...SMOKE, cut: random(5e6) },
  { name: "S3: 15 MB, 16 Mbit/s, every 3 s", ...SMOKE, cut: every(3_000), toBucket: true },
];

/** Seconds that the link itself takes. */
const transferSeconds = ({ bytes, megabits: rate }: BadLink) => bytes / megabits(rate);

async function runOnce(browser: Browser, open: () => Promise<Contender>, link: BadLink) {
  const contender = await open();
  try {
    const perSecond = megabits(link.megabits);
    const shape = {
      upBytesPerSecond: perSecond,
      downBytesPerSecond: megabits(20),
      roundTripMs: ROUND_TRIP_MS,
    };
    const path = wavOnDisk(link.sound ?? "noise", link.bytes);
    return await runOver(browser, contender, path, { shape, cut: link.cut });
  } finally {
    await contender.stop();
  }
}

const repeat = ({ bytes }: BadLink, run: LinkRun) => (run.bytes / bytes - 1) * 100;

function cells(link: BadLink, contender: string, run: LinkRun): string[] {
  const times = [run.received.toFixed(1), (run.received / transferSeconds(link)).toFixed(3)];
  return [link.name, contender, ...times, repeat(link, run).toFixed(2), String(run.cuts)];
}

/** Which rows of the bench to run. */
interface LinkBench {
  smoke: boolean;
  /** Only those whose names match. */
  only?: RegExp | undefined;
  /** Bytes of every file, instead of its own size. */
  bytes?: number | undefined;
}

function chosenRows({ smoke, only, bytes }: LinkBench): BadLink[] {
  return (smoke ? SMOKE_ROWS : ROWS)
    .filter(({ name }) => only?.test(name) ?? true)
    .map((link) => ({ ...link, ...(bytes !== undefined && { bytes }) }));
}

/** What runs beside each other, each list in turn. */
function inLanes(links: readonly BadLink[]): BadLink[][] {
  const slow: BadLink[][] = Array.from({ length: MOST_SLOW }, () => []);
  links.filter(isSlow).forEach((link, index) => {
    slow[index % MOST_SLOW]?.push(link);
  });
  return [links.filter((link) => !isSlow(link)), ...slow];
}

/**
 * Sends files with the app's page and with tus-js-client over links that are cut again and again,
 * both at the same time over one link each.
 * @returns whether the app meets its goals.
 */
export async function benchBadLinks(app: AppServer, options: LinkBench): Promise<boolean> {
  const lanes = inLanes(chosenRows(options));
  const lasts = (row: BadLink[]) => row.reduce((sum, link) => sum + transferSeconds(link), 0);
  const minutes = Math.ceil((Math.max(...lanes.map(lasts)) * 1.15) / 60);
  console.log(`\nupload (d), links that are cut, 100 ms round trip: about ${minutes} minutes`);
  console.log(`${describeMusic()}\n`);
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: BROWSER_FLAGS });
  const rows = [["link", "who", "received s", "over own time", "sent again %", "cuts"]];
  const results: { link: BadLink; appRun: LinkRun; tusRun: LinkRun }[] = [];
  const run = async (link: BadLink) => {
    const [appRun, tusRun] = await Promise.all([
      runOnce(browser, link.toBucket ? bucketContender : () => appContender(app), link),
      runOnce(browser, tusContender, link),
    ]);
    results.push({ link, appRun, tusRun });
    for (const row of [cells(link, "app", appRun), cells(link, "tus", tusRun)]) {
      rows.push(row);
      console.log(row.join("  "));
    }
  };
  try {
    await Promise.all(
      lanes.map(async (lane) => {
        for (const link of lane) await run(link);
      }),
    );
  } finally {
    await browser.close();
  }
  console.log(`\n${table(rows)}\n`);
  return results.flatMap(judge).every(Boolean);
}

function judge({ link, appRun, tusRun }: { link: BadLink; appRun: LinkRun; tusRun: LinkRun }) {
  const [appRepeat, tus] = [repeat(link, appRun), repeat(link, tusRun)];
  const text = `${appRepeat.toFixed(2)} (tus ${tus.toFixed(2)})`;
  const ratio = appRun.received / tusRun.received;
  const own = appRun.received / transferSeconds(link);
  return [
    atMost(`Sent again %, ${link.name}`, appRepeat, link.repeatGoal, text),
    atMost(`Time over tus, ${link.name}`, ratio, link.tusGoal ?? AS_FAST, ratio.toFixed(3)),
    ...(link.times ? [atMost(`Over own time, ${link.name}`, own, link.times, own.toFixed(3))] : []),
  ];
}
