import * as v from "valibot";
import { PART_BYTES } from "~/domain/uploads/upload-plan";
import { type HttpClient, parseAnswer } from "./bench-client";

/** An upload in progress: how to send a part, and how to complete it. */
interface OpenUpload {
  partSize: number;
  sendPart: (number: number, bytes: Uint8Array) => Promise<void>;
  complete: () => Promise<void>;
  remove: () => Promise<void>;
}

/** Something a file can be uploaded to. */
export interface UploadTarget {
  name: string;
  /** Process group of the workers, to read their CPU time. */
  pid: number;
  open: (size: number) => Promise<OpenUpload>;
  /** Closes the connections; the next upload opens new ones. */
  hangUp: () => void;
}

const json = { "Content-Type": "application/json" };
const startedSchema = v.object({
  uploadId: v.string(),
  partSize: v.number(),
  parts: v.number(),
});
const signedSchema = v.object({
  urls: v.array(v.object({ number: v.number(), url: v.string() })),
});
/** The most links that one call signs. */
const LINKS_AT_ONCE = 20;

/** The app: a new draft, then the calls that the browser makes. */
export async function appTarget(client: HttpClient, pid: number): Promise<UploadTarget> {
  const { cookie } = await client.send("GET", "/submit");
  if (!cookie) throw new Error("The app opened no draft.");
  const headers = { Cookie: cookie };
  const post = async (path: string, body: object) =>
    parseAnswer(await client.send("POST", path, { ...headers, ...json }, JSON.stringify(body)));
  return {
    name: "app",
    pid,
    hangUp: client.hangUp,
    open: async (fileSize) => {
      const slot = { fileName: "bench.wav", fileType: "track", slot: "audio:track-1" };
      const file = { ...slot, fileSize, partSize: PART_BYTES };
      const startReply = await post("/api/cloud-storage/upload-url", file);
      const { uploadId, partSize, parts } = v.parse(startedSchema, startReply);
      const upload = `/api/cloud-storage/uploads/${uploadId}`;
      const links = new Map<number, string>();
      for (let first = 1; first <= parts; first += LINKS_AT_ONCE) {
        const length = Math.min(LINKS_AT_ONCE, parts - first + 1);
        const numbers = Array.from({ length }, (_, index) => first + index);
        const linksReply = await post(`${upload}/part-urls`, { numbers });
        for (const { number, url } of v.parse(signedSchema, linksReply).urls)
          links.set(number, url);
      }
      return {
        partSize,
        // Without the cookie: the link's signature alone permits to send the part.
        sendPart: async (number, bytes) =>
          void parseAnswer(await client.send("PUT", links.get(number) ?? "", {}, bytes)),
        complete: async () => void (await post("/api/cloud-storage/process-upload", { uploadId })),
        remove: async () => void parseAnswer(await client.send("DELETE", upload, headers)),
      };
    },
  };
}

const bareStartedSchema = v.object({ key: v.string(), uploadId: v.string() });
const bareStoredSchema = v.object({ partNumber: v.number(), etag: v.string() });

/** The bare worker. The client keeps the state that the app keeps in its database. */
export function bareTarget(client: HttpClient, pid: number, partSize: number): UploadTarget {
  return {
    name: "bare",
    pid,
    hangUp: client.hangUp,
    open: async () => {
      const startReply = parseAnswer(await client.send("POST", "/uploads"));
      const { key, uploadId } = v.parse(bareStartedSchema, startReply);
      const path = `/uploads/${encodeURIComponent(uploadId)}?key=${encodeURIComponent(key)}`;
      const storedParts: v.InferOutput<typeof bareStoredSchema>[] = [];
      return {
        partSize,
        sendPart: async (number, bytes) => {
          const answer = parseAnswer(await client.send("PUT", `${path}&part=${number}`, {}, bytes));
          storedParts.push(v.parse(bareStoredSchema, answer));
        },
        complete: async () => {
          const parts = storedParts.sort((a, b) => a.partNumber - b.partNumber);
          const answer = await client.send("POST", path, json, JSON.stringify(parts));
          if (answer.status !== 200) throw new Error(`Joining failed: ${answer.body}`);
        },
        remove: async () => void (await client.send("DELETE", path)),
      };
    },
  };
}
