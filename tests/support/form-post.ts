import { request } from "node:http";
import type { Visitor } from "./visitor";

/** A field or a file of a form post. A body that is a list is written as it comes. */
export interface FormPart {
  name: string;
  /** Makes it a file. Written into the header as given: browsers write a quote as %22. */
  fileName?: string;
  /** Content-Type of the file. */
  type?: string;
  body: string | Uint8Array | Iterable<Uint8Array>;
  /** Bytes of `body`; needed for a list. */
  size?: number;
}

export const BOUNDARY = "----formdata-portal-0123456789";

/** A name or file name as browsers write it into a form's header (HTML standard, multipart). */
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

function* encodeParts(parts: FormPart[]): Iterable<Uint8Array> {
  for (const part of parts) {
    yield head(part);
    yield* pieces(part);
    yield BREAK;
  }
  yield END;
}

/** A whole form post in memory. */
export function formBody(parts: FormPart[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat([...encodeParts(parts)]));
}

/** What came back: status, where it leads, and the page. */
interface Reply {
  status: number;
  location: string | undefined;
  html: string;
}

/**
 * Posts a form as a page without script does, one piece at a time and never faster than the server
 * reads, so that a file of any size takes no memory here.
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
    // A connection of its own: a server that has refused a form before may be closing the last one.
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
