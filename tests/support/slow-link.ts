import { performance } from "node:perf_hooks";
import type { Page } from "playwright";

const KB = 1024;
/** Bytes of a request that the proxy may buffer beyond those in flight. */
const MAX_BUFFERED = 64 * KB;
/** Bytes in flight where the rate is not limited. */
const MAX_BUFFERED_UNLIMITED = 1024 * KB;

/** A link to imitate. Values that are left out are unlimited. */
export interface LinkSpec {
  upBytesPerSecond?: number;
  downBytesPerSecond?: number;
  roundTripMs?: number;
  /** What the server's work takes before each answer, as with stores that are far away. */
  answerMs?: number;
}

/** Converts megabits per second to bytes per second. */
export const megabits = (perSecond: number) => (perSecond * 1e6) / 8;

/** One direction of a link, shared by all requests. */
export class LinkDirection {
  private readonly bucket: TokenBucket;
  /** The maximum bytes of one request in flight. */
  readonly maxInFlight: number;

  constructor(
    private readonly bytesPerSecond = Number.POSITIVE_INFINITY,
    /** The delay of a byte in milliseconds. */
    readonly delayMs = 0,
  ) {
    this.bucket = new TokenBucket(bytesPerSecond);
    const inFlight = delayMs === 0 ? 0 : (bytesPerSecond * delayMs) / 1000;
    this.maxInFlight = Math.min(MAX_BUFFERED_UNLIMITED, MAX_BUFFERED + inFlight);
  }

  /** Pieces that pass in about 20 ms each, so that several requests share a slow link evenly. */
  *pieces(chunk: Buffer): Iterable<Buffer> {
    const size = Math.max(KB, Math.min(16 * KB, Math.floor(this.bytesPerSecond / 50)));
    for (let offset = 0; offset < chunk.length; offset += size)
      yield chunk.subarray(offset, offset + size);
  }

  /** Waits until these bytes may pass. @returns when they arrive, in ms of `performance.now()`. */
  async pass(bytes: number): Promise<number> {
    await pause(this.bucket.take(bytes, performance.now()));
    return performance.now() + this.delayMs;
  }
}

export function createLink({
  upBytesPerSecond,
  downBytesPerSecond,
  roundTripMs = 0,
  answerMs = 0,
}: LinkSpec): { up: LinkDirection; down: LinkDirection; answerMs: number } {
  const oneWayMs = roundTripMs / 2;
  return {
    answerMs,
    up: new LinkDirection(upBytesPerSecond, oneWayMs),
    down: new LinkDirection(downBytesPerSecond, oneWayMs),
  };
}

interface Network {
  /** `up` in bytes per second. */
  slow: (up: number) => Promise<void>;
  cut: () => Promise<void>;
  mend: () => Promise<void>;
}

/** The network of a page by Chromium's emulation, which also fires `online` and `offline`. */
export async function emulateNetwork(page: Page): Promise<Network> {
  const devtools = await page.context().newCDPSession(page);
  const set = async (offline: boolean, up: number) => {
    const conditions = { offline, latency: 0, downloadThroughput: -1, uploadThroughput: up };
    await devtools.send("Network.emulateNetworkConditions", conditions);
  };
  await devtools.send("Network.enable");
  return { slow: (up) => set(false, up), cut: () => set(true, -1), mend: () => set(false, -1) };
}

/**
 * Holds back a page's requests to an address, as a link on which nothing moves.
 * @returns lets them and all later ones go.
 */
export async function holdRequests(page: Page, address: string | RegExp): Promise<() => void> {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await isReleased;
    // The page may have given it up by then.
    await route.continue().catch(() => undefined);
  });
  return () => release();
}

/** Where bytes go. */
export const PARTS_ADDRESS = /\/uploads\/[^/]+\/parts\//;
/** The first part of a file, whole or in pieces. */
export const FIRST_PART = /\/parts\/1(\/pieces)?\?/;
/** The third of the four parts of `threePartWav`. */
export const THIRD_PART = /\/parts\/3(\/pieces)?\?/;

/** Resolves after some milliseconds; at once for 0. */
export function pause(ms: number): Promise<void> {
  return ms <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms));
}

/** Runs callbacks in order, each no sooner than its due time. */
export class DelayLine {
  private inFlight = 0;
  private last: Promise<void> = Promise.resolve();
  private wake: () => void = () => {};

  /**
   * Sends bytes.
   * @param due when it may arrive, in ms of `performance.now()`.
   */
  send(bytes: number, due: number, arrive: () => Promise<void> | void): void {
    this.inFlight += bytes;
    this.last = this.last
      .then(() => pause(due - performance.now()))
      .then(arrive)
      .finally(() => {
        this.inFlight -= bytes;
        this.wake();
      });
    // A failure is reported by `empty`, which need not be awaited.
    this.last.catch(() => {});
  }

  /** Resolves when at most `bytes` are in flight. */
  async waitForRoom(bytes: number): Promise<void> {
    while (this.inFlight > bytes)
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
  }

  /** Resolves when everything has arrived; rejects with the first failure. */
  empty(): Promise<void> {
    return this.last;
  }
}

/** The burst that the bucket saves while idle, so that late timers do not reduce the rate. */
const SAVED_MS = 100;

/**
 * Passes bytes at a steady rate. It reads no clock: times are milliseconds of the caller.
 */
export class TokenBucket {
  /** When all bytes so far have passed. */
  private free = Number.NEGATIVE_INFINITY;

  constructor(readonly bytesPerSecond: number) {}

  /** Adds `bytes` at `now`. @returns the milliseconds until the last of them has passed. */
  take(bytes: number, now: number): number {
    const begins = Math.max(this.free, now - SAVED_MS);
    this.free = begins + (bytes / this.bytesPerSecond) * 1000;
    return Math.max(0, this.free - now);
  }
}

/** A phone's screen in CSS px, the unit of page lengths. */
export const SCREEN = { width: 360, height: 740 };

/** The maximum length of the music step in phone screens, with one track open. */
export const MUSIC_LENGTHS = [
  { release: "a single", most: 3.2 },
  { release: "an EP", most: 4.5 },
  { release: "an album of 12 as a waterfall", most: 7 },
] as const;
type Release = (typeof MUSIC_LENGTHS)[number]["release"];

/** The length of a page in screens. */
export async function countScreens(page: Page): Promise<number> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  return height / SCREEN.height;
}

async function count(page: Page, tracks: number): Promise<void> {
  await page
    .locator("[data-track]")
    .nth(tracks - 1)
    .waitFor();
}

/** Fills an empty music step with one of these releases; needs scripts. */
export async function chooseRelease(page: Page, release: Release): Promise<void> {
  if (release === "a single") return count(page, 1);
  const type = release === "an EP" ? "EP" : "Album";
  await page.getByRole("radio", { name: type, exact: true }).check();
  if (release === "an EP") return count(page, 3);
  await count(page, 6);
  for (let tracks = 7; tracks <= 12; tracks++) {
    await page.getByRole("button", { name: "Add a track" }).click();
    await count(page, tracks);
  }
  await page.getByRole("button", { name: "Single by single first" }).click();
  await page.getByLabel("Track 12 comes out on").waitFor();
}
