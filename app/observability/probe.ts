/** A small request to a dependency. @returns a detail worth recording. @throws if it fails. */
export type Probe = () => Promise<string | undefined>;

/** An error with a text for staff. */
export class ProbeError extends Error {
  override readonly name = "ProbeError";
}

/** By name: pages and the edge are two bundles with a class each. */
export function isProbeError(error: unknown): error is ProbeError {
  return error instanceof Error && error.name === "ProbeError";
}
