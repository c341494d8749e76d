import * as v from "valibot";
import type { Clock } from "~/platform/clock";
import { type Fetcher, fetchJson, fetchText, HttpError } from "~/platform/http-client";
import { cachedToken, type TokenCache } from "~/platform/token-cache";
import { DriveError, driveErrorFromHttp, unexpectedReply } from "./drive-error.server";
import {
  type DriveFile,
  driveFile,
  driveNameReply,
  FILE_FIELDS,
  fileListReply,
  tokenReply,
} from "./drive-replies";
import type { Folder } from "./mirror-plan";
import { type ServiceAccount, signAssertion } from "./service-account.server";

const TIMEOUT_MS = 20_000;
const TOKEN_ADDRESS = "https://oauth2.googleapis.com/token";
/**
 * The whole drive, not `drive.file`: the folder to write into is one that people have made. The
 * account reaches no more than the shared drive it is a member of.
 */
const SCOPE = "https://www.googleapis.com/auth/drive";
const GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer";

async function assertion(account: ServiceAccount, now: Date): Promise<string> {
  try {
    return await signAssertion(account, { scope: SCOPE, audience: TOKEN_ADDRESS }, now);
  } catch {
    // The error is not passed on: it could quote the key.
    const text = "GOOGLE_PRIVATE_KEY cannot be used: it must be a private key in PEM (PKCS#8).";
    throw new DriveError("UNUSABLE_KEY", text, true);
  }
}

/** A token for the API. @throws DriveError */
export function driveToken(
  send: Fetcher,
  account: ServiceAccount,
  cache: TokenCache,
  clock: Clock,
): Promise<string> {
  const now = clock();
  return cachedToken(cache, now, async () => {
    const body = new URLSearchParams({
      grant_type: GRANT,
      assertion: await assertion(account, now),
    });
    let answer: unknown;
    try {
      const request = new Request(TOKEN_ADDRESS, { method: "POST", body });
      answer = await fetchJson(send, request, TIMEOUT_MS, clock);
    } catch (error) {
      throw error instanceof HttpError ? driveErrorFromHttp(error) : error;
    }
    const reply = v.safeParse(tokenReply, answer);
    if (!reply.success) throw unexpectedReply("token");
    return reply.output;
  });
}

/** Whom to ask, as whom, and about which shared drive. */
export interface DriveClient {
  send: Fetcher;
  account: ServiceAccount;
  tokens: TokenCache;
  clock: Clock;
  driveId: string;
  /** The folder that holds the mirror; the drive itself where none is named. */
  rootId: string;
}

/** Our own mark on a file or folder, by which it is found again. */
export interface AppProperty {
  key: "portalFile" | "portalFolder";
  value: string;
}

/** The mark of a folder of a submission. */
export const folderMark = (submissionId: string, folder: Folder): AppProperty => ({
  key: "portalFolder",
  value: `${submissionId}/${folder}`,
});

const API = "https://www.googleapis.com/drive/v3";
const FOLDER = "application/vnd.google-apps.folder";

/** The headers of a call, with a token for it. @throws DriveError */
export async function authorized(
  { send, account, tokens, clock }: DriveClient,
  headers: HeadersInit = {},
): Promise<Headers> {
  const all = new Headers(headers);
  all.set("Authorization", `Bearer ${await driveToken(send, account, tokens, clock)}`);
  return all;
}

/** The failure behind a refused call; a refused token is forgotten, so that the next try has a new one. */
export function toDriveError(
  { tokens }: Pick<DriveClient, "tokens">,
  error: HttpError,
): DriveError {
  if (error.status === 401) tokens.token = undefined;
  return driveErrorFromHttp(error);
}

async function ask<Schema extends v.GenericSchema>(
  client: DriveClient,
  schema: Schema,
  what: { path: string; query: Record<string, string>; method?: "POST" | "PATCH"; body?: object },
): Promise<v.InferOutput<Schema>> {
  const { path, query, method = "GET", body } = what;
  const url = `${API}/${path}?${new URLSearchParams(query)}`;
  const headers = await authorized(client, body && { "Content-Type": "application/json" });
  let answer: unknown;
  try {
    const request = new Request(url, { method, headers, body: body && JSON.stringify(body) });
    answer = await fetchJson(client.send, request, TIMEOUT_MS, client.clock);
  } catch (error) {
    throw error instanceof HttpError ? toDriveError(client, error) : error;
  }
  const reply = v.safeParse(schema, answer);
  if (!reply.success) throw unexpectedReply(method === "GET" ? "answer" : "confirmation");
  return reply.output;
}

