/** A price of Cloudflare's Workers Paid plan: what a month includes, and what is paid beyond it. */
export interface Price {
  included: number;
  /** US dollars for `per` more. */
  usd: number;
  per: number;
  /** Whether a part of `per` costs as much as all of it. */
  roundsUp?: boolean;
  source: string;
}

const CLOUDFLARE = "https://developers.cloudflare.com";

const R2_PRICES = `${CLOUDFLARE}/r2/pricing/`;

/** When prices and limits were looked up. */
export const LOOKED_UP_ON = "2026-11-28";

/** US dollars a month for the plan itself. */
export const PLAN_USD = 5;

export const PRICES = {
  requests: {
    included: 10e6,
    usd: 0.3,
    per: 1e6,
    source: `${CLOUDFLARE}/workers/platform/pricing/`,
  },
  cpuMs: {
    included: 30e6,
    usd: 0.02,
    per: 1e6,
    source: `${CLOUDFLARE}/workers/platform/pricing/`,
  },
  logLines: {
    included: 20e6,
    usd: 0.6,
    per: 1e6,
    source: `${CLOUDFLARE}/workers/observability/logs/workers-logs/`,
  },
  d1RowsRead: {
    included: 25e9,
    usd: 0.001,
    per: 1e6,
    source: `${CLOUDFLARE}/d1/platform/pricing/`,
  },
  d1RowsWritten: {
    included: 50e6,
    usd: 1,
    per: 1e6,
    source: `${CLOUDFLARE}/d1/platform/pricing/`,
  },
  d1Bytes: { included: 5e9, usd: 0.75, per: 1e9, source: `${CLOUDFLARE}/d1/platform/pricing/` },
  queueOperations: {
    included: 1e6,
    usd: 0.4,
    per: 1e6,
    source: `${CLOUDFLARE}/queues/platform/pricing/`,
  },
  kvReads: { included: 10e6, usd: 0.5, per: 1e6, source: `${CLOUDFLARE}/kv/platform/pricing/` },
  kvWrites: { included: 1e6, usd: 5, per: 1e6, source: `${CLOUDFLARE}/kv/platform/pricing/` },
  r2ClassA: { included: 1e6, usd: 4.5, per: 1e6, roundsUp: true, source: R2_PRICES },
  r2ClassB: { included: 10e6, usd: 0.36, per: 1e6, roundsUp: true, source: R2_PRICES },
  r2Bytes: { included: 10e9, usd: 0.015, per: 1e9, roundsUp: true, source: R2_PRICES },
  imageTransforms: {
    included: 5_000,
    usd: 0.5,
    per: 1_000,
    source: `${CLOUDFLARE}/images/pricing/`,
  },
} satisfies Record<string, Price>;

/** A limit of a third party that no setting of ours moves. */
export interface PlatformLimit {
  limit: number;
  source: string;
}

const BOARD_LIMITS = "https://developer.monday.com/api-reference/docs/rate-limits";
const DRIVE_LIMITS = "https://support.google.com/a/users/answer/7338880";

export const PLATFORM_LIMITS = {
  d1Bytes: { limit: 10e9, source: `${CLOUDFLARE}/d1/platform/limits/` },
  d1QueriesPerInvocation: { limit: 1_000, source: `${CLOUDFLARE}/d1/platform/limits/` },
  queueMessagesPerSecond: { limit: 5_000, source: `${CLOUDFLARE}/queues/platform/limits/` },
  boardCallsPerDayStandard: { limit: 1_000, source: BOARD_LIMITS },
  boardCallsPerDayPro: { limit: 10_000, source: BOARD_LIMITS },
  boardCallsPerDayEnterprise: { limit: 25_000, source: BOARD_LIMITS },
  boardCallsPerMinute: { limit: 1_000, source: BOARD_LIMITS },
  boardItems: {
    limit: 10_000,
    source: "https://developer.monday.com/api-reference/docs/error-handling",
  },
  driveBytesPerDay: { limit: 750e9, source: DRIVE_LIMITS },
  driveItems: { limit: 500_000, source: DRIVE_LIMITS },
  mailsPerDay: { limit: 2_000, source: "https://support.google.com/a/answer/166852" },
} satisfies Record<string, PlatformLimit>;
