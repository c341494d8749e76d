import { TransferTimeout } from "./transfer-timeout";

export type BodyFault = "too-large" | "cut";
type BodyFailure = { ok: false; reason: BodyFault };

type BodyRead = { ok: true; text: string } | BodyFailure;

/** Milliseconds without a byte, and in all, after which a small body is given up. */
const TIMEOUT_MS = 8_000;
const MAX_TOTAL_MS = 60_000;

interface BodyTimes {
  silenceMs?: number;
  totalMs?: number;
}

const CUT: BodyFailure = { ok: false, reason: "cut" };
const TOO_LARGE: BodyFailure = { ok: false, reason: "too-large" };

/** Undefined when the sender is gone or too slow. @param maxRemainingMs after this read. */
export async function readChunk(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  timeout: TransferTimeout,
  maxRemainingMs?: number,
) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const startedAt = Date.now();
  const silence = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timeout.remainingMs);
  });
  try {
    const next = await Promise.race([reader.read(), silence]);
    timeout.spend(Date.now() - startedAt, next?.value?.length ?? 0, maxRemainingMs);
    return next;
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/** Reads a whole body, but never more than `maxBytes` of it. */
export async function readBytes(
  { headers, body }: Pick<Request, "headers" | "body">,
  maxBytes: number,
  { silenceMs = TIMEOUT_MS, totalMs = MAX_TOTAL_MS }: BodyTimes = {},
): Promise<{ ok: true; bytes: Uint8Array } | BodyFailure> {
  if (Number(headers.get("Content-Length") ?? 0) > maxBytes) return TOO_LARGE;
  if (!body) return { ok: true, bytes: new Uint8Array(0) };
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  const timeout = new TransferTimeout(silenceMs);
  const end = Date.now() + totalMs;
  let size = 0;
  for (;;) {
    const next = await readChunk(reader, timeout, Math.min(silenceMs, end - Date.now()));
    if (!next) return CUT;
    if (next.done) break;
    size += next.value.length;
    if (size > maxBytes) {
      reader.releaseLock();
      return TOO_LARGE;
    }
    chunks.push(next.value);
  }
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return { ok: true, bytes };
}

/** Reads a body as text (UTF-8; invalid bytes become U+FFFD). */
export async function readBody(
  request: Pick<Request, "headers" | "body">,
  maxBytes: number,
  times?: BodyTimes,
): Promise<BodyRead> {
  const result = await readBytes(request, maxBytes, times);
  return result.ok ? { ok: true, text: new TextDecoder().decode(result.bytes) } : result;
}