const ALL_DRIVES = { supportsAllDrives: "true" };
/** A text inside a search term. */
const quote = (text: string) => `'${text.replace(/[\\']/g, "\\$&")}'`;

/**
 * The oldest file or folder outside the bin that carries our mark, if there is one.
 * @throws DriveError
 */
export async function findByProperty(
  client: DriveClient,
  { key, value }: AppProperty,
): Promise<DriveFile | undefined> {
  const query = {
    ...ALL_DRIVES,
    q: `appProperties has { key=${quote(key)} and value=${quote(value)} } and trashed = false`,
    corpora: "drive",
    driveId: client.driveId,
    includeItemsFromAllDrives: "true",
    orderBy: "createdTime",
    pageSize: "10",
    fields: `files(${FILE_FIELDS})`,
  };
  const { files } = await ask(client, fileListReply, { path: "files", query });
  return files[0];
}

/** Makes a folder. @throws DriveError */
export async function createFolder(
  client: DriveClient,
  { name, parentId, mark }: { name: string; parentId: string; mark: AppProperty },
): Promise<DriveFile> {
  const body = {
    name,
    mimeType: FOLDER,
    parents: [parentId],
    appProperties: { [mark.key]: mark.value },
  };
  const query = { ...ALL_DRIVES, fields: FILE_FIELDS };
  return ask(client, driveFile, { path: "files", query, method: "POST", body });
}

/** Size and checksum of a file. @throws DriveError, with status 404 for one that is gone. */
export function readFile(client: DriveClient, id: string): Promise<DriveFile> {
  const query = { ...ALL_DRIVES, fields: FILE_FIELDS };
  return ask(client, driveFile, { path: `files/${encodeURIComponent(id)}`, query });
}

/** Puts a file into the bin. @throws DriveError */
async function trashFile(client: DriveClient, id: string): Promise<void> {
  const path = `files/${encodeURIComponent(id)}`;
  const query = { ...ALL_DRIVES, fields: FILE_FIELDS };
  await ask(client, driveFile, { path, query, method: "PATCH", body: { trashed: true } });
}

/** Deletes a file for good, a folder with everything in it. @throws DriveError */
async function deleteFile(client: DriveClient, id: string): Promise<void> {
  const url = `${API}/files/${encodeURIComponent(id)}?${new URLSearchParams(ALL_DRIVES)}`;
  const headers = await authorized(client);
  try {
    const request = new Request(url, { method: "DELETE", headers });
    await fetchText(client.send, request, TIMEOUT_MS, client.clock);
  } catch (error) {
    throw error instanceof HttpError ? toDriveError(client, error) : error;
  }
}

/**
 * Removes a file, or a folder with everything in it, for good. On a shared drive only a manager may do
 * that: where this account is none it goes into the bin, which is better than where it was.
 * @returns what came of it; `deleted` also for what was gone before.
 * @throws DriveError
 */
export async function removeFile(client: DriveClient, id: string): Promise<"deleted" | "trashed"> {
  try {
    try {
      await deleteFile(client, id);
      return "deleted";
    } catch (error) {
      const isForbidden = error instanceof DriveError && error.status === 403 && error.permanent;
      if (!isForbidden) throw error;
      await trashFile(client, id);
      return "trashed";
    }
  } catch (error) {
    if (error instanceof DriveError && error.status === 404) return "deleted";
    throw error;
  }
}

/** Whether the credentials open the drive. @returns its name, for staff. @throws DriveError */
export async function testDrive(client: DriveClient): Promise<string> {
  const { driveId, rootId } = client;
  const fields = "id,name";
  const path = `drives/${encodeURIComponent(driveId)}`;
  const drive = await ask(client, driveNameReply, { path, query: { fields } });
  if (rootId === driveId) return drive.name;
  const query = { ...ALL_DRIVES, fields };
  const root = await ask(client, driveNameReply, {
    path: `files/${encodeURIComponent(rootId)}`,
    query,
  });
  return `${drive.name} / ${root.name}`;
}
