import * as v from "valibot";
import {
  boardHeaders,
  boardId,
  ENDPOINT,
  type MondayClient,
  queryBoard,
  requestBoard,
} from "./board-request.server";
import { ADD_FILE, itemFilesDocument } from "./graphql-documents";
import { MondayError } from "./monday-error.server";

/** `size` in bytes. */
interface FormFile {
  name: string;
  contentType: string;
  size: number;
}

const quote = (name: string) =>
  name
    .replace(/\r?\n|\r/g, " ")
    .replace(/"/g, "%22")
    .replace(/\\/g, "%5C");

/**
 * Multipart form of a GraphQL call with one file, as sent by the board's own client: query,
 * variables with null for the file, map, and the file last.
 * @param boundary a text that the file does not contain.
 */
export function fileForm(
  call: { query: string; variables: Record<string, unknown>; fileVariable: string },
  file: FormFile,
  boundary: string,
) {
  const fields = {
    query: call.query,
    variables: JSON.stringify({ ...call.variables, [call.fileVariable]: null }),
    map: JSON.stringify({ 0: [`variables.${call.fileVariable}`] }),
  };
  const part = (name: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`;
  const texts = Object.entries(fields).map(([name, text]) => `${part(name)}\r\n\r\n${text}\r\n`);
  const fileHeader = `${part("0")}; filename="${quote(file.name)}"\r\nContent-Type: ${file.contentType}\r\n\r\n`;
  const head = new TextEncoder().encode(texts.join("") + fileHeader);
  const tail = new TextEncoder().encode(`\r\n--${boundary}--\r\n`);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    head,
    tail,
    /** In bytes, including the file. */
    length: head.length + file.size + tail.length,
  };
}

/** Limit of a file column in bytes; not documented, but reported by users. */
export const FILE_LIMIT = 500_000_000;
/** Less than the lease of a job, or another worker would send the file again. */
const MAX_UPLOAD_MS = 75_000;

/** A pipe of known length, so that the request has a Content-Length. */
export type FixedLengthPipe = (length: number) => {
  readable: ReadableStream<Uint8Array>;
  writable: WritableStream<Uint8Array>;
};
export const fixedLength: FixedLengthPipe = (length) => new FixedLengthStream(length);

const assetSchema = v.object({ id: boardId, name: v.string(), file_size: v.number() });
const filesSchema = v.object({
  items: v.array(v.record(v.string(), v.nullable(v.array(assetSchema)))),
});
const addedSchema = v.object({ add_file_to_column: v.object({ id: boardId }) });

/** The board may change punctuation of a name, but not letters and digits. */
const normalizeName = (name: string) =>
  name
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** Finds a file of a column by name and size. */
export type FindFile = (
  columnId: string,
  file: Pick<FormFile, "name" | "size">,
) => string | undefined;

/** Reads the files of some columns of an item, in one call. @throws MondayError */
export async function readFiles(
  client: MondayClient,
  itemId: string,
  columnIds: readonly string[],
): Promise<FindFile> {
  const variables = Object.fromEntries(columnIds.map((id, n) => [`columnId${n}`, id]));
  const document = itemFilesDocument(columnIds.length);
  const { items } = await queryBoard(client, filesSchema, document, {
    itemIds: [itemId],
    ...variables,
  });
  return (columnId, { name, size }) =>
    items
      .flatMap((item) => item[`column${columnIds.indexOf(columnId)}`] ?? [])
      .find(
        (asset) => asset.file_size === size && normalizeName(asset.name) === normalizeName(name),
      )?.id;
}

/** Writes head, file and tail; a failing source aborts the request. */
async function pump(
  writable: WritableStream<Uint8Array>,
  { head, tail }: { head: Uint8Array; tail: Uint8Array },
  bytes: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  const headWriter = writable.getWriter();
  await headWriter.write(head);
  headWriter.releaseLock();
  await bytes.pipeTo(writable, { preventClose: true, signal });
  const tailWriter = writable.getWriter();
  await tailWriter.write(tail);
  await tailWriter.close();
}

/** Codes of permanent refusals that a truncated form causes, although retrying helps. */
const truncatedFormCodes = new Set(["JsonParseException", "HTTP_400"]);

/**
 * Uploads a file to a column. It adds to existing files: check {@link readFiles} first.
 * @returns the id of the file on the board.
 * @throws MondayError
 */
export async function addFile(
  client: MondayClient,
  target: { itemId: string; columnId: string; idempotencyKey: string },
  file: FormFile & { bytes: ReadableStream<Uint8Array> },
  pipe: FixedLengthPipe,
): Promise<string> {
  const { idempotencyKey, ...variables } = target;
  const boundary = `----portal${crypto.randomUUID()}`;
  const form = fileForm({ query: ADD_FILE, variables, fileVariable: "file" }, file, boundary);
  const headers = boardHeaders(client, idempotencyKey);
  headers.set("Content-Type", form.contentType);
  const { readable, writable } = pipe(form.length);
  const controller = new AbortController();
  let pumpError: unknown;
  // Not awaited: a board that answers early stops reading, and the pump would never end.
  pump(writable, form, file.bytes, controller.signal).catch((error: unknown) => {
    pumpError = error;
  });
  try {
    const init = { method: "POST", headers, body: readable, duplex: "half" };
    const request = new Request(`${ENDPOINT}/file`, init);
    const { data } = await requestBoard(client, addedSchema, request, MAX_UPLOAD_MS);
    return data.add_file_to_column.id;
  } catch (error) {
    if (pumpError === undefined || !(error instanceof MondayError)) throw error;
    if (!truncatedFormCodes.has(error.code)) throw error;
    throw new MondayError("FILE_CUT", `The file broke off: ${pumpError}`, { permanent: false });
  } finally {
    controller.abort();
  }
}
