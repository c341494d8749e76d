import { request } from "node:http";
import type { Visitor } from "./visitor";

/** A field or a file of a form post. An iterable body is streamed. */
export interface FormPart {
  name: string;
  /** Makes it a file. Written into the header unescaped; browsers write a quote as %22. */
  fileName?: string;
  /** Content-Type of the file. */
  type?: string;
  body: string | Uint8Array | Iterable<Uint8Array>;
  /** Bytes of `body`; required for an iterable. */
  size?: number;
}

export const BOUNDARY = "----formdata-portal-0123456789";

/** Escapes a name or file name as browsers do (HTML standard, multipart). */
export function escapeFormName(name: string): string {
  return name.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");
}

function head({ name, fileName, type }: FormPart): Buffer {
  const file = fileName === undefined ? "" : `; filename="${fileName}"`;
  const contentTypeLine = fileName === undefined ? "" : `\r\nContent-Type: ${type ?? "audio/wav"}`;
  return Buffer.from(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}${contentTypeLine}\r\n\r\n`,
  );
}

const END = Buffer.from(`--${BOUNDARY}--\r\n`);
const BREAK = Buffer.from("\r\n");

function pieces({ body }: FormPart): Iterable<Uint8Array> {
  if (typeof body === "string") return [Buffer.from(body)];
  return body instanceof Uint8Array ? [body] : body;
}

function partSize({ body, size }: FormPart): number {
  if (typeof body === "string") return Buffer.byteLength(body);
  return body instanceof Uint8Array ? body.length : (size ?? 0);
}

function* encodeParts(parts: readonly FormPart[]): Iterable<Uint8Array> {
  for (const part of parts) {
    yield head(part);
    yield* pieces(part);
    yield BREAK;
  }
  yield END;
}

/** A whole form post in memory. */
export function formBody(parts: readonly FormPart[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat([...encodeParts(parts)]));
}

interface Reply {
  status: number;
  location: string | undefined;
  html: string;
}

/**
 * Posts a form as a page without script does, streamed with backpressure, so that files of any size
 * need no memory.
 */
export function postForm(visitor: Visitor, path: string, parts: FormPart[]): Promise<Reply> {
  const length = parts.reduce(
    (sum, part) => sum + head(part).length + partSize(part) + BREAK.length,
    END.length,
  );
  return new Promise((resolve, reject) => {
    const headers = {
      Cookie: visitor.cookie,
      "CF-Connecting-IP": visitor.address,
      "Content-Type": `multipart/form-data; boundary=${BOUNDARY}`,
      "Content-Length": length,
    };
    // A new connection, as a server that has refused a form may be closing the last one.
    const options = { method: "POST", headers, agent: false };
    const call = request(visitor.base + path, options, (response) => {
      let html = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        html += chunk;
      });
      response.on("error", reject);
      response.on("end", () => {
        const { location } = response.headers;
        resolve({ status: response.statusCode ?? 0, location, html });
      });
    });
    call.on("error", reject);
    const source = encodeParts(parts)[Symbol.iterator]();
    const write = () => {
      for (let piece = source.next(); !piece.done; piece = source.next())
        if (!call.write(piece.value)) return void call.once("drain", write);
      call.end();
    };
    write();
  });
}
