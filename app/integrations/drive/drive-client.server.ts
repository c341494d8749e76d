import * as v from "valibot";
import type { Folder } from "~/domain/mirror/mirror-plan";
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
import { type ServiceAccount, signAssertion } from "./service-account.server";

const TIMEOUT_MS = 20_000;
const TOKEN_ADDRESS = "https://oauth2.googleapis.com/token";
/**
 * Not `drive.file`, because people created the target folder. The account only reaches its shared
 * drive.
 */
const SCOPE = "https://www.googleapis.com/auth/drive";
const GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer";

async function createAssertion(account: ServiceAccount, now: Date): Promise<string> {
  try {
    return await signAssertion(account, { scope: SCOPE, audience: TOKEN_ADDRESS }, now);
  } catch {
    // The error could quote the key.
    const text = "GOOGLE_PRIVATE_KEY cannot be used: it must be a private key in PEM (PKCS#8).";
    throw new DriveError("UNUSABLE_KEY", text, true);
  }
}

export function driveToken(
  fetcher: Fetcher,
  account: ServiceAccount,
  cache: TokenCache,
  clock: Clock,
): Promise<string> {
  const now = clock();
  return cachedToken(cache, now, async () => {
    const body = new URLSearchParams({
      grant_type: GRANT,
      assertion: await createAssertion(account, now),
    });
    let answer: unknown;
    try {
      const request = new Request(TOKEN_ADDRESS, { method: "POST", body });
      answer = await fetchJson(fetcher, request, TIMEOUT_MS, clock);
    } catch (error) {
      throw error instanceof HttpError ? driveErrorFromHttp(error) : error;
    }
    const reply = v.safeParse(tokenReply, answer);
    if (!reply.success) throw unexpectedReply("token");
    return reply.output;
  });
}

export interface DriveClient {
  fetcher: Fetcher;
  account: ServiceAccount;
  tokens: TokenCache;
  clock: Clock;
  driveId: string;
  /** Target folder; the drive itself by default. */
  rootId: string;
}

/** Our mark on a file or folder, to find it again. */
export interface AppProperty {
  key: "portalFile" | "portalFolder";
  value: string;
}

export const folderMark = (submissionId: string, folder: Folder): AppProperty => ({
  key: "portalFolder",
  value: `${submissionId}/${folder}`,
});

const API = "https://www.googleapis.com/drive/v3";
const FOLDER = "application/vnd.google-apps.folder";

/** Adds a token. @throws DriveError */
export async function authorized(
  { fetcher, account, tokens, clock }: DriveClient,
  headers: HeadersInit = {},
): Promise<Headers> {
  const allHeaders = new Headers(headers);
  allHeaders.set("Authorization", `Bearer ${await driveToken(fetcher, account, tokens, clock)}`);
  return allHeaders;
}

/** Converts an HTTP error; a 401 also drops the cached token. */
export function toDriveError(
  { tokens }: Pick<DriveClient, "tokens">,
  error: HttpError,
): DriveError {
  if (error.status === 401) tokens.token = undefined;
  return driveErrorFromHttp(error);
}

async function callApi<Schema extends v.GenericSchema>(
  client: DriveClient,
  schema: Schema,
  call: { path: string; query: Record<string, string>; method?: "POST" | "PATCH"; body?: object },
): Promise<v.InferOutput<Schema>> {
  const { path, query, method = "GET", body } = call;
  const url = `${API}/${path}?${new URLSearchParams(query)}`;
  const headers = await authorized(client, body && { "Content-Type": "application/json" });
  let answer: unknown;
  try {
    const request = new Request(url, { method, headers, body: body && JSON.stringify(body) });
    answer = await fetchJson(client.fetcher, request, TIMEOUT_MS, client.clock);
  } catch (error) {
    throw error instanceof HttpError ? toDriveError(client, error) : error;
  }
  const reply = v.safeParse(schema, answer);
  if (!reply.success) throw unexpectedReply(method === "GET" ? "answer" : "confirmation");
  return reply.output;
}

const ALL_DRIVES = { supportsAllDrives: "true" };
const quote = (text: string) => `'${text.replace(/[\\']/g, "\\$&")}'`;

/** The oldest file or folder with our mark, not in the bin. @throws DriveError */
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
  const { files } = await callApi(client, fileListReply, { path: "files", query });
  return files[0];
}

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
  return callApi(client, driveFile, { path: "files", query, method: "POST", body });
}

/** @throws DriveError with status 404 for a missing file. */
export function readFile(client: DriveClient, id: string): Promise<DriveFile> {
  const query = { ...ALL_DRIVES, fields: FILE_FIELDS };
  return callApi(client, driveFile, { path: `files/${encodeURIComponent(id)}`, query });
}

async function trashFile(client: DriveClient, id: string): Promise<void> {
  const path = `files/${encodeURIComponent(id)}`;
  const query = { ...ALL_DRIVES, fields: FILE_FIELDS };
  await callApi(client, driveFile, { path, query, method: "PATCH", body: { trashed: true } });
}

/** Includes the contents of a folder. @throws DriveError */
async function deleteFile(client: DriveClient, id: string): Promise<void> {
  const url = `${API}/files/${encodeURIComponent(id)}?${new URLSearchParams(ALL_DRIVES)}`;
  const headers = await authorized(client);
  try {
    const request = new Request(url, { method: "DELETE", headers });
    await fetchText(client.fetcher, request, TIMEOUT_MS, client.clock);
  } catch (error) {
    throw error instanceof HttpError ? toDriveError(client, error) : error;
  }
}

/**
 * Deletes a file or folder for good. Only managers of a shared drive may do so: otherwise it goes
 * to the bin.
 * @returns `deleted` also if it did not exist.
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

/** Checks the credentials. @returns name of the drive, for staff. @throws DriveError */
export async function testDrive(client: DriveClient): Promise<string> {
  const { driveId, rootId } = client;
  const fields = "id,name";
  const path = `drives/${encodeURIComponent(driveId)}`;
  const drive = await callApi(client, driveNameReply, { path, query: { fields } });
  if (rootId === driveId) return drive.name;
  const query = { ...ALL_DRIVES, fields };
  const root = await callApi(client, driveNameReply, {
    path: `files/${encodeURIComponent(rootId)}`,
    query,
  });
  return `${drive.name} / ${root.name}`;
}
