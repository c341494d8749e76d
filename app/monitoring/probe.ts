/** Asks a dependency something small. @returns what is worth noting. @throws when it is not well. */
export type Probe = () => Promise<string | undefined>;

/** Why a dependency is not well, in words for staff, with what they can do about it. */
export class ProbeError extends Error {
  override readonly name = "ProbeError";
}

/**
 * Whether something thrown is that. By its name: pages and the edge are two bundles, each with a class
 * of its own.
 */
export function isProbeError(error: unknown): error is ProbeError {
  return error instanceof Error && error.name === "ProbeError";
}
