import { and, eq, getTableColumns, inArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import * as v from "valibot";
import { type Database, memoizeByDatabase } from "~/platform/database.server";
import { slotContents } from "../slot-contents";
import {
  type FileView,
  fileView,
  type PendingFile,
  type SlotState,
  type SlotVersions,
  type Upload,
} from "../upload";
import { isAwaited } from "./part-store.server";
import { parseUploadRow } from "./upload-row.server";
import { slots, uploadParts, uploadPieces, uploads } from "./upload-tables.server";

const COLUMNS = getTableColumns(uploads);

function receivedBytesSql(db: Database): SQL<number> {
  const partBytes = db
    .select({ bytes: sql`sum(${uploadParts.size})` })
    .from(uploadParts)
    .where(eq(uploadParts.uploadId, uploads.id));
  const pieceBytes = db
    .select({ bytes: sql`sum(${uploadPieces.size})` })
    .from(uploadPieces)
    .where(and(eq(uploadPieces.uploadId, uploads.id), isAwaited(db)));
  return sql<number>`coalesce((${partBytes}), 0) + coalesce((${pieceBytes}), 0)`;
}

const isDisplayed = inArray(uploads.state, ["open", "complete", "expired"]);

/** A draft's files as its pages show them, and the versions of its slots. */
export interface DraftFiles {
  files: FileView[];
  slotVersions: SlotVersions;
}

type ReceivedUpload = Upload & { receivedBytes: number };

/** @param received newest first. */
function toDraftFiles(
  states: readonly SlotState[],
  received: readonly ReceivedUpload[],
): DraftFiles {
  const viewOf = (upload: ReceivedUpload | undefined) =>
    upload && fileView(upload, upload.receivedBytes);
  const files = slotContents(states, received).flatMap((contents): FileView[] => {
    const [stored, coming, other] = [contents.stored, contents.coming, contents.other].map(viewOf);
    const isExpired = ({ slot, state }: Upload) => slot === contents.slot && state === "expired";
    const beside = other && { ...other, state: "beside" as const };
    const view = stored ?? coming ?? beside ?? viewOf(received.find(isExpired));
    if (!view) return [];
    const pending = view !== coming && coming ? toPendingFile(coming) : undefined;
    const spare = view !== beside && other ? toOtherFile(other) : undefined;
    return [
      {
        ...view,
        choice: contents.choice,
        ...(pending && { coming: pending }),
        ...(spare && { other: spare }),
      },
    ];
  });
  const versions = states.map(({ slot, version }) => [slot, version] as const);
  return { files, slotVersions: Object.fromEntries(versions) };
}

function toPendingFile({
  uploadId,
  fileName,
  size,
  storedBytes,
  fingerprint,
}: FileView): PendingFile {
  return { uploadId, fileName, size, storedBytes, fingerprint };
}

const toOtherFile = ({ uploadId, fileName, size }: FileView) => ({ uploadId, fileName, size });

/** A draft's files for another query, as a column; {@link filesInJson} parses it. */
export function filesAsJson(db: Database, draftId: SQLWrapper): SQL<string> {
  // Arrays, as D1's functions take at most 32 arguments.
  const values = sql.join([...Object.values(COLUMNS), receivedBytesSql(db)], sql`, `);
  const files = sql`(SELECT json_group_array(json_array(${values})) FROM ${uploads}
    WHERE ${uploads.draftId} = ${draftId} AND ${isDisplayed})`;
  const states = sql`(SELECT json_group_array(json_array(${slots.slot}, ${slots.version}, ${slots.choice}, ${slots.uploadId}))
    FROM ${slots} WHERE ${slots.draftId} = ${draftId})`;
  // As a nested selection Drizzle would drop the table names.
  return sql<string>`json_array(json(${states}), json(${files}))`;
}

const filesSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.tuple([
    v.array(v.tuple([v.string(), v.number(), v.nullable(v.string()), v.nullable(v.string())])),
    v.array(v.array(v.unknown())),
  ]),
);

export function filesInJson(json: string): DraftFiles {
  const names = Object.keys(COLUMNS);
  const [stateRows, uploadRows] = v.parse(filesSchema, json);
  const states = stateRows.map(([slot, version, choice, uploadId]) => {
    return { slot, version, choice, uploadId };
  });
  const received = uploadRows.map((values) => ({
    ...parseUploadRow(Object.fromEntries(names.map((name, index) => [name, values[index]]))),
    receivedBytes: v.parse(v.number(), values.at(-1)),
  }));
  return toDraftFiles(
    states,
    received.sort((a, b) => (a.id < b.id ? 1 : -1)),
  );
}

const draftFilesQuery = memoizeByDatabase((db) =>
  db
    .select({ files: filesAsJson(db, sql.placeholder("draftId")) })
    .from(sql`(SELECT 1)`)
    .prepare(),
);

/** A draft's files for the pages: at most one per slot, the stored one first. */
export async function filesOfDraft(db: Database, draftId: string): Promise<DraftFiles> {
  const [row] = await draftFilesQuery(db).all({ draftId });
  return filesInJson(row?.files ?? "[[],[]]");
}

export async function slotViewOf(db: Database, draftId: string, slot: string) {
  const { files, slotVersions } = await filesOfDraft(db, draftId);
  return { version: slotVersions[slot] ?? 0, file: files.find((file) => file.slot === slot) };
}
