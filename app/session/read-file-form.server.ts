import {
  BrokenFormError,
  type Chunks,
  type FilePart,
  readFormParts,
} from "~/forms/form-parts.server";
import { INCOMPLETE_FORM_TEXT, NO_FORM_TEXT, readFormText, TOO_MUCH_TEXT } from "./read-small-form";
import { refusal } from "./refusal";

type Fields = [string, string][];

interface FileForm {
  /** Of the whole form, and of its fields. */
  limits: { bytes: number; fieldBytes: number };
  tooLargeText: string;
  /** Of the fields. */
  tooMuchText?: string;
  /** Reads a file to its end; an empty file field has no file name. @param fields those before it. */
  onFile: (file: FilePart, fields: Fields) => Promise<void>;
}

/**
 * The fields of a posted form, in either encoding. Its files are handed on one after the other as they arrive.
 * @throws Response a refusal: 415 if it is no form, 413 if too large, 408 if it stops arriving, 400 if
 * broken.
 */
export async function readFileForm(request: Request, form: FileForm): Promise<Fields> {
  const { limits, tooLargeText, tooMuchText = TOO_MUCH_TEXT, onFile } = form;
  const type = request.headers.get("Content-Type")?.toLowerCase() ?? "";
  if (type.startsWith("application/x-www-form-urlencoded"))
    return [...new URLSearchParams(await readFormText(request, limits.fieldBytes, tooMuchText))];
  if (!type.startsWith("multipart/form-data")) throw refusal(415, NO_FORM_TEXT);
  const fields: Fields = [];
  let remainingBytes = limits.fieldBytes;
  try {
    for await (const part of readFormParts(request, limits)) {
      if (part.kind === "file") {
        await onFile(part, fields);
        continue;
      }
      remainingBytes -= part.name.length + part.value.length;
      if (remainingBytes < 0) throw refusal(413, tooMuchText);
      fields.push([part.name, part.value]);
    }
  } catch (error) {
    if (!(error instanceof BrokenFormError)) throw error;
    if (error.reason === "TooLarge") throw refusal(413, tooLargeText);
    if (error.reason === "ReachedLimit") throw refusal(413, tooMuchText);
    throw refusal(error.reason === "Cut" ? 408 : 400, INCOMPLETE_FORM_TEXT);
  }
  return fields;
}

/** Reads a file to its end; undefined, and not in memory, if it is longer than this. */
export async function readFileUpTo(chunks: Chunks, maxBytes: number) {
  const stored: Uint8Array[] = [];
  let size = 0;
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    size += next.value.length;
    if (size <= maxBytes) stored.push(next.value);
    else stored.length = 0;
  }
  if (size > maxBytes) return undefined;
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of stored) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}
