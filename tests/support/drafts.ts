import { createHash } from "node:crypto";
import { ARTWORK_SLOT, audioSlot } from "~/domain/uploads/slots";
import { jpegBytes } from "../fixtures/jpeg";
import { wavBytes } from "../fixtures/wav";
import { openStoreReader, type StoreReader } from "./app-stores";
import { appUnderTest } from "./app-under-test";
import { copyDraft, type DraftTemplate, type Names, readDraftTemplate } from "./draft-copies";
import { BOUNDARY, formBody } from "./form-post";
import { pageText } from "./page-parts";
import { artistAnswers, dateInDays, musicAnswers, Visitor } from "./visitor";

/** A small real song and a small real cover. */
export const songBytes = wavBytes({ seconds: 0.2, bits: 16 });
export const coverBytes = jpegBytes({ width: 64, height: 64 });

/** Both as the direct route names them; the only track has the id that a track is given. */
export const SONG = {
  slot: audioSlot("track-1"),
  fileType: "track",
  fileName: "ferry.wav",
} as const;
export const COVER = { slot: ARTWORK_SLOT, fileType: "artwork", fileName: "cover.jpg" } as const;

/** The names of their file fields in the form of the step. */
export const SONG_FIELD = "tracks[0].file";
export const COVER_FIELD = "artwork";

async function passes(response: Response, status = 302): Promise<void> {
  if (response.status === status) return void (await response.arrayBuffer());
  throw new Error(`A step did not pass: ${response.status} ${pageText(await response.text())}`);
}

type Step = "artist" | "music" | "about" | "review";
const templates = new Map<string, Promise<DraftTemplate>>();

/**
 * Creates a visitor whose draft has passed every step before `step`, with song and cover stored. The
 * first one of a process goes through the steps, and the others get copies of its draft.
 * @param visitor has its own draft go through the steps.
 */
export async function createDraftAt(
  step: Step,
  names: Names = {},
  visitor?: Visitor,
): Promise<Visitor> {
  if (visitor) return passStepsBefore(step, names, visitor);
  const key = [appUnderTest().url, step, dateInDays(60)].join(" ");
  const template = templates.get(key) ?? createTemplate(step);
  templates.set(key, template);
  // The next one tries again.
  template.catch(() => templates.delete(key));
  return copyDraft(await template, names);
}

async function createTemplate(step: Step): Promise<DraftTemplate> {
  const store = openStoreReader();
  const visitor = await passStepsBefore(step, {}, new Visitor());
  return readDraftTemplate(store, (await findDraftRow(store, visitor)).id);
}

async function passStepsBefore(step: Step, names: Names, visitor: Visitor): Promise<Visitor> {
  await visitor.openDraft();
  if (step === "artist") return visitor;
  await passes(
    await visitor.post("/submit/artist", { ...artistAnswers, ...names, intent: "next" }),
  );
  if (step === "music") return visitor;
  // Sent as by a page without script, as direct uploads would take eight more calls.
  const answers = Object.entries({ ...musicAnswers(dateInDays(60)), intent: "next" });
  const files = [
    { name: SONG_FIELD, fileName: SONG.fileName, type: "audio/wav", body: songBytes },
    { name: COVER_FIELD, fileName: COVER.fileName, type: "image/jpeg", body: coverBytes },
  ];
  const body = formBody([...answers.map(([name, body]) => ({ name, body })), ...files]);
  const headers = { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` };
  await passes(await visitor.send("/submit/music", { method: "POST", headers, body }));
  if (step === "about") return visitor;
  const aboutAnswers = {
    bio: "Songs from the harbour.",
    influences: "Low",
    proNumber: "",
    intent: "next",
  };
  await passes(await visitor.post("/submit/about", aboutAnswers));
  return visitor;
}

/** SHA-256 as hexadecimal characters. */
export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** The secret in a visitor's cookie. */
export function draftKey(visitor: Visitor): string {
  // There may be a sign-in cookie as well, and that of a draft which another reply has stored since.
  const cookieOf = (name: string) =>
    new RegExp(`(?:^|; )${name}=([^;]*)`).exec(visitor.cookie)?.[1];
  const value = decodeURIComponent(cookieOf("draft") ?? cookieOf("draft-[^=]+") ?? "");
  const text = String(JSON.parse(Buffer.from(value, "base64").toString()));
  return text.split(".")[0] ?? "";
}

/** The row of a visitor's draft, with its answers parsed. */
export async function findDraftRow(store: StoreReader, visitor: Visitor) {
  const hash = sha256(Buffer.from(draftKey(visitor)));
  const [row] = await store.rows("SELECT * FROM drafts WHERE key_hash = ?", hash);
  const { id, answers, completed_steps, expires_at } = row ?? {};
  return {
    id: String(id),
    answers: JSON.parse(String(answers)) as Record<string, Record<string, unknown>>,
    completed: JSON.parse(String(completed_steps)) as string[],
    expiresAt: String(expires_at),
  };
}

/** Makes a draft expired since a minute ago. */
export async function expireDraft(store: StoreReader, visitor: Visitor): Promise<void> {
  const { id } = await findDraftRow(store, visitor);
  const past = new Date(Date.now() - 60_000).toISOString();
  await store.rows("UPDATE drafts SET expires_at = ? WHERE id = ?", past, id);
}

/** The uploads of a draft by slot, from the database only. */
export async function uploadRows(store: StoreReader, visitor: Visitor) {
  const sql =
    "SELECT id, slot, state, key, carrier FROM uploads WHERE draft_id = ? ORDER BY slot, id";
  return store.rows(sql, (await findDraftRow(store, visitor)).id);
}

/** The files of a draft by slot: name, state, and the SHA-256 of the object in the bucket. */
export async function draftFiles(store: StoreReader, visitor: Visitor) {
  const rows = await store.rows(
    "SELECT id, slot, state, file_name, size, key FROM uploads WHERE draft_id = ? ORDER BY slot, id",
    (await findDraftRow(store, visitor)).id,
  );
  return Promise.all(
    rows.map(async ({ id, slot, state, file_name, size, key }) => {
      const bytes = await store.object(String(key));
      return {
        id: String(id),
        slot: String(slot),
        state: String(state),
        fileName: String(file_name),
        size: Number(size),
        sha256: bytes && sha256(bytes),
      };
    }),
  );
}
