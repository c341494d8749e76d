import { sha256Hex } from "~/platform/hash";

/** The content hash in a script's name, which changes with every build. */
const BUILD_CODE = /-[\w-]{8}(?=\.(?:js|css))/g;

/** Frames of Chromium and of other browsers; Safari names code outside functions with two words. */
const FRAME = /^\s*at |^(?:(?:global|module|eval) code|[^\s@]*)@\S+:\d+/;

/**
 * The top frame of a stack in our code, without the site's address and build hash. Frames of the
 * language itself name no file and are skipped.
 * @returns null if no line is a frame.
 */
export function topFrame(stack: string | null): string | null {
  const frames = stack?.split("\n").filter((candidate) => FRAME.test(candidate));
  const line = frames?.find((candidate) => fileInFrame(candidate) !== "") ?? frames?.[0];
  if (line === undefined) return null;
  return line
    .trim()
    .replace(/https?:\/\/[^/\s)]+\/(?:assets\/)?/g, "")
    .replace(BUILD_CODE, "")
    .slice(0, 200);
}

/** Only the file: lines and minified names change with every build. */
const fileInFrame = (frame: string | null) =>
  /([\w.$:/-]+?\.[mc]?[jt]sx?)\b/.exec(frame ?? "")?.[1] ?? "";

/** Placeholders of redacted address parts. */
const REDACTED_PARTS = /(?:\/:(?:id|name|number|other|token)\b)+/g;

/** A message without variable parts: ids, numbers, case and spacing. */
const normalizeMessage = (message: string) =>
  message
    .replace(BUILD_CODE, "")
    .toLowerCase()
    .replace(REDACTED_PARTS, "/:")
    .replace(/\b0x[\da-f]+\b|\b(?=[a-f]*\d)[\da-f]{6,}\b|\[(?:id|number)\]/g, "#")
    .replace(/(?:(?<!\S)[-+])?\d+(?:[.,]\d+)*(?:e[-+]?\d+)?/g, "#")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 300);

/**
 * The fingerprint of a cause: source, stage, message pattern and file.
 * @param message scrubbed, see `scrub.ts`.
 */
export async function fingerprint(failure: {
  source: string;
  stage: string;
  message: string;
  stack: string | null;
}): Promise<string> {
  const { source, stage, message, stack } = failure;
  const parts = [source, stage, normalizeMessage(message), fileInFrame(topFrame(stack))];
  return (await sha256Hex(JSON.stringify(parts))).slice(0, 32);
}
