import { type Browser, chromium } from "playwright";
import { startApp } from "../support/app-server";
import { announceApp } from "../support/app-under-test";
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
  sound: Sound;
  bytes: number;
  megabits: number;
  /** What the server's work takes before each answer: a local store answers in 10, a real one in 300. */
  answerMs: number;
  cut: (proxy: FaultProxy) => () => void;
  /** The goals: per cent of the file that may be sent twice, */
  repeatGoal: number;
  /** and the time as a multiple of that of tus-js-client. */
  tusGoal: number;
  /** Whether whole parts may be sent directly to a bucket. */
  toBucket?: true;
}

const ROUND_TRIP_MS = 100;
const ANSWERS_MS = [10, 300, 600];
const LINKS = [
  { bytes: 60e6, megabits: 8 },
  { bytes: 10e6, megabits: 0.4 },
];
/** Each with the per cent that may be sent twice. */
const CUTS = [
  { name: "clean", cut: () => () => {}, repeatGoal: 1 },
  { name: "every 30 s", cut: every(30_000), repeatGoal: 2 },
  { name: "every 10 s", cut: every(10_000), repeatGoal: 5 },
  { name: "every 3 s", cut: every(3_000), repeatGoal: 10 },
];
const SOUNDS: { sound: Sound; tusGoal: number }[] = [
  { sound: "music 16 bit", tusGoal: 0.6 },
  { sound: "music 24 bit", tusGoal: 0.75 },
  { sound: "music 32 bit float", tusGoal: 0.75 },
  { sound: "noise", tusGoal: 1 },
];

const ROWS: BadLink[] = ANSWERS_MS.flatMap((answerMs) =>
  LINKS.flatMap((link) =>
    SOUNDS.flatMap((file) =>
      CUTS.map(({ name, ...cuts }) => ({
        ...link,
        ...file,
        ...cuts,
        answerMs,
        name: `${file.sound}, ${link.megabits} Mbit/s, ${name}, answers in ${answerMs} ms`,
      })),
    ),
  ),
);
/** Slow links disturb nobody: each runs beside the others, which run one after the other. */
const isSlow = ({ megabits: rate }: BadLink) => rate < 1;
const MOST_SLOW = 4;

const SMOKE = {
  sound: "noise",
  bytes: 15e6,
  megabits: 16,
  answerMs: 10,
  repeatGoal: 15,
  tusGoal: 1,
} as const;
/** One link of each kind. */
const SMOKE_ROWS: BadLink[] = [
  { name: "15 MB, 16 Mbit/s, every 3 s", ...SMOKE, cut: every(3_000) },
  { name: "15 MB, 16 Mbit/s, at random", ...SMOKE, cut: random(5e6) },
  // Faster ones send whole parts straight to the bucket, which lies beside the link.
  {
    name: "S3: 15 MB, 8 Mbit/s, every 3 s",
    ...{ ...SMOKE, megabits: 8, cut: every(3_000), toBucket: true },
  },
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
      answerMs: link.answerMs,
    };
    const path = wavOnDisk(link.sound, link.bytes);
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
export async function benchBadLinks(options: LinkBench): Promise<boolean> {
  const lanes = inLanes(chosenRows(options));
  const lasts = (row: BadLink[]) => row.reduce((sum, link) => sum + transferSeconds(link), 0);
  const minutes = Math.ceil((Math.max(...lanes.map(lasts)) * 1.15) / 60);
  console.log(`upload, links that are cut, 100 ms round trip: about ${minutes} minutes`);
  console.log(`${describeMusic()}\n`);
  const app = await startApp({ build: false });
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
    announceApp(app);
    await Promise.all(
      lanes.map(async (lane) => {
        for (const link of lane) await run(link);
      }),
    );
  } finally {
    await browser.close();
    await app.stop();
  }
  console.log(`\n${table(rows)}\n`);
  return results.flatMap(judge).every(Boolean);
}

function judge({ link, appRun, tusRun }: { link: BadLink; appRun: LinkRun; tusRun: LinkRun }) {
  const [appRepeat, tus] = [repeat(link, appRun), repeat(link, tusRun)];
  const text = `${appRepeat.toFixed(2)} (tus ${tus.toFixed(2)})`;
  const ratio = appRun.received / tusRun.received;
  return [
    atMost(`Sent again %, ${link.name}`, appRepeat, link.repeatGoal, text),
    atMost(`Time over tus, ${link.name}`, ratio, link.tusGoal, ratio.toFixed(3)),
  ];
}
