import { chromium } from "playwright";
import { PART_BYTES } from "~/domain/uploads/upload-plan";
import type { AppServer } from "../support/app-server";
import { BROWSER_FLAGS, ensureBrowser } from "../support/find-browser";
import { median, spread, table } from "./figures";
import { appContender, type Contender, tusContender } from "./link-contenders";
import { LINK, type LinkRun, linkCutEvery, runOver } from "./link-run";
import { randomWavOnDisk } from "./random-wav";
import { atLeast, atMost } from "./verdict";

const CUT_EVERY_MS = 10_000;
const TIME_GOAL = 1;
const BYTES_GOAL = 1.02;
const FULLNESS_GOAL = 0.97;

const HEAD = ["run", "link", "who", "s", "received s", "bytes / size", "cuts", "fullness"];
type Runs = Record<"app" | "tus", LinkRun[]>;

/** A round runs the app and tus over the clean link, then over the cut one. */
function secondsFor(bytes: number, rounds: number): number {
  return (rounds * 4.4 * bytes) / LINK.upBytesPerSecond;
}

/**
 * Sends a file with the app's page and with tus-js-client, in turns, over a link of 20 Mbit/s and
 * 100 ms round trip, clean and with all connections cut every 10 s. Browser, link and server share
 * the machine's memory and disk.
 * @returns whether the app meets its goals.
 */
export async function benchLink(app: AppServer, bytes: number, rounds: number): Promise<boolean> {
  const minutes = Math.ceil(secondsFor(bytes, rounds) / 60);
  console.log(
    `\nupload (b), 20 Mbit/s and 100 ms: ${bytes} bytes, ${rounds} alternating runs, about ${minutes} minutes\n`,
  );
  const path = randomWavOnDisk(bytes);
  const [ours, tus] = [await appContender(app), await tusContender()];
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: BROWSER_FLAGS });
  const clean: Runs = { app: [], tus: [] };
  const cutRuns: Runs = { app: [], tus: [] };
  const rows = [HEAD];
  const run = async (round: number, contender: Contender, cutEveryMs?: number) => {
    const linkRun = await runOver(browser, contender, path, linkCutEvery(cutEveryMs));
    const row = cells(String(round), cutEveryMs ? "cut" : "clean", contender.name, linkRun, bytes);
    rows.push(row);
    console.log(row.join("  "));
    return linkRun;
  };
  try {
    for (let round = 1; round <= rounds; round++) {
      clean.app.push(await run(round, ours));
      clean.tus.push(await run(round, tus));
      cutRuns.app.push(await run(round, ours, CUT_EVERY_MS));
      cutRuns.tus.push(await run(round, tus, CUT_EVERY_MS));
    }
  } finally {
    await browser.close();
    await ours.stop();
    await tus.stop();
  }
  console.log(`\n${table(rows)}\n`);
  return judge(clean, cutRuns, bytes);
}

function cells(
  round: string,
  link: string,
  contender: string,
  run: LinkRun,
  size: number,
): string[] {
  const { seconds, received, bytes, cuts, fullness } = run;
  const times = [seconds.toFixed(2), received.toFixed(2)];
  return [
    round,
    link,
    contender,
    ...times,
    (bytes / size).toFixed(4),
    String(cuts),
    fullness.toFixed(3),
  ];
}

/** Bytes sent again per cut, measured in parts. */
function lostPerCut(runs: LinkRun[], size: number): number[] {
  return runs.map(({ bytes, cuts }) => Math.max(0, bytes - size) / PART_BYTES / Math.max(1, cuts));
}

function judge(clean: Runs, cutRuns: Runs, size: number): boolean {
  const pick = (runs: LinkRun[], figure: keyof LinkRun) => runs.map((run) => run[figure]);
  const time = (label: string, figure: "received" | "seconds", { app, tus }: Runs) => {
    const [a, t] = [pick(app, figure), pick(tus, figure)];
    const ratio = median(a) / median(t);
    const text = `${ratio.toFixed(4)} by medians (app ${spread(a, 2)} s, tus ${spread(t, 2)} s)`;
    return atMost(`Time over tus, ${label}`, ratio, TIME_GOAL, text);
  };
  // The app then reads the stored file for its SHA-256; tus does not verify what arrived.
  const hashCheck = "until the app has compared the hash of what is stored";
  const sentRatios = pick(clean.app, "bytes").map((bytes) => bytes / size);
  const lostParts = lostPerCut(cutRuns.app, size);
  const full = pick(clean.app, "fullness");
  const tusSpread = spread(pick(clean.tus, "fullness"), 3);
  return [
    time("clean", "received", clean),
    time("cut", "received", cutRuns),
    time(`clean, ${hashCheck}`, "seconds", clean),
    time(`cut, ${hashCheck}`, "seconds", cutRuns),
    atMost(
      "Bytes over the link by size, clean",
      median(sentRatios),
      BYTES_GOAL,
      spread(sentRatios, 4),
    ),
    atMost("Parts sent again per cut", median(lostParts), 1, spread(lostParts, 3)),
    atLeast("Fullness, clean", median(full), FULLNESS_GOAL, `${spread(full, 3)}, tus ${tusSpread}`),
  ].every(Boolean);
}
