import type { Draft } from "~/domain/submission/draft/draft";
import { readShownVersions } from "~/domain/submission/draft/shown-versions";
import { isOfOtherDraft } from "~/domain/submission/draft/submit-step.server";
import { type AssignedFile, FILES_FIELD } from "~/domain/submission/music/assign-files";
import { AUDIO_MAX_BYTES, sizeError } from "~/domain/uploads/file-rules";
import { makePreview, type Shrink } from "~/domain/uploads/receiving/make-preview.server";
import { receiveStream } from "~/domain/uploads/receiving/receive-stream.server";
import type { ReceivingDeps } from "~/domain/uploads/receiving/receiving-deps.server";
import { uploadsOfDraft } from "~/domain/uploads/receiving/upload-store.server";
import { MAX_TRACKS_BY_TYPE, slotOfField } from "~/domain/uploads/slots";
import { CHANGED_ELSEWHERE, replacementRefusedText } from "~/domain/uploads/upload-texts";
import { KEEP_MINE } from "~/forms/autosave/autosave-state";
import type { Chunks, FilePart } from "~/forms/form-parts.server";
import { type FieldErrors, invalidError, joinTexts } from "~/forms/form-reply";
import type { Log } from "~/observability/log";
import type { Clock } from "~/platform/clock";
import { megabytes } from "~/platform/formats/bytes";
import type { Ids } from "~/platform/ids";
import { readFileForm } from "~/session/read-file-form.server";
import { TOO_MUCH_TEXT } from "~/session/read-small-form";
import { refusal } from "~/session/refusal";
import { refuseDraft } from "~/session/require-draft.server";
import { tooManyUploadsText, type VisitorLimiter } from "~/session/visitor-limits.server";
import { createTrackFiles, type TrackFiles } from "../music/track-files.server";
import { skipSystemFile } from "./system-parts.server";

/** As JSON: three steps share one database row, and D1 limits rows to 2 MB. */
const MAX_STORED_BYTES = 600_000;
/**
 * Room for a track of the maximum size and more files, so that the reply can name the one that is too
 * large.
 */
const MAX_POST_BYTES = 300 * 1024 * 1024;
const LIMITS = { bytes: MAX_POST_BYTES, fieldBytes: 1024 * 1024 };
/** An album's tracks, an artwork for each and that of the release. */
const MAX_FILES = 2 * MAX_TRACKS_BY_TYPE.lp + 1;
/** Systems add one beside each file, and some beside a folder. */
const MAX_SYSTEM_FILES = 100;

const TOO_LARGE = `${sizeError(AUDIO_MAX_BYTES)}, or these files together exceed ${megabytes(MAX_POST_BYTES)}MB. Go back and send fewer of them at a time.`;
const TOO_MANY_FILES =
  "That's more files than a release can have. We kept the first ones. Go back and send one file for each track.";

export interface Post {
  fields: [string, string][];
  /** Keyed by field name. */
  fileErrors: FieldErrors;
  /** Files for several tracks at once, and the tracks they were assigned to. */
  placed: readonly AssignedFile[];
  /** The picture among them that became the artwork. */
  cover?: string | undefined;
  /** How many system files were ignored. */
  systemFiles: number;
  fileStatus: 400 | 409 | 413 | 415 | 429;
  /** Seconds. */
  retryAfter?: number;
}

interface ReceiveDeps {
  scope: VisitorLimiter & {
    /** Lets work continue after the reply. */
    waitUntil: (work: Promise<unknown>) => void;
  };
  uploads: ReceivingDeps;
  pictures: { shrink: Shrink };
  clock: Clock;
  ids: Ids;
  log: Log;
}

/** The pressed button; `next` by default. */
export function intentOf(post: Pick<Post, "fields">): string {
  const intent = lastValue(post.fields, "intent") ?? "next";
  // After a conflict, keeping this page's version continues the Next that was pressed before.
  return intent === KEEP_MINE ? "next" : intent;
}

/** The last value wins, as in the answers. */
function lastValue(fields: Post["fields"], name: string): string | undefined {
  return fields.findLast(([fieldName]) => fieldName === name)?.[1];
}

/**
 * Reads a step's form post. Files are streamed to storage, each for the track whose id was sent before
 * it, and count for the draft even if the form is refused. If the form names another draft, they are
 * not read.
 * @throws Response a refusal: 415 if it is no form, 413 if too large, 408 if it stops arriving, 400 if
 * broken, 409 for files of another draft.
 */
