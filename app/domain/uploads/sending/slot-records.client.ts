import * as v from "valibot";
import { hearDraftVersion } from "~/platform/draft-version.client";
import { hex } from "~/platform/formats/hex";
import type { SlotConflict } from "../slot-conflict";
import type { FileView } from "../upload";
import { OPEN_UPLOAD_DAYS, uploadKinds } from "../upload-kinds";

/** Where in the browser's storage the records are, and the names of its choices. */
export const RECORDS_KEY = "uploads";
export const CHOICES_KEY = "upload-choices";

const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const choiceFields = {
  draftId: v.string(),
  slot: v.string(),
  /** Names the choice; see `choiceSchema`. */
  choice: v.string(),
  /** The version of the slot that the artist was shown. */
  version: v.optional(v.number(), 0),
  /** When it was made, in milliseconds since the epoch. */
  at: v.number(),
};
const fileRecordSchema = v.object({
  ...choiceFields,
  kind: v.picklist(uploadKinds),
  fileName: v.string(),
  type: v.string(),
  /** Bytes. */
  size: v.number(),
  fingerprint: sha256,
  /** The name of the copy on this device, */
  copy: v.string(),
  /** and its hash; there is none, or only a beginning of it, while this is missing. */
  sha256: v.optional(sha256),
  uploadId: v.optional(v.string()),
  /** Parts that went straight to storage and that the server does not know of yet. */
  unreported: v.optional(v.array(v.object({ number: v.number(), etag: v.string() })), []),
});
const changeRecordSchema = v.object({
  ...choiceFields,
  /** The stored file that stays; null where none does. */
  keeps: v.nullable(v.string()),
  /** The version that it has made; missing until the server has answered. */
  madeVersion: v.optional(v.number()),
});
const recordSchema = v.union([changeRecordSchema, fileRecordSchema]);

/** A file that was chosen and has not arrived. */
export type FileRecord = v.InferOutput<typeof fileRecordSchema>;
/** A stored file that was kept, or a slot that was emptied, until the server's pages say the same. */
export type ChangeRecord = v.InferOutput<typeof changeRecordSchema>;
/** What this browser has last chosen for a slot of a draft: a slot has one record. */
export type SlotRecord = v.InferOutput<typeof recordSchema>;

type Place = Pick<SlotRecord, "draftId" | "slot">;
type Named = Pick<SlotRecord, "draftId" | "slot" | "choice">;

export const isFileRecord = (record: SlotRecord | undefined): record is FileRecord =>
  record !== undefined && "fingerprint" in record;

const DAY_MS = 24 * 60 * 60_000;
const listSchema = v.fallback(v.pipe(v.string(), v.parseJson(), v.array(v.unknown())), []);

/** Reads records as they are stored. What cannot be read, or is older than uploads live, is left out. */
export function parseRecords(text: string | null, now: number): SlotRecord[] {
  return v.parse(listSchema, text ?? "[]").flatMap((one) => {
    const result = v.safeParse(recordSchema, one);
    const isFresh = result.success && now - result.output.at < OPEN_UPLOAD_DAYS * DAY_MS;
    return isFresh ? [result.output] : [];
  });
}

const choicesSchema = v.fallback(
  v.pipe(v.string(), v.parseJson(), v.object({ browser: v.string(), last: v.number() })),
  () => ({ browser: hex(crypto.getRandomValues(new Uint8Array(6))), last: 0 }),
);

/** A storage of texts, as the browser's is; some browsers refuse theirs by throwing. */
type TextStore = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/**
 * What this browser has chosen and the server may not know yet: one record for each slot, shared by its
 * tabs and kept over a reload. Where storage is refused they live as long as the page.
 */
export class SlotRecords {
  private readonly memory = new Map<string, string>();
  private parsed: { text: string | null; list: SlotRecord[] } = { text: null, list: [] };

  constructor(
    private readonly storage: () => TextStore,
    private readonly now: () => number,
  ) {}

  private read(key: string): string | null {
    const inMemory = this.memory.get(key);
    if (inMemory !== undefined) return inMemory;
    try {
      return this.storage().getItem(key);
    } catch {
      return null;
    }
  }

  private write(key: string, text: string): void {
    try {
      this.storage().setItem(key, text);
      this.memory.delete(key);
    } catch {
      // Refused or full: other tabs and a reload will not know of it.
      this.memory.set(key, text);
    }
  }

  /** All records of every draft; the same array while nothing has changed. */
  all(): readonly SlotRecord[] {
    const text = this.read(RECORDS_KEY);
    if (text !== this.parsed.text) this.parsed = { text, list: parseRecords(text, this.now()) };
    return this.parsed.list;
  }

  find({ draftId, slot }: Place): SlotRecord | undefined {
    return this.all().find((one) => one.draftId === draftId && one.slot === slot);
  }

  /** Whether a choice is still the last one of this browser for its slot. */
  has(record: Named): boolean {
    return this.find(record)?.choice === record.choice;
  }

  private replace(place: Place, record: SlotRecord | undefined): void {
    const others = this.all().filter(
      (one) => one.draftId !== place.draftId || one.slot !== place.slot,
    );
    this.write(RECORDS_KEY, JSON.stringify(record ? [...others, record] : others));
  }

