import { performance } from "node:perf_hooks";
import type { Page } from "playwright";

const KB = 1024;
/** Beyond what the delay keeps on the way, so much of a request may sit in the proxy. */
const MAX_BUFFERED = 64 * KB;
/** What a delay may keep on the way where no rate limits it. */
const MAX_BUFFERED_UNLIMITED = 1024 * KB;

/** A link to imitate. What is left out is as good as the machine's own. */
export interface LinkSpec {
  upBytesPerSecond?: number;
  downBytesPerSecond?: number;
  roundTripMs?: number;
}

/** Bytes per second of so many megabits per second. */
export const megabits = (perSecond: number) => (perSecond * 1e6) / 8;

/** One direction of a link, shared by everything that goes over it. */
export class LinkDirection {
  private readonly bucket: TokenBucket;
  /** The most bytes of one request that may be on the way at a time. */
  readonly maxInFlight: number;

  constructor(
    private readonly bytesPerSecond = Number.POSITIVE_INFINITY,
    /** Milliseconds a byte is on the way. */
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

  /** Waits for so many bytes' turn. @returns when they arrive, in ms of `performance.now()`. */
  async pass(bytes: number): Promise<number> {
    await pause(this.bucket.take(bytes, performance.now()));
    return performance.now() + this.delayMs;
  }
}

/** Both directions of a link of that shape. */
export function createLink({ upBytesPerSecond, downBytesPerSecond, roundTripMs = 0 }: LinkSpec): {
  up: LinkDirection;
  down: LinkDirection;
} {
  const oneWayMs = roundTripMs / 2;
  return {
    up: new LinkDirection(upBytesPerSecond, oneWayMs),
    down: new LinkDirection(downBytesPerSecond, oneWayMs),
  };
}

/** A network that a test can slow down, cut and mend. */
interface Network {
  /** `up` in bytes per second. */
  slow: (up: number) => Promise<void>;
  cut: () => Promise<void>;
  mend: () => Promise<void>;
}

/** The network of a page, by Chromium's own emulation; tells the page about on- and offline. */
export async function emulateNetwork(page: Page): Promise<Network> {
  const devtools = await page.context().newCDPSession(page);
  const set = async (offline: boolean, up: number) => {
    const conditions = { offline, latency: 0, downloadThroughput: -1, uploadThroughput: up };
    await devtools.send("Network.emulateNetworkConditions", conditions);
  };
  await devtools.send("Network.enable");
  return { slow: (up) => set(false, up), cut: () => set(true, -1), mend: () => set(false, -1) };
}

/** A pause of so many milliseconds; none at all for 0. */
export function pause(ms: number): Promise<void> {
  return ms <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms));
}

/** Does things in their order, each no sooner than a given time, one after the other. */
export class DelayLine {
  private inFlight = 0;
  private last: Promise<void> = Promise.resolve();
  private wake: () => void = () => {};

  /**
   * Puts a thing of so many bytes on its way.
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
    // Whoever waits for `empty` hears of a failure; nobody has to.
    this.last.catch(() => {});
  }

  /** Resolves when at most `bytes` are on the way. */
  async waitForRoom(bytes: number): Promise<void> {
    while (this.inFlight > bytes)
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
  }

  /** Resolves when everything that was put in has arrived; rejects with the first failure. */
  empty(): Promise<void> {
    return this.last;
  }
}

/** How long the bucket saves up for while nothing passes, so that late timers cost no speed. */
const SAVED_MS = 100;

/**
 * Lets bytes pass at a steady rate, whoever brings them. Reads no clock: times are milliseconds of
 * the caller's own.
 */
export class TokenBucket {
  /** When everything let in so far has passed. */
  private free = Number.NEGATIVE_INFINITY;

  constructor(readonly bytesPerSecond: number) {}

  /** Lets `bytes` in at `now`. @returns the milliseconds until the last of them has passed. */
  take(bytes: number, now: number): number {
    const begins = Math.max(this.free, now - SAVED_MS);
    this.free = begins + (bytes / this.bytesPerSecond) * 1000;
    return Math.max(0, this.free - now);
  }
}

/** A phone's screen in CSS px, by which lengths are counted. */
export const SCREEN = { width: 360, height: 740 };

/** What the music step may take of a phone, in screens, while one track is open: issue 12. */
export const MUSIC_LENGTHS = [
  { release: "a single", most: 3.2 },
  { release: "an EP", most: 4.5 },
  { release: "an album of 12 as a waterfall", most: 7 },
] as const;
type Release = (typeof MUSIC_LENGTHS)[number]["release"];

/** How many screens a page is long. */
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

/** Makes an empty music step, whose scripts run, one of these releases. */
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
  await page.getByRole("button", { name: "Release as a waterfall" }).click();
  await page.getByLabel("Track 12 comes out on").waitFor();
}
