import { sha256Hex } from "~/platform/hash";

/** The code of its content in the name of a script, which is another in every build. */
const BUILD_CODE = /-[\w-]{8}(?=\.(?:js|css))/g;

/** As Chromium writes them, and as the others do; Safari names code outside of any function in two words. */
const FRAME = /^\s*at |^(?:(?:global|module|eval) code|[^\s@]*)@\S+:\d+/;

/**
 * The top frame of a stack: where in our code it happened, without the address of the site and the
 * build's own code. What is within the language names no file, and is passed over.
 * @returns null where no line is a frame.
 */
export function topFrame(stack: string | null): string | null {
  const frames = stack?.split("\n").filter((one) => FRAME.test(one));
  const line = frames?.find((one) => fileOf(one) !== "") ?? frames?.[0];
  if (line === undefined) return null;
  return line
    .trim()
    .replace(/https?:\/\/[^/\s)]+\/(?:assets\/)?/g, "")
    .replace(BUILD_CODE, "")
    .slice(0, 200);
}

/** The file that a frame names: lines and the short names of functions move with every build. */
const fileOf = (frame: string | null) =>
  /([\w.$:/-]+?\.[mc]?[jt]sx?)\b/.exec(frame ?? "")?.[1] ?? "";

/** What stands for parts of an address that are told no more of. */
const UNTOLD = /(?:\/:(?:id|name|number|other|token)\b)+/g;

/** A message without what differs each time: its ids, its numbers however written, its case, its spaces. */
const pattern = (message: string) =>
  message
    .replace(BUILD_CODE, "")
    .toLowerCase()
    .replace(UNTOLD, "/:")
    .replace(/\b0x[\da-f]+\b|\b(?=[a-f]*\d)[\da-f]{6,}\b|\[(?:id|number)\]/g, "#")
    .replace(/(?:(?<!\S)[-+])?\d+(?:[.,]\d+)*(?:e[-+]?\d+)?/g, "#")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 300);

/**
 * What failures of one cause have in common: where they happened, in which stage, and what they say.
 * @param message without anything that is somebody's: see `scrub.ts`.
 */
export async function fingerprint(failure: {
  source: string;
  stage: string;
  message: string;
  stack: string | null;
}): Promise<string> {
  const { source, stage, message, stack } = failure;
  const parts = [source, stage, pattern(message), fileOf(topFrame(stack))];
  return (await sha256Hex(JSON.stringify(parts))).slice(0, 32);
}