  /** Puts a record in the place of what its slot had. */
  save(record: SlotRecord): void {
    this.replace(record, record);
  }

  /** Adds to what is known of a chosen file, unless its slot has another choice by now. */
  updateFile(record: Named, change: Partial<FileRecord>): void {
    const current = this.find(record);
    if (current?.choice === record.choice && isFileRecord(current))
      this.save({ ...current, ...change });
  }

  markMade(record: ChangeRecord, madeVersion: number): void {
    if (this.has(record)) this.save({ ...record, madeVersion });
  }

  /** Forgets a choice, unless its slot has another by now. */
  delete(record: Named): void {
    if (this.has(record)) this.replace(record, undefined);
  }

  /** A name for a choice, behind all names that this browser has given; see `choiceSchema`. */
  newChoice(): string {
    const { browser, last } = v.parse(choicesSchema, this.read(CHOICES_KEY) ?? "");
    const next = Math.max(this.now(), last + 1);
    this.write(CHOICES_KEY, JSON.stringify({ browser, last: next }));
    return `${browser}-${next.toString(36).padStart(9, "0")}`;
  }

  private changes(draftId: string): ChangeRecord[] {
    return this.all().flatMap((record) =>
      record.draftId === draftId && !isFileRecord(record) ? [record] : [],
    );
  }

  /** A draft's files as this browser's own changes leave them. */
  apply(draftId: string, files: readonly FileView[]): readonly FileView[] {
    const changes = this.changes(draftId);
    if (changes.length === 0) return files;
    return files.flatMap((file): FileView[] => {
      const change = changes.find(({ slot }) => slot === file.slot);
      if (!change) return [file];
      if (change.keeps !== file.uploadId) return [];
      const { coming: _coming, other: _other, state, ...stored } = file;
      return [{ ...stored, state: state === "beside" ? "complete" : state }];
    });
  }

  /** Forgets the changes that the server's pages show by now. */
  dropShown(draftId: string, versions: Readonly<Record<string, number>>): void {
    for (const change of this.changes(draftId))
      if (change.madeVersion !== undefined && change.madeVersion <= (versions[change.slot] ?? 0))
        this.delete(change);
  }
}

const CALL_MS = 15_000;
const RETRY_MS = 3_000;
const MAX_RETRY_MS = 60_000;
const STORAGE = "/api/cloud-storage";

interface Answer {
  status: number;
  body: unknown;
}

/** Calls once. @returns undefined where nobody has answered, or only to ask to wait. */
async function callOnce(path: string, init: RequestInit): Promise<Answer | undefined> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), CALL_MS);
  try {
    const reply = await fetch(path, { ...init, keepalive: true, signal: stop.signal });
    hearDraftVersion(reply.headers, { files: 1 });
    if (reply.status === 429 || reply.status >= 500) return undefined;
    return { status: reply.status, body: await reply.json().catch(() => null) };
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

const changedSchema = v.object({ version: v.number() });

/** How a change of a slot has ended: the version it made, or what another tab or device put there. */
export type SlotChangeResult = { version: number } | { conflict: SlotConflict } | undefined;

/** Tells the server what becomes of slots: little enough for pages on which nothing is sent. */
export class SlotCalls {
  private readonly pending = new Map<string, Promise<unknown>>();

  /** Calls once for all that want the same at the same time. */
  private async shareCall<T>(name: string, call: () => Promise<T>): Promise<T> {
    const request = (this.pending.get(name) as Promise<T> | undefined) ?? call();
    this.pending.set(name, request);
    const answer = await request;
    if (this.pending.get(name) === request) this.pending.delete(name);
    return answer;
  }

  /**
   * Has the server forget an upload; resolves when it has answered, or cannot be reached. Best effort:
   * stale ones are swept anyway.
   */
  async cancel(uploadId: string): Promise<void> {
    const path = `${STORAGE}/uploads/${uploadId}`;
    await this.shareCall(path, () => callOnce(path, { method: "DELETE" }));
  }

  /**
   * Has the server put a stored file into a slot, or empty it. Called until it has answered, since what
   * was sent for the slot may arrive at any moment.
   * @returns undefined where the draft is gone or submitted.
   */
  async change({ draftId, slot, keeps, version, choice }: ChangeRecord): Promise<SlotChangeResult> {
    const body = JSON.stringify({ draft: draftId, slot, uploadId: keeps, version, choice });
    const init = { method: "PUT", body, headers: { "Content-Type": "application/json" } };
    const answer = await this.shareCall(choice, async () => {
      for (let pauseMs = RETRY_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_RETRY_MS)) {
        const reply = await callOnce(`${STORAGE}/slots`, init);
        if (reply) return reply;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    });
    const changed = v.safeParse(changedSchema, answer.body);
    if (answer.status === 200 && changed.success) return changed.output;
    const { readConflict } = await import("../slot-conflict");
    const conflict = readConflict(answer.body);
    return conflict && { conflict };
  }

  /** Resolves once the server has heard of all that it is told. */
  async settled(): Promise<void> {
    await Promise.all(this.pending.values());
  }
}
