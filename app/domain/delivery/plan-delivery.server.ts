import { ernFiles, ernFolder, formatStamp } from "~/domain/review/ern/ern-folder";
import { type Announced, announceRelease } from "~/domain/review/ern/release-message";
import { type PackagedFile, packageName } from "~/domain/review/package/package-files";
import type { readPackagedRelease } from "~/domain/review/package/packaged-release.server";
import { releaseModel } from "~/domain/review/package/release-model";
import { MANIFEST, manifestText } from "~/domain/review/package/release-package.server";
import { releaseCsv, releaseJson } from "~/domain/review/package/release-tables";
import { missingValues } from "~/domain/review/sheets/make-sheet";
import { offeredTemplates } from "~/domain/review/sheets/own-templates.server";
import { sheetXlsx } from "~/domain/review/sheets/sheet-file.server";
import {
  backendOfUpload,
  type ReceivingDeps,
} from "~/domain/uploads/receiving/receiving-deps.server";
import { objectDigest } from "~/domain/uploads/receiving/stored-object.server";
import type { Database } from "~/platform/database.server";
import { createUniqueNames } from "~/platform/formats/portable-name.server";
import { sha256Hex, sha256OfBytes } from "~/platform/hash";
import type { Settings } from "~/platform/settings";
import type { DeliveryKind } from "./delivery-kinds";
import type { DeliveryFile } from "./delivery-place";

export type Packaged = NonNullable<Awaited<ReturnType<typeof readPackagedRelease>>>;

/**
 * Identifies what is delivered, and where to: the answers, the details, the files and a package's sheets, but not the
 * status or how far it has come.
 */
export async function deliveryVersion(
  db: Database,
  kind: DeliveryKind,
  { release, files }: Packaged,
  placeName: string,
): Promise<string> {
  const { form, details } = release;
  const stored = files.map(({ path, size, sha256 }) => [path, size, sha256]);
  const templates = kind === "package" ? await offeredTemplates(db) : [];
  const sheets = templates.map(({ name, sheets }) => [name, sheets]);
  const content = [kind, placeName, form, details?.delivery, details?.release, stored, sheets];
  return (await sha256Hex(JSON.stringify(content))).slice(0, 32);
}

async function bytesFile(path: string, bytes: Uint8Array): Promise<DeliveryFile> {
  const sha256 = await sha256OfBytes(bytes);
  const read: DeliveryFile["read"] = async (range) =>
    range ? bytes.slice(range.offset, range.offset + range.length) : bytes;
  return { path, size: bytes.length, sha256, contentType: contentTypeOf(path), read };
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ...{ ".wav": "audio/wav", ".jpg": "image/jpeg", ".png": "image/png", ".pdf": "application/pdf" },
  ...{ ".xml": "application/xml", ".csv": "text/csv", ".json": "application/json" },
};

const contentTypeOf = (path: string) =>
  CONTENT_TYPES[/\.[a-z0-9]+$/.exec(path)?.[0] ?? ""] ?? "application/octet-stream";

const textFile = (path: string, text: string) => bytesFile(path, new TextEncoder().encode(text));

/** A sheet for each template that the release lacks nothing for. */
async function sheetFiles(
  db: Database,
  packaged: Packaged,
  folder: string,
): Promise<DeliveryFile[]> {
  const model = releaseModel(packaged.release, packaged.files);
  if (model.tracks.length === 0) return [];
  const sheets: DeliveryFile[] = [];
  const uniqueName = createUniqueNames();
  for (const template of await offeredTemplates(db)) {
    if (missingValues(template, model).length > 0) continue;
    const release = async function* () {
      yield model;
    };
    const title = `Sheet for ${template.name}`;
    const name = uniqueName(title, "Sheet", { units: 60, suffix: ".xlsx" });
    sheets.push(await bytesFile(`${folder}/${name}`, await sheetXlsx(template, release())));
  }
  return sheets;
}

/** Gives stored files their places in a delivery. Files of old records are read for their checksum. */
function fileReader(storage: ReceivingDeps, { uploads }: Packaged) {
  const backends = new Map(uploads.map((upload) => [upload.id, backendOfUpload(storage, upload)]));
  return async (file: PackagedFile, path: string): Promise<DeliveryFile> => {
    const { uploadId, key, size } = file;
    const backend = backends.get(uploadId) ?? storage.own;
    const sha256 = file.sha256 ?? (await objectDigest(backend, "SHA-256", key)) ?? "";
    const read: DeliveryFile["read"] = (range) => backend.read(key, range);
    return { path, size, sha256, contentType: contentTypeOf(path), read };
  };
}

/** The message's files, and the message last: it says that all are there. */
async function messageFiles(
  packaged: Packaged,
  { release, messageAt }: Announced,
  { storage, at }: { storage: ReceivingDeps; at: Date },
): Promise<DeliveryFile[]> {
  const { message, resources } = ernFolder(release, at);
  const toFile = fileReader(storage, packaged);
  const stored = new Map(packaged.files.map((file) => [file.sha256, file]));
  const files: DeliveryFile[] = [];
  for (const { sha256, name } of ernFiles(release)) {
    const file = stored.get(sha256);
    if (file) files.push(await toFile(file, `${resources}/${name}`));
  }
  return [...files, await textFile(message, messageAt(at))];
}

/** The package as a folder, with sheets and its list of checksums last. */
async function packageFolder(
  packaged: Packaged,
  { storage, at }: { storage: ReceivingDeps; at: Date },
): Promise<DeliveryFile[]> {
  const { release, files } = packaged;
  const folder = `${packageName(release.form, release.reference)} ${formatStamp(at)}`;
  const toFile = fileReader(storage, packaged);
  const all: DeliveryFile[] = [];
  for (const file of files) all.push(await toFile(file, `${folder}/${file.path}`));
  all.push(await textFile(`${folder}/release.csv`, releaseCsv(release, files)));
  all.push(await textFile(`${folder}/release.json`, releaseJson(release, files)));
  all.push(...(await sheetFiles(storage.db, packaged, folder)));
  const hashes = all.map(({ path, sha256 }) => [path.slice(folder.length + 1), sha256] as const);
  return [...all, await textFile(`${folder}/${MANIFEST}`, manifestText(new Map(hashes)))];
}

/**
 * The files of a delivery in the order in which they are sent, or what its release lacks.
 * @param at when it was asked for: it names the folder, also where it is tried again.
 */
export async function planDelivery(
  kind: DeliveryKind,
  packaged: Packaged,
  deps: { storage: ReceivingDeps; settings: Settings; at: Date },
): Promise<{ files: DeliveryFile[] } | { lacks: string[] }> {
  if (kind === "package") return { files: await packageFolder(packaged, deps) };
  const announced = announceRelease(packaged.release, packaged.files, deps.settings);
  if ("lacks" in announced) return announced;
  return { files: await messageFiles(packaged, announced, deps) };
}
