/** How sending one part ended. `retry` is worth another try; `final` is not. */
export type PartOutcome =
  | { kind: "stored" }
  | { kind: "retry"; text: string }
  | { kind: "final"; text: string };

/** A part without a byte of progress for this long is dropped and sent again (design, section 4). */
export const STALL_MS = 45_000;

function textOf(body: string): string | undefined {
  try {
    const reply: unknown = JSON.parse(body);
    if (typeof reply !== "object" || reply === null || !("error" in reply)) return undefined;
    return typeof reply.error === "string" ? reply.error : undefined;
  } catch {
    return undefined;
  }
}

/** Sends one part by PUT. XMLHttpRequest, because fetch tells nothing about what has been sent. */
export function sendPart(
  url: string,
  part: Blob,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<PartOutcome> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    let stalled: ReturnType<typeof setTimeout>;
    const watch = () => {
      clearTimeout(stalled);
      stalled = setTimeout(() => request.abort(), STALL_MS);
    };
    const end = (outcome: PartOutcome) => {
      clearTimeout(stalled);
      resolve(outcome);
    };
    request.open("PUT", url);
    request.upload.onprogress = (event) => {
      watch();
      onProgress(event.loaded);
    };
    request.onload = () => {
      if (request.status === 200) return end({ kind: "stored" });
      const again = request.status >= 500 || request.status === 429 || request.status === 408;
      const text = textOf(request.responseText) ?? `HTTP status ${request.status}`;
      end(again ? { kind: "retry", text } : { kind: "final", text });
    };
    request.onerror = () => end({ kind: "retry", text: "Network error" });
    request.onabort = () => end({ kind: "retry", text: "Upload timeout" });
    signal.addEventListener("abort", () => request.abort(), { once: true });
    watch();
    request.send(part);
  });
}
