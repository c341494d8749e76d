import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";

/** What one single uses, from the first page until its last job is done. */
const singleSchema = v.object({
  requests: v.number(),
  cpuMs: v.number(),
  logLines: v.number(),
  d1Queries: v.number(),
  d1RowsRead: v.number(),
  d1RowsWritten: v.number(),
  d1Ms: v.number(),
  /** Statements that the jobs worker runs for one message of the queue. */
  d1QueriesPerMessage: v.number(),
  d1Bytes: v.number(),
  queueMessages: v.number(),
  queueOperations: v.number(),
  kvReads: v.number(),
  kvWrites: v.number(),
  r2ClassA: v.number(),
  r2ClassB: v.number(),
  r2Bytes: v.number(),
  files: v.number(),
  jobs: v.number(),
  heavyMs: v.number(),
  mails: v.number(),
  boardCalls: v.number(),
  driveCalls: v.number(),
  driveItems: v.number(),
  imageTransforms: v.number(),
});
export type Single = v.InferOutput<typeof singleSchema>;

/** What a copy of everything uses; `r2Bytes` is what it writes. */
const copyUseSchema = v.object({
  d1RowsRead: v.number(),
  d1RowsWritten: v.number(),
  r2ClassA: v.number(),
  r2ClassB: v.number(),
  r2Bytes: v.number(),
});
export type CopyUse = v.InferOutput<typeof copyUseSchema>;

const measuredSchema = v.object({
  measuredOn: v.string(),
  /** Singles that went through a browser, and those without one after them. */
  singles: v.number(),
  further: v.number(),
  single: singleSchema,
  /** Rows of the database that the sweeps of a day read and write. */
  sweeps: v.object({
    rowsRead: v.number(),
    rowsWritten: v.number(),
    /** How many more for each submission that is stored. */
    rowsReadPerStored: v.number(),
  }),
  copies: v.object({
    /** More for each submission since the copy before. */
    perNew: copyUseSchema,
    /** More for each that is stored, in each copy. */
    perStored: copyUseSchema,
    /** Whatever is stored. */
    each: copyUseSchema,
  }),
  /** D1 bytes of an archived submission. */
  archivedD1Bytes: v.number(),
});
export type Measured = v.InferOutput<typeof measuredSchema>;

const FILE = join(import.meta.dirname, "growth-measured.json");

/** The figures that were kept last. */
export function readMeasured(): Measured {
  if (!existsSync(FILE)) throw new Error("Nothing is kept: npm run bench -- growth --write");
  return v.parse(measuredSchema, JSON.parse(readFileSync(FILE, "utf8")));
}

export function keepMeasured(measured: Measured): void {
  writeFileSync(FILE, `${JSON.stringify(measured, null, 2)}\n`);
}
