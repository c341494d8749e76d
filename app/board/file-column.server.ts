import * as v from "valibot";
import { BoardError } from "./board-error.server";
import {
  boardHeaders,
  ENDPOINT,
  type MondayClient,
  queryBoard,
  requestBoard,
} from "./board-request.server";
import { ADD_FILE, ITEM_FILES } from "./graphql-documents";
import { boardId } from "./monday-client.server";

/** A file as a multipart form names it; `size` in bytes. */
interface FormFile {
  name: string;
  contentType: string;
  size: number;
}

/** What stands around the file's bytes in the body of an upload, and the length of the whole. */
interface FileForm {
  contentType: string;
  head: Uint8Array;
  tail: Uint8Array;
  /** Bytes, the file's included. */
  length: number;
}

/** A name as a quoted string of a form takes it. */
const quote = (name: string) =>
  name
    .replace(/\r?\n|\r/g, " ")
    .replace(/"/g, "%22")
    .replace(/\\/g, "%5C");

/**
 * The multipart form of a GraphQL call with one file, as the board's own client sends it: the
 * document, its variables with null where the file goes, a map from the file's part to that
 * variable, and the file last.
 * @param boundary a text that the file does not contain.
 */
export function fileForm(
  call: { query: string; variables: Record<string, unknown>; fileVariable: string },
  file: FormFile,
  boundary: string,
): FileForm {
  const fields = {
    query: call.query,
    variables: JSON.stringify({ ...call.variables, [call.fileVariable]: null }),
    map: JSON.stringify({ 0: [`variables.${call.fileVariable}`] }),
  };
  const part = (name: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`;
  const texts = Object.entries(fields).map(([name, text]) => `${part(name)}\r\n\r\n${text}\r\n`);
  const opening = `${part("0")}; filename="${quote(file.name)}"\r\nContent-Type: ${file.contentType}\r\n\r\n`;
  const head = new TextEncoder().encode(texts.join("") + opening);
  const tail = new TextEncoder().encode(`\r\n--${boundary}--\r\n`);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    head,
    tail,
    length: head.length + file.size + tail.length,
  };
}

/** The most a file column takes, in bytes: not in the reference, but what its users report. */
export const FILE_LIMIT = 500_000_000;
/** A worker holds a job for two minutes; what takes longer would be sent by a second one as well. */
const LONGEST_MS = 75_000;

/** Two ends of a pipe whose bytes are counted beforehand, so that a request can tell its length. */
export type FixedLengthPipe = (length: number) => {
  readable: ReadableStream<Uint8Array>;
  writable: WritableStream<Uint8Array>;
};
/** Such a pipe of the platform. */
export const fixedLength: FixedLengthPipe = (length) => new FixedLengthStream(length);

const filesSchema = v.object({
  items: v.array(
    v.object({
      assets: v.nullable(
        v.array(v.object({ id: boardId, name: v.string(), file_size: v.number() })),
      ),
    }),
  ),
});
const addedSchema = v.object({ add_file_to_column: v.object({ id: boardId }) });

/** The board may tidy the signs of a name, not its letters and digits. */
const tidy = (name: string) =>
  name
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/**
 * The file of this name and size in a column of an item, if it is there.
 * @throws BoardError
 */
export async function findFile(
  client: MondayClient,
  to: { itemId: string; columnId: string },
  { name, size }: Pick<FormFile, "name" | "size">,
): Promise<string | undefined> {
  const variables = { itemIds: [to.itemId], columnIds: [to.columnId] };
  const data = await queryBoard(client, filesSchema, ITEM_FILES, variables);
  return data.items
    .flatMap(({ assets }) => assets ?? [])
    .find((asset) => asset.file_size === size && tidy(asset.name) === tidy(name))?.id;
}

/** Writes head, file and tail into a pipe; a source that breaks breaks the request with it. */
async function pump(
  writable: WritableStream<Uint8Array>,
  { head, tail }: { head: Uint8Array; tail: Uint8Array },
  bytes: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  const before = writable.getWriter();
  await before.write(head);
  before.releaseLock();
  await bytes.pipeTo(writable, { preventClose: true, signal });
  const after = writable.getWriter();
  await after.write(tail);
  await after.close();
}

/** How a form is refused whose file broke off: for good, though the fault is ours and passes. */
const ofHalfForms = new Set(["JsonParseException", "HTTP_400"]);

/**
 * Adds a file to a column of an item, streamed. The column keeps what it has: look by
 * {@link findFile} first.
 * @returns the id of the file on the board.
 * @throws BoardError
 */
export async function addFile(
  client: MondayClient,
  to: { itemId: string; columnId: string; idempotencyKey: string },
  file: FormFile & { bytes: ReadableStream<Uint8Array> },
  pipe: FixedLengthPipe,
): Promise<string> {
  const { idempotencyKey, ...variables } = to;
  const boundary = `----portal${crypto.randomUUID()}`;
  const form = fileForm({ query: ADD_FILE, variables, fileVariable: "file" }, file, boundary);
  const headers = boardHeaders(client, idempotencyKey);
  headers.set("Content-Type", form.contentType);
  const { readable, writable } = pipe(form.length);
  const controller = new AbortController();
  let pumpError: unknown;
  // Not waited for: a board that answers early reads no further, and nothing would end the wait.
  pump(writable, form, file.bytes, controller.signal).catch((error: unknown) => {
    pumpError = error;
  });
  try {
    const init = { method: "POST", headers, body: readable, duplex: "half" };
    const request = new Request(`${ENDPOINT}/file`, init);
    const { data } = await requestBoard(client, addedSchema, request, LONGEST_MS);
    return data.add_file_to_column.id;
  } catch (error) {
    if (pumpError === undefined || !(error instanceof BoardError)) throw error;
    if (!ofHalfForms.has(error.code)) throw error;
    throw new BoardError("FILE_CUT", `The file broke off: ${pumpError}`, { permanent: false });
  } finally {
    controller.abort();
  }
}
