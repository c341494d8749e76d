import { request } from "node:http";
import { BOUNDARY, type FormPart, formBody } from "./form-post";
import { type ApiReply, readApiReply } from "./upload-calls";
import type { Visitor } from "./visitor";

/** The file of the standard call. */
export const fileOf = (body: Uint8Array, fileName = "ferry.wav", type = "audio/wav"): FormPart => ({
  name: "file",
  fileName,
  type,
  body,
});

/** Its text fields. */
export const fieldsOf = (fields: Record<string, string>): FormPart[] =>
  Object.entries(fields).map(([name, body]) => ({ name, body }));

/** What the specified client says of a track. */
export const specifiedForm = { artistName: "Sigrid Vale", fileType: "track", sessionId: "s-1" };

/** Posts a form to the standard call; `untold` without its length. */
export function postStandard(
  visitor: Visitor,
  parts: FormPart[],
  untold = false,
): Promise<ApiReply> {
  const body = formBody(parts);
  return readApiReply(
    visitor.send("/api/upload", {
      method: "POST",
      headers: { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` },
      body: untold ? new Blob([body]).stream() : body,
      ...(untold && { duplex: "half" }),
    } as RequestInit),
  );
}

/** A post that has stopped in the middle. */
interface PausedPost {
  /** Sends on up to so many bytes of it, and stops again. */
  goOn: (to: number) => Promise<void>;
  /** Sends the rest. @returns the answer. */
  finish: () => Promise<{ status: number; text: string }>;
  /** Closes the connection. */
  hangUp: () => void;
}

/** Sends the first `upTo` bytes of a form, never faster than they are taken, and stops there. */
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
        response.on("data", (more: string) => {
          text += more;
        });
        response.on("error", reject);
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
      });
    });
    answer.catch(reject);
    let at = 0;
    const goOn = (to: number) =>
      new Promise<void>((resolve) => {
        const write = () => {
          if (at >= to) return resolve();
          const some = body.subarray(at, Math.min(to, at + 64 * 1024));
          at += some.length;
          call.write(some, write);
        };
        write();
      });
    const finish = () => {
      call.end(body.subarray(at));
      return answer;
    };
    goOn(upTo).then(() => resolve({ goOn, finish, hangUp: () => call.destroy() }));
  });
}
