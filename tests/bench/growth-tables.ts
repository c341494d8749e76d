import { ASSUMED, firstMet, type GrowthLimit, monthlyCost, VOLUMES } from "./growth-forecast";
import { growthLimits, statementsOfBatch } from "./growth-limits";
import type { Measured, Single } from "./growth-measured";
import { LOOKED_UP_ON, type PRICES } from "./platform-limits";

const MONTH_DAYS = 365 / 12;
/** Nobody plans for more. */
const MOST_YEARS = 30;
const NEVER = "never";

/** When a limit is met, in words. */
export function formatTime(days: number): string {
  if (days / 365 >= MOST_YEARS) return NEVER;
  if (days < 1) return "at once";
  const [unit, size] = days < 60 ? ["day", 1] : days < 730 ? ["month", MONTH_DAYS] : ["year", 365];
  const count = Math.floor(days / Number(size));
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

const whole = (value: number) => Math.floor(value).toLocaleString("en-US");

function figure(value: number): string {
  if (value === 0) return "0";
  return value.toLocaleString("en-US", { maximumFractionDigits: value < 100 ? 1 : 0 });
}

const kilobytes = (bytes: number) => `${figure(bytes / 1_000)} KB`;

/** A table of Markdown. */
function markdown(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...body.map(line)].join("\n");
}

/** What each figure of a single is called, and how it is written. */
const ROWS: readonly [string, keyof Single, ((value: number) => string)?][] = [
  ["requests of the site and batches of the jobs worker", "requests"],
  ["CPU, stand-ins of the local run included", "cpuMs", (ms) => `${figure(ms)} ms`],
  ["log lines", "logLines"],
  ["D1: statements", "d1Queries"],
  ["D1: rows read", "d1RowsRead"],
  ["D1: rows written, indexes included", "d1RowsWritten"],
  ["D1: time", "d1Ms", (ms) => `${figure(ms)} ms`],
  ["D1: bytes", "d1Bytes", kilobytes],
  ["D1: statements for each message of the queue", "d1QueriesPerMessage"],
  ["queue: messages", "queueMessages"],
  ["queue: operations", "queueOperations"],
  ["KV: reads", "kvReads"],
  ["KV: writes", "kvWrites"],
  ["R2: class A operations", "r2ClassA"],
  ["R2: class B operations", "r2ClassB"],
  ["R2: bytes", "r2Bytes", (bytes) => `${figure(bytes / 1e6)} MB`],
  ["files", "files"],
  ["jobs", "jobs"],
  ["work of its heavy jobs", "heavyMs", (ms) => `${figure(ms)} ms`],
  ["mails", "mails"],
  ["calls of the board", "boardCalls"],
  ["calls of the drive", "driveCalls"],
  ["items on the drive", "driveItems"],
  ["pictures shrunk by Cloudflare Images", "imageTransforms"],
];

function singleTable({ single, sweeps, copies, archivedD1Bytes }: Measured): string {
  return markdown([
    ["Of one single", "Figure"],
    ...ROWS.map(([name, key, format = figure]) => [name, format(single[key])]),
    ["D1: statements of a full batch of messages", statementsOfBatch(single)],
    ["D1: bytes of an archived submission", kilobytes(archivedD1Bytes)],
    ["rows that the sweeps of a day read", figure(sweeps.rowsRead)],
    ["the same, more for each stored submission", figure(sweeps.rowsReadPerStored)],
    ["rows that the sweeps of a day write", figure(sweeps.rowsWritten)],
    ["daily copy, once: R2 class A operations", figure(copies.perNew.r2ClassA)],
    ["daily copy, once: R2 class B operations", figure(copies.perNew.r2ClassB)],
    ["daily copy, once: R2 bytes", `${figure(copies.perNew.r2Bytes / 1e6)} MB`],
    ["daily copy, each day: rows read", figure(copies.perStored.d1RowsRead)],
    ["daily copy, each day: R2 bytes, kept for a week", kilobytes(copies.perStored.r2Bytes)],
  ]);
}

const volumeNames = VOLUMES.map((volume) => `${volume.toLocaleString("en-US")} a day`);

/** What a limit holds for good. */
const holds = ({ perDay }: GrowthLimit) =>
  perDay === 0
    ? "piles up"
    : perDay === Number.POSITIVE_INFINITY
      ? "all"
      : `${whole(perDay)} a day`;

