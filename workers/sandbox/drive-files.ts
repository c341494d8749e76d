import * as v from "valibot";
import { driveRefusal, notFound } from "./drive-errors";
import {
  allFiles,
  DRIVE_ID,
  deleteFile,
  FOLDER,
  findFile,
  insertFile,
  isFolder,
  metadataSchema,
  newFileId,
  type StoredDriveFile,
  trashFile,
} from "./drive-store";

/** A file as the API shows it, cut down to the fields asked for. */
export function fileResource(file: StoredDriveFile, fields: string | null): object {
  const resource: Record<string, unknown> = {
    kind: "drive#file",
    id: file.id,
    name: file.name,
    mimeType: file.mime_type,
    description: file.description,
    parents: [file.parent],
    appProperties: file.app_properties,
    driveId: DRIVE_ID,
    createdTime: file.created_at,
    trashed: file.trashed,
    ...(file.size === null ? {} : { size: String(file.size), md5Checksum: file.md5 }),
  };
  const fieldNames = (fields ?? "kind,id,name,mimeType").split(",");
  return Object.fromEntries(
    fieldNames.flatMap((field) =>
      resource[field] === undefined ? [] : [[field, resource[field]]],
    ),
  );
}

/** The only supported search: by a property of the app, outside the bin. */
const SEARCH =
  /^appProperties has \{ key='((?:[^'\\]|\\.)*)' and value='((?:[^'\\]|\\.)*)' \} and trashed = false$/;
const unquote = (text = "") => text.replace(/\\(.)/g, "$1");

async function list(url: URL, db: D1Database): Promise<Response> {
  const { searchParams: query } = url;
  const isDriveSearch =
    query.get("corpora") === "drive" && query.get("includeItemsFromAllDrives") === "true";
  if (!isDriveSearch || query.get("supportsAllDrives") !== "true")
    return Response.json({ kind: "drive#fileList", incompleteSearch: false, files: [] });
  if (query.get("driveId") !== DRIVE_ID)
    return driveRefusal(404, "notFound", `Shared drive not found: ${query.get("driveId")}`);
  const term = SEARCH.exec(query.get("q") ?? "");
  if (!term) return driveRefusal(400, "invalid", "Invalid Value");
  const [key, value] = [unquote(term[1]), unquote(term[2])];
  const fields = /^files\(([\w,]+)\)$/.exec(query.get("fields") ?? "")?.[1] ?? null;
  const files = (await allFiles(db)).filter(
    (file) => !file.trashed && file.app_properties[key] === value,
  );
  return Response.json({ files: files.map((file) => fileResource(file, fields)) });
}

/** The refusal where the folder that metadata names does not exist; else undefined. */
export async function missingParent(db: D1Database, parents: readonly string[] | undefined) {
  const parent = parents?.[0];
  // Without a parent it would be the account's own drive, which service accounts do not have.
  if (parent === undefined)
    return driveRefusal(403, "storageQuotaExceeded", "Service Accounts have no storage quota.");
  return (await isFolder(db, parent)) ? undefined : notFound(parent);
}

async function create(request: Request, url: URL, db: D1Database, now: Date): Promise<Response> {
  const metadata = v.safeParse(metadataSchema, await request.json().catch(() => undefined));
  if (!metadata.success) return driveRefusal(400, "parseError", "Parse Error");
  const refusal = await missingParent(db, metadata.output.parents);
  if (refusal) return refusal;
  const isEmptyFile = metadata.output.mimeType !== FOLDER;
  const content = isEmptyFile ? { size: 0, md5: "d41d8cd98f00b204e9800998ecf8427e" } : undefined;
  const file = await insertFile(db, newFileId(), metadata.output, content, now);
  return Response.json(fileResource(file, url.searchParams.get("fields")));
}

const patchSchema = v.strictObject({ trashed: v.boolean() });

/** Answers `https://www.googleapis.com/drive/v3/…`, as far as a mirror needs it. */
export async function driveApi(request: Request, db: D1Database, now: Date): Promise<Response> {
  const url = new URL(request.url);
  const [, , , collection, id, rest] = url.pathname.split("/");
  const fields = url.searchParams.get("fields");
  if (rest !== undefined) return driveRefusal(404, "notFound", "Not Found");
  if (collection === "drives" && id !== undefined && request.method === "GET") {
    if (id !== DRIVE_ID) return driveRefusal(404, "notFound", `Shared drive not found: ${id}`);
    return Response.json({ id, name: "Sandbox releases" });
  }
  if (collection !== "files") return driveRefusal(404, "notFound", "Not Found");
  if (id === undefined && request.method === "GET") return list(url, db);
  const supportsSharedDrives = url.searchParams.get("supportsAllDrives") === "true";
  if (!supportsSharedDrives) return notFound(id ?? "parent");
  if (id === undefined && request.method === "POST") return create(request, url, db, now);
  if (id === undefined) return driveRefusal(405, "httpMethodNotAllowed", "Method Not Allowed");
  if (request.method === "GET") {
    const file = await findFile(db, id);
    return file ? Response.json(fileResource(file, fields)) : notFound(id);
  }
  if (request.method === "DELETE")
    return (await deleteFile(db, id)) ? new Response(null, { status: 204 }) : notFound(id);
  if (request.method !== "PATCH")
    return driveRefusal(405, "httpMethodNotAllowed", "Method Not Allowed");
  const patch = v.safeParse(patchSchema, await request.json().catch(() => undefined));
  if (!patch.success) return driveRefusal(400, "parseError", "Parse Error");
  const file = await trashFile(db, id, patch.output.trashed);
  return file ? Response.json(fileResource(file, fields)) : notFound(id);
}
