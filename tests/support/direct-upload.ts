import { SONG } from "./draft-at";
import type { Visitor } from "./visitor";

/** What the direct route answered to a file that was announced. */
export interface Plan {
  uploadId: string;
  uploadUrl: string;
  partSize: number;
  parts: number;
}

/** An answer of the API with its body opened. */
export interface ApiReply {
  status: number;
  body: { success?: boolean; error?: string; [name: string]: unknown };
}

export async function opened(coming: Promise<Response>): Promise<ApiReply> {
  const response = await coming;
  return { status: response.status, body: (await response.json()) as ApiReply["body"] };
}

/** Announces a file by the direct route. */
export async function begin(
  visitor: Visitor,
  fileSize: number,
  file: { slot: string; fileType: string; fileName: string } = SONG,
): Promise<Plan> {
  const reply = await visitor.json("/api/cloud-storage/upload-url", { ...file, fileSize });
  if (!reply.ok) throw new Error(await reply.text());
  return (await reply.json()) as Plan;
}

/** Sends one part. */
export function sendPart(
  visitor: Visitor,
  plan: Plan,
  number: number | string,
  body: Uint8Array<ArrayBuffer>,
): Promise<ApiReply> {
  return opened(visitor.send(`${plan.uploadUrl}${number}`, { method: "PUT", body }));
}

/** Asks the server to join the parts and to judge the file. */
export function finish(visitor: Visitor, { uploadId }: Pick<Plan, "uploadId">): Promise<ApiReply> {
  return opened(visitor.json("/api/cloud-storage/process-upload", { uploadId }));
}
