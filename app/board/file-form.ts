/** A file as a multipart form names it; `size` in bytes. */
export interface FormFile {
  name: string;
  contentType: string;
  size: number;
}

/** What stands around the file's bytes in the body of an upload, and the length of the whole. */
export interface FileForm {
  contentType: string;
  head: Uint8Array;
  tail: Uint8Array;
  /** Bytes, the file's included. */
  length: number;
}

/** A name as a quoted string of a form takes it. */
const quoted = (name: string) =>
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
  const opening = `${part("0")}; filename="${quoted(file.name)}"\r\nContent-Type: ${file.contentType}\r\n\r\n`;
  const head = new TextEncoder().encode(texts.join("") + opening);
  const tail = new TextEncoder().encode(`\r\n--${boundary}--\r\n`);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    head,
    tail,
    length: head.length + file.size + tail.length,
  };
}
