import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { stepRules } from "~/domain/submission/steps/step-rules.server";
import { artistFolder, objectKey } from "~/domain/uploads/receiving/object-key";
import { sha256Hex } from "~/platform/hash";
import { randomIds } from "~/platform/ids";
import { networksKey } from "~/platform/rate/client-network";
import { draftCookieHeader } from "~/session/draft-cookie.server";
import { visitorNetworks } from "~/session/visitor-limits.server";
import { openAppStores, type StoreReader } from "./app-stores";
import { appUnderTest } from "./app-under-test";
import { artistAnswers, Visitor } from "./visitor";

/** Unique names that a test can search for. */
export interface Names {
  artistName?: string;
  email?: string;
}

/** In the order in which they are written. */
const QUERIES = {
  drafts: "SELECT * FROM drafts WHERE id = ?",
  form_sessions: "SELECT * FROM form_sessions WHERE draft_id = ?",
  uploads: "SELECT * FROM uploads WHERE draft_id = ?",
  upload_parts:
    "SELECT * FROM upload_parts WHERE upload_id IN (SELECT id FROM uploads WHERE draft_id = ?)",
  slots: "SELECT * FROM slots WHERE draft_id = ?",
};
type Table = keyof typeof QUERIES;
const TABLES: Table[] = ["drafts", "form_sessions", "uploads", "upload_parts", "slots"];

const rowsSchema = v.array(v.record(v.string(), v.union([v.string(), v.number(), v.null()])));
type Rows = v.InferOutput<typeof rowsSchema>;

/** A draft as database and bucket hold it. */
export interface DraftTemplate {
  rows: Record<Table, Rows>;
  /** By key. */
  objects: Map<string, Uint8Array>;
}

/** Reads a draft with its files. */
export async function readDraftTemplate(store: StoreReader, id: string): Promise<DraftTemplate> {
  const read = async (table: Table) => v.parse(rowsSchema, await store.rows(QUERIES[table], id));
  const rows = {
    drafts: await read("drafts"),
    form_sessions: await read("form_sessions"),
    uploads: await read("uploads"),
    upload_parts: await read("upload_parts"),
    slots: await read("slots"),
  };
  const objects = new Map<string, Uint8Array>();
  for (const key of rows.uploads.flatMap(({ key, preview }) => [key, preview])) {
    const bytes = key === null ? undefined : await store.object(String(key));
    if (bytes) objects.set(String(key), bytes);
  }
  return { rows, objects };
}

/** What the artist step stores of these names. */
function storedArtistStep(names: Names, now: Date) {
  const { artist } = stepRules;
  const form = Object.entries({ ...artistAnswers, ...names });
  return artist.answers(artist.read(form, artist.start(undefined, now), now));
}

/** The new name of each id and folder of a draft. */
function newNames({ rows }: DraftTemplate, artistName: string, now: Date): Map<string, string> {
  const draftId = randomIds.next(now);
  const names = new Map(rows.drafts.map(({ id }) => [String(id), draftId]));
  for (const { id, key } of rows.uploads) {
    names.set(String(id), randomIds.next(now));
    const place = { artistName, draftId, kind: "track", uploadId: "", fileName: "" } as const;
    names.set(artistFolder(String(key)), artistFolder(objectKey(place)));
  }
  return names;
}

function rename(text: string, names: Map<string, string>): string {
  let renamed = text;
  for (const [from, to] of names) renamed = renamed.replaceAll(from, to);
  return renamed;
}

/** Moves the times of a row as if it had been written just now. */
function shiftTimes(row: Rows[number], byMs: number): Rows[number] {
  const shift = (name: string, value: Rows[number][string]) =>
    name.endsWith("_at") && typeof value === "string"
      ? new Date(Date.parse(value) + byMs).toISOString()
      : value;
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, shift(name, value)]));
}

/** Creates a visitor with a copy of a draft, as if they had filled it in. */
export async function copyDraft(template: DraftTemplate, names: Names): Promise<Visitor> {
  const { stateDir } = appUnderTest();
  const secret = readFileSync(join(stateDir, "signing-secret"), "utf8").trim();
  const visitor = new Visitor();
  const request = new Request(visitor.base, { headers: { "CF-Connecting-IP": visitor.address } });
  const networks = await visitorNetworks(request, { SIGNING_SECRET: secret });
  const now = new Date();
  const key = randomIds.secret();
  const artist = storedArtistStep(names, now);
  const renamed = newNames(template, artist.artistName, now);
  const rows = v.parse(
    v.record(v.picklist(TABLES), rowsSchema),
    JSON.parse(rename(JSON.stringify(template.rows), renamed)),
  );
  const [draft] = rows.drafts ?? [];
  if (!draft) throw new Error("The template has no draft.");
  const answers = JSON.parse(String(draft.answers));
  if ("artist" in answers && Object.keys(names).length > 0) answers.artist = artist;
  Object.assign(draft, {
    key_hash: await sha256Hex(key),
    visitor: networks ? networksKey(networks) : null,
    answers: JSON.stringify(answers),
  });
  const ageMs = now.getTime() - Date.parse(String(draft.created_at));
  const { db, files } = await openAppStores();
  await Promise.all(
    [...template.objects].map(([from, bytes]) => files.put(rename(from, renamed), bytes)),
  );
  await db.batch(
    TABLES.flatMap((table) =>
      (rows[table] ?? []).map((row) => {
        const shifted = shiftTimes(row, ageMs);
        const columns = Object.keys(shifted);
        const sql = `INSERT INTO ${table} (${columns}) VALUES (${columns.map(() => "?")})`;
        return db.prepare(sql).bind(...Object.values(shifted));
      }),
    ),
  );
  const ref = { key, draftId: String(draft.id), state: "open" } as const;
  visitor.cookie = (await draftCookieHeader(request, ref, secret)).split(";")[0] ?? "";
  return visitor;
}
