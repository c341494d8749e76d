import { createHash } from "node:crypto";
import * as v from "valibot";
import type { BackupFolder } from "./backup-folder";

const tableSchema = v.object({
  name: v.string(),
  columns: v.array(v.string()),
  rows: v.number(),
  /** Of all rows, in any order. */
  sha256: v.string(),
});

/** What a finished backup holds. */
const manifestSchema = v.object({
  format: v.literal(1),
  startedAt: v.string(),
  finishedAt: v.string(),
  /** The last migration of the database. */
  migration: v.string(),
  tables: v.array(tableSchema),
  keys: v.object({ CONFIG: v.number(), TOKENS: v.number() }),
  files: v.object({ count: v.number(), bytes: v.number() }),
});
export type Manifest = v.InferOutput<typeof manifestSchema>;
export type TableSummary = v.InferOutput<typeof tableSchema>;

const keySchema = v.object({
  name: v.string(),
  value: v.string(),
  /** Unix seconds. */
  expiration: v.optional(v.number()),
  metadata: v.optional(v.unknown()),
});
export type StoredKey = v.InferOutput<typeof keySchema>;

const fileSchema = v.object({
  key: v.string(),
  size: v.number(),
  etag: v.string(),
  sha256: v.string(),
  httpMetadata: v.record(v.string(), v.string()),
  customMetadata: v.record(v.string(), v.string()),
});
export type StoredFile = v.InferOutput<typeof fileSchema>;

export const KV_NAMES = ["CONFIG", "TOKENS"] as const;

/** The names of a backup's files. */
export const MANIFEST = "manifest.json";
export const FILE_LIST = "files.jsonl";
export const tableFile = (table: string) => `tables/${table}.jsonl`;
export const keysFile = (namespace: string) => `keys/${namespace}.jsonl`;
/** What is known of one file, kept so that the next backup need not copy it again. */
export const entryFile = (key: string) => {
  const hash = createHash("sha256").update(key).digest("hex");
  return `entries/${hash.slice(0, 2)}/${hash}.json`;
};
export const contentFile = (sha256: string) => `content/${sha256.slice(0, 2)}/${sha256}`;

export async function* linesOf(values: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const value of values) yield Buffer.from(`${value}\n`);
}

/** The summary of a backup. @throws Error where the backup was not finished. */
export async function readManifest(folder: BackupFolder): Promise<Manifest> {
  if (!(await folder.has(MANIFEST)))
    throw new Error(`${folder.path} holds no finished backup: run npm run backup again.`);
  return v.parse(manifestSchema, JSON.parse(await folder.readText(MANIFEST)));
}

export async function* readKeys(
  folder: BackupFolder,
  namespace: string,
): AsyncGenerator<StoredKey> {
  for await (const line of folder.readLines(keysFile(namespace)))
    yield v.parse(keySchema, JSON.parse(line));
}

export const parseFile = (text: string): StoredFile => v.parse(fileSchema, JSON.parse(text));

export async function* readFiles(folder: BackupFolder): AsyncGenerator<StoredFile> {
  for await (const line of folder.readLines(FILE_LIST)) yield parseFile(line);
}
