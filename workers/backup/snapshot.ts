import { createHash } from "node:crypto";
import * as v from "valibot";
import type { BackupFiles } from "./backup-files";

const tableSchema = v.object({
  name: v.string(),
  columns: v.array(v.string()),
  rows: v.number(),
  /** Of all rows, in any order. */
  sha256: v.string(),
  /** Number of files that hold the rows. */
  chunks: v.number(),
});
export type TableSummary = v.InferOutput<typeof tableSchema>;

const keysSchema = v.object({ count: v.number(), chunks: v.number() });

/** What a snapshot holds, also while it is made. */
export const contentsEntries = {
  format: v.literal(2),
  id: v.string(),
  startedAt: v.string(),
  /** The last migration of the database. */
  migration: v.string(),
  tables: v.array(tableSchema),
  keys: v.object({ CONFIG: keysSchema, TOKENS: keysSchema }),
  files: v.object({
    count: v.number(),
    bytes: v.number(),
    /** Those that no earlier snapshot had. */
    copied: v.number(),
    chunks: v.number(),
  }),
};
const contentsSchema = v.object(contentsEntries);
type Contents = v.InferOutput<typeof contentsSchema>;

const manifestSchema = v.object({ ...contentsEntries, finishedAt: v.string() });
export type Manifest = v.InferOutput<typeof manifestSchema>;

const keySchema = v.object({
  name: v.string(),
  value: v.string(),
  /** Unix seconds. */
  expiration: v.optional(v.number()),
  metadata: v.optional(v.unknown()),
});
type StoredKey = v.InferOutput<typeof keySchema>;

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
export type KvName = (typeof KV_NAMES)[number];

/** The finished snapshots, the newest first. */
const SNAPSHOTS = "snapshots.json";

const chunkName = (folder: string, kind: string, number: number) =>
  `snapshots/${folder}/${kind}/${String(number).padStart(6, "0")}.jsonl`;
const chunkNames = (id: string, kind: string, count: number) =>
  Array.from({ length: count }, (_, index) => chunkName(id, kind, index + 1));

export const tableChunk = (id: string, table: string, number: number) =>
  chunkName(id, `tables/${table}`, number);
export const keysChunk = (id: string, namespace: KvName, number: number) =>
  chunkName(id, `keys/${namespace}`, number);
export const filesChunk = (id: string, number: number) => chunkName(id, "files", number);
const manifestName = (id: string) => `snapshots/${id}/manifest.json`;

/** Where the bytes of a file lie: a changed file has another place, so that older snapshots keep theirs. */
export const contentName = ({ key, etag }: Pick<StoredFile, "key" | "etag">) => {
  const hash = createHash("sha256").update(`${key}\n${etag}`).digest("hex");
  return `content/${hash.slice(0, 2)}/${hash}`;
};

/** The names of all files of a snapshot except the contents, which snapshots share. */
export const snapshotNames = ({ id, tables, keys, files }: Contents): string[] => [
  ...tables.flatMap(({ name, chunks }) => chunkNames(id, `tables/${name}`, chunks)),
  ...KV_NAMES.flatMap((name) => chunkNames(id, `keys/${name}`, keys[name].chunks)),
  ...chunkNames(id, "files", files.chunks),
  manifestName(id),
];

/** The ids of the finished snapshots, the newest first. */
export async function listSnapshots(files: BackupFiles): Promise<string[]> {
  if (!(await files.has(SNAPSHOTS))) return [];
  return v.parse(v.array(v.string()), JSON.parse(await files.readText(SNAPSHOTS)));
}

export const writeSnapshots = (files: BackupFiles, ids: readonly string[]) =>
  files.writeText(SNAPSHOTS, JSON.stringify(ids));

export const writeManifest = (files: BackupFiles, manifest: Manifest) =>
  files.writeText(manifestName(manifest.id), JSON.stringify(manifest, null, 2));

export async function readManifest(files: BackupFiles, id: string): Promise<Manifest> {
  return v.parse(manifestSchema, JSON.parse(await files.readText(manifestName(id))));
}

/**
 * A finished snapshot, the newest one where none is named.
 * @throws Error with one sentence where there is none, or none of this name.
 */
export async function findManifest(files: BackupFiles, name?: string): Promise<Manifest> {
  const ids = await listSnapshots(files);
  const [newest] = ids;
  if (newest === undefined)
    throw new Error(`${files.label} holds no finished backup: run npm run backup again.`);
  if (name !== undefined && !ids.includes(name))
    throw new Error(
      `${files.label} has no snapshot "${name}", but these, the newest first: ${ids.join(", ")}.`,
    );
  return readManifest(files, name ?? newest);
}

export const readTable = (files: BackupFiles, { id }: Contents, { name, chunks }: TableSummary) =>
  files.readLines(chunkNames(id, `tables/${name}`, chunks));

export async function* readKeys(
  files: BackupFiles,
  { id, keys }: Contents,
  namespace: KvName,
): AsyncGenerator<StoredKey> {
  const names = chunkNames(id, `keys/${namespace}`, keys[namespace].chunks);
  for await (const line of files.readLines(names)) yield v.parse(keySchema, JSON.parse(line));
}

const parseFile = (line: string): StoredFile => v.parse(fileSchema, JSON.parse(line));

/** The files of a snapshot in the order of their keys. */
export async function* readFiles(
  files: BackupFiles,
  { id, files: { chunks } }: Contents,
): AsyncGenerator<StoredFile> {
  for await (const line of files.readLines(chunkNames(id, "files", chunks))) yield parseFile(line);
}

export async function readFilesChunk(files: BackupFiles, id: string, number: number) {
  const stored: StoredFile[] = [];
  for await (const line of files.readLines([filesChunk(id, number)])) stored.push(parseFile(line));
  return stored;
}