function limitTable(limits: readonly GrowthLimit[]): string {
  return markdown([
    ["Limit", "Holds for good", ...volumeNames],
    ...limits.map((limit) => [
      limit.name,
      holds(limit),
      ...VOLUMES.map((volume) => formatTime(limit.daysUntil(volume))),
    ]),
  ]);
}

const liftTable = (limits: readonly GrowthLimit[]) =>
  markdown([
    ["Limit", "The change that lifts it"],
    ...limits.map(({ name, lift }) => [name, lift]),
  ]);

/** What is met first, and what is first where no third party but Cloudflare counts. */
function firstTable(limits: readonly GrowthLimit[]): string {
  const describe = (among: readonly GrowthLimit[], volume: number) => {
    const first = firstMet(among, volume);
    const time = first ? formatTime(first.daysUntil(volume)) : NEVER;
    return first && time !== NEVER ? `${first.name}: ${time}` : "nothing";
  };
  const platformLimits = limits.filter(({ name }) => !/^(board|drive|mail)/.test(name));
  return markdown([
    ["Submissions", "First of all", "First of our own and Cloudflare's"],
    ...VOLUMES.map((volume, index) => [
      volumeNames[index] ?? "",
      describe(limits, volume),
      describe(platformLimits, volume),
    ]),
  ]);
}

const COST_NAMES: Record<keyof typeof PRICES | "plan", string> = {
  plan: "Workers Paid",
  requests: "requests",
  cpuMs: "CPU",
  logLines: "log lines",
  d1RowsRead: "D1: rows read",
  d1RowsWritten: "D1: rows written",
  d1Bytes: "D1: storage",
  queueOperations: "queue operations",
  kvReads: "KV: reads",
  kvWrites: "KV: writes",
  r2ClassA: "R2: class A operations",
  r2ClassB: "R2: class B operations",
  r2Bytes: "R2: storage",
  imageTransforms: "Cloudflare Images",
};

const dollars = (usd: number) =>
  usd.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

function costTable(measured: Measured): string {
  const costs = VOLUMES.map((volume) => monthlyCost(measured, volume));
  const bare = VOLUMES.map((volume) => monthlyCost(measured, volume, { hasCopies: false }));
  const items = Object.entries(COST_NAMES).map(([item, name]) => [
    name,
    ...costs.map((cost) => dollars(new Map<string, number>(cost).get(item) ?? 0)),
  ]);
  const sumOf = (cost?: Map<string, number>) =>
    [...(cost?.values() ?? [])].reduce((sum, usd) => sum + usd, 0);
  const sums = costs.map(sumOf);
  const copies = sums.map((sum, index) => dollars(sum - sumOf(bare[index])));
  return markdown([
    ["USD", ...volumeNames],
    ...items,
    ["together", ...sums.map(dollars)],
    ["of it for the daily copy", ...copies],
  ]);
}

function assumptions(): string {
  const { daysOfMonth, peakHourShare, abandonedDrafts, boardCallsOfDecision } = ASSUMED;
  return [
    `- A month has ${daysOfMonth} days; the busiest hour has ${peakHourShare * 100} % of a day's submissions.`,
    `- For each draft that is submitted, ${abandonedDrafts} is begun and given up.`,
    `- The decision on a submission takes ${boardCallsOfDecision} call of the board.`,
    `- Limits and prices are those of ${LOOKED_UP_ON}: \`tests/bench/platform-limits.ts\` names their sources.`,
  ].join("\n");
}

/** The parts that `docs/scale.md` has, by name. */
export function growthParts(measured: Measured): Record<string, string> {
  const limits = growthLimits(measured.single);
  const { measuredOn, singles, further } = measured;
  return {
    measured: `Printed by \`npm run bench -- growth\` on ${measuredOn}: ${singles} singles by a browser, and ${further} without one for the bytes of D1.\n\n${singleTable(measured)}`,
    assumptions: assumptions(),
    first: firstTable(limits),
    limits: limitTable(limits),
    cost: costTable(measured),
    lifts: liftTable(limits),
  };
}

const part = (name: string) => new RegExp(`(<!-- growth: ${name} -->\\n)[\\s\\S]*?(<!-- end -->)`);

/** A page with its parts replaced. @throws Error where it has no place for one. */
export function withGrowthParts(page: string, parts: Readonly<Record<string, string>>): string {
  let text = page;
  for (const [name, content] of Object.entries(parts)) {
    if (!part(name).test(text)) throw new Error(`docs/scale.md has no place for "${name}".`);
    text = text.replace(
      part(name),
      (_, begin: string, end: string) => `${begin}\n${content}\n\n${end}`,
    );
  }
  return text;
}