export async function readPost(
  request: Request,
  context: ReceiveDeps,
  draft: Draft,
): Promise<Post> {
  const post: Post = { fields: [], fileErrors: {}, placed: [], systemFiles: 0, fileStatus: 400 };
  let tracks: TrackFiles | undefined;
  let files = 0;
  post.fields = await readFileForm(request, {
    limits: LIMITS,
    tooLargeText: TOO_LARGE,
    onFile: async (part, fields) => {
      const file = part.name === FILES_FIELD ? await skipSystemFile(part) : part;
      if (!file) {
        if (++post.systemFiles > MAX_SYSTEM_FILES) throw refusal(413, TOO_MANY_FILES);
        return drain(part.chunks);
      }
      if (file.fileName !== "" && ++files > MAX_FILES) throw refusal(413, TOO_MANY_FILES);
      if (await isOfOtherDraft({ db: context.uploads.db, clock: context.clock }, draft, fields))
        throw refuseDraft(context, draft, "other-draft");
      post.fields = fields;
      // The page sends the track ids before the files for several tracks.
      if (file.name === FILES_FIELD && file.fileName !== "")
        tracks ??= await createTrackFiles(context, draft, fields);
      await readFile(file, context, draft, post, tracks);
    },
  });
  const byteCount = new TextEncoder().encode(JSON.stringify(post.fields)).length;
  if (byteCount > MAX_STORED_BYTES) throw refusal(413, TOO_MUCH_TEXT);
  const error = tracks?.error();
  if (error !== undefined) post.fileErrors[FILES_FIELD] = invalidError(error);
  if (tracks?.hasWrongType && post.fileStatus === 400) post.fileStatus = 415;
  post.placed = tracks?.placed ?? [];
  post.cover = tracks?.cover;
  return post;
}

interface FileRefusal {
  text: string;
  status: Post["fileStatus"];
  retryAfter?: number;
}

/** Stores one file of the form or records its error; always reads it to its end. */
async function readFile(
  part: FilePart,
  context: ReceiveDeps,
  draft: Draft,
  post: Post,
  tracks: TrackFiles | undefined,
): Promise<void> {
  const { name, fileName, contentType, chunks } = part;
  // An empty file field arrives as a file without a name.
  if (fileName === "") return drain(chunks);
  const severalFiles = name === FILES_FIELD ? tracks : undefined;
  const target = severalFiles
    ? severalFiles.targetOf(part)
    : slotOfField(name, (index) => lastValue(post.fields, `tracks[${index}].id`));
  if (!target) return drain(chunks);
  const refuse = async (fileRefusal: FileRefusal) => {
    post.fileStatus = fileRefusal.status;
    post.retryAfter = fileRefusal.retryAfter;
    if (severalFiles) return severalFiles.recordOutcome(target.slot, fileRefusal);
    const { text } = fileRefusal;
    const storedFileName =
      text === CHANGED_ELSEWHERE
        ? undefined
        : await storedFileNameInSlot(context.uploads, draft, target.slot);
    const fullText =
      storedFileName === undefined
        ? text
        : joinTexts(text, replacementRefusedText(fileName, storedFileName));
    post.fileErrors[name] = invalidError(fullText);
  };
  const wait = await context.scope.limitCall("uploads");
  if (wait !== undefined) {
    await refuse({ text: tooManyUploadsText(wait), status: 429, retryAfter: wait });
    return drain(chunks);
  }
  const artistName = draft.answers.artist?.artistName ?? "";
  const fileFields = { draftId: draft.id, artistName, ...target, fileName, contentType };
  const versions = readShownVersions(post.fields);
  const identity = versions && {
    choice: versions.page && `${versions.page}-${target.slot.replace(":", "-")}`,
    seen: { version: versions.slots[target.slot] ?? 0 },
  };
  const file = { ...fileFields, ...identity, withRow: true };
  const { uploads, clock, ids, log } = context;
  const result = await receiveStream(uploads, file, chunks, clock, ids);
  if (result.ok) {
    const { id: uploadId, size: bytes } = result.upload;
    log("info", "upload.completed", { draftId: draft.id, uploadId, bytes });
    if (!result.isFilled) return refuse({ text: CHANGED_ELSEWHERE, status: 409 });
    // Ready for the next page: without script no browser has made a preview.
    if (target.kind !== "track") context.scope.waitUntil(makePreview(context, result.upload));
    if (severalFiles) severalFiles.recordOutcome(target.slot, result);
    else tracks?.replaced(target.slot);
    return;
  }
  log("info", "upload.rejected", { draftId: draft.id });
  await refuse(result);
}

async function storedFileNameInSlot({ db }: ReceivingDeps, draft: Draft, slot: string) {
  const files = await uploadsOfDraft(db, draft.id);
  return files.find((file) => file.slot === slot && file.state === "complete")?.fileName;
}

async function drain(chunks: Chunks): Promise<void> {
  while (!(await chunks.next()).done);
}
