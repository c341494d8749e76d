import { sha256Hex } from "~/platform/hash";

/** The code of its content in the name of a script, which is another in every build. */
const BUILD_CODE = /-[A-Z0-9]{8}(?=\.js)/g;

/**
 * The top frame of a stack: where in our code it happened, without the address of the site and the
 * build's own code. @returns null where no line is a frame.
 */
export function topFrame(stack: string | null): string | null {
  const line = stack?.split("\n").find((one) => /^\s*at |^[^\s@]*@\S+:\d+/.test(one));
  if (line === undefined) return null;
  return line
    .trim()
    .replace(/https?:\/\/[^/\s)]+\/(?:build\/)?/g, "")
    .replace(BUILD_CODE, "")
    .slice(0, 200);
}

/** The file that a frame names: lines and the short names of functions move with every build. */
const fileOf = (frame: string | null) =>
  /([\w.$:/-]+?\.[mc]?[jt]sx?)\b/.exec(frame ?? "")?.[1] ?? "";

/** A message without what differs each time: its numbers, its case, its spaces. */
const pattern = (message: string) =>
  message.toLowerCase().replace(/\d+/g, "#").replace(/\s+/g, " ").trim().slice(0, 300);

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
