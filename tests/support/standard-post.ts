import { request } from "node:http";
import { BOUNDARY, type FormPart, formBody } from "./form-post";
import { type ApiReply, readApiReply } from "./upload-calls";
import type { Visitor } from "./visitor";

/** The file of the standard call. */
export const filePart = (
  body: Uint8Array,
  fileName = "ferry.wav",
  type = "audio/wav",
): FormPart => ({
  name: "file",
  fileName,
  type,
  body,
});

/** Its text fields. */
export const fieldParts = (fields: Record<string, string>): FormPart[] =>
  Object.entries(fields).map(([name, body]) => ({ name, body }));

/** The form of the specified client for a track. */
export const specifiedForm = { artistName: "Sigrid Vale", fileType: "track", sessionId: "s-1" };

/** Posts a form to the standard call. @param isChunked sends it without Content-Length. */
export function postStandard(
  visitor: Visitor,
  parts: FormPart[],
  isChunked = false,
): Promise<ApiReply> {
  const body = formBody(parts);
  return readApiReply(
    visitor.send("/api/upload", {
      method: "POST",
      headers: { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` },
      body: isChunked ? new Blob([body]).stream() : body,
      ...(isChunked && { duplex: "half" }),
    } as RequestInit),
  );
}

/** A post that is paused in the middle. */
interface PausedPost {
  /** Sends on up to a byte, and pauses again. */
  sendUpTo: (end: number) => Promise<void>;
  /** Sends the rest. @returns the answer. */
  finish: () => Promise<{ status: number; text: string }>;
  /** Closes the connection. */
  hangUp: () => void;
}

/** Sends the first `upTo` bytes of a form with backpressure, and pauses. */
export function pausedPost(
  visitor: Visitor,
  path: string,
  body: Uint8Array,
  upTo: number,
): Promise<PausedPost> {
  return new Promise((resolve, reject) => {
    const headers = {
      Cookie: visitor.cookie,
      Connection: "close",
      "CF-Connecting-IP": visitor.address,
      "Content-Type": `multipart/form-data; boundary=${BOUNDARY}`,
      "Content-Length": body.length,
    };
    const call = request(visitor.base + path, { method: "POST", headers, agent: false });
    const answer = new Promise<{ status: number; text: string }>((resolve, reject) => {
      call.on("error", reject);
      call.on("response", (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          text += chunk;
        });
        response.on("error", reject);
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
      });
    });
    answer.catch(reject);
    let offset = 0;
    const sendUpTo = (end: number) =>
      new Promise<void>((resolve) => {
        const write = () => {
          if (offset >= end) return resolve();
          const slice = body.subarray(offset, Math.min(end, offset + 64 * 1024));
          offset += slice.length;
          call.write(slice, write);
        };
        write();
      });
    const finish = () => {
      call.end(body.subarray(offset));
      return answer;
    };
    sendUpTo(upTo).then(() => resolve({ sendUpTo, finish, hangUp: () => call.destroy() }));
  });
}
